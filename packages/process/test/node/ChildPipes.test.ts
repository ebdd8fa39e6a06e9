import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ChildPipes from "../../src/node/ChildPipes.ts"

const pipes = () => {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const heard: Array<string> = []
  const reader = (name: string) => ({
    chunk: (bytes: Uint8Array) => heard.push(`${name} ${new TextDecoder().decode(bytes)}`),
    end: () => heard.push(`${name} <end>`),
    drain: () => {},
    broken: () => heard.push(`${name} <broken>`)
  })
  return { stdin, stdout, heard, reader, made: ChildPipes.make(stdin, stdout) }
}

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

describe("ChildPipes", () => {
  it.effect("drop a write after the end or a break, and ask for no drain", () =>
    Effect.gen(function* () {
      const ended = pipes()
      ended.made.end()
      assert.isTrue(ended.made.write("x".repeat(1e6)))
      const broken = pipes()
      broken.stdin.on("error", () => {})
      broken.stdin.destroy(new Error("broken"))
      yield* turn
      assert.isTrue(broken.made.write("x".repeat(1e6)))
    })
  )

  it.effect("give each chunk once to the reader who came last", () =>
    Effect.gen(function* () {
      const { stdout, heard, reader, made } = pipes()
      made.open(reader("first"))
      made.open(reader("second"))
      stdout.write("a")
      yield* turn
      assert.deepStrictEqual(heard, ["second a"])
    })
  )

  it.effect("tell the end once, and nothing after they were released", () =>
    Effect.gen(function* () {
      const { stdin, stdout, heard, reader, made } = pipes()
      made.open(reader("r"))
      made.release()
      yield* turn
      stdin.emit("close")
      stdout.emit("end")
      assert.deepStrictEqual(heard, ["r <broken>", "r <end>"])
    })
  )
})
