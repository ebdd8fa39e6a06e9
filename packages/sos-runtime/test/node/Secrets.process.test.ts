import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import * as Secrets from "../../src/node/Secrets.ts"
import { RunHost, type Variables } from "../../src/RunHost.ts"
import { SecretStore } from "../../src/secrets/SecretStore.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-secrets-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const values = (workspace: string, variables: Variables, names: ReadonlyArray<string>) =>
  SecretStore.use(({ get }) => Effect.forEach(names, get)).pipe(
    Effect.map((found) => found.map((value) => Option.getOrUndefined(Option.map(value, Redacted.value)))),
    Effect.provide(
      Layer.provide(
        Secrets.layer,
        Layer.succeed(RunHost, { workspace, variables, target: "linux-x64", sosVersion: "0.1.0", runId: "run-1" })
      )
    )
  )

describe("secrets of a real workspace", () => {
  it.live("come from .env where the environment has no value, without their quotes [SOS-SEC-01]", () =>
    Effect.gen(function* () {
      const workspace = yield* folder
      writeFileSync(
        join(workspace, ".env"),
        `# keys\nONE=from file\nTWO="quoted # value"\nexport THREE='single'\nFOUR="two\nlines"\n`
      )
      assert.deepStrictEqual(
        yield* values(workspace, { ONE: "", FIVE: "set" }, ["ONE", "TWO", "THREE", "FOUR", "FIVE"]),
        ["from file", "quoted # value", "single", "two\nlines", "set"]
      )
    })
  )

  it.live("come from a .env that begins with a byte order mark (B043) [SOS-SEC-01]", () =>
    Effect.gen(function* () {
      const workspace = yield* folder
      writeFileSync(join(workspace, ".env"), "\ufeffONE=first\r\nTWO=second\r\n")
      assert.deepStrictEqual(yield* values(workspace, {}, ["ONE", "TWO"]), ["first", "second"])
    })
  )

  it.live.each([
    ["ONE=a\nTWO=canary\xff\n", 2],
    ["\xc3", 1],
    ["ONE=a\n\nTWO=\xc3\nTHREE=\xa9\n", 3]
  ] as const)(
    "do not come from a .env that is not valid UTF-8, which is told by its line alone [SOS-SEC-01]",
    ([text, line]) =>
      Effect.gen(function* () {
        const workspace = yield* folder
        writeFileSync(join(workspace, ".env"), Buffer.from(text, "latin1"))
        const told: Array<unknown> = []
        const logger = Logger.layer([Logger.make(({ logLevel, message }) => told.push([logLevel, message]))])
        const found = yield* values(workspace, { FIVE: "set" }, ["ONE", "TWO", "FIVE"]).pipe(Effect.provide(logger))
        assert.deepStrictEqual(found, [undefined, undefined, "set"])
        assert.deepStrictEqual(told, [
          ["Error", [`The file .env is not valid UTF-8 in line ${line}; nothing of it is used`]]
        ])
      })
  )

  it.live("come from the environment alone where there is no .env [SOS-SEC-01]", () =>
    Effect.gen(function* () {
      const workspace = yield* folder
      assert.deepStrictEqual(yield* values(join(workspace, "absent"), { ONE: "set" }, ["ONE", "TWO"]), [
        "set",
        undefined
      ])
    })
  )
})

describe.runIf(process.platform !== "win32")("secrets of a .env that is no file", () => {
  it.live.each([
    ["a pipe that nobody writes", (path: string) => execFileSync("mkfifo", [path]), "this is no regular file"],
    ["endless", (path: string) => symlinkSync("/dev/zero", path), "this is no regular file"],
    ["a folder", (path: string) => mkdirSync(path), "this is no regular file"],
    ["too large", (path: string) => writeFileSync(path, "A=1\n".padEnd(1_048_577)), "it has more than 1048576 bytes"],
    ["a link that leads nowhere", (path: string) => symlinkSync("nowhere", path), "this is a link that leads nowhere"]
  ] as const)("are none when it is %s, which is told [SOS-SEC-01]", ([, make, why]) =>
    Effect.gen(function* () {
      const workspace = yield* folder
      make(join(workspace, ".env"))
      const told: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => told.push(message))])
      const found = yield* values(workspace, { FIVE: "set" }, ["A", "FIVE"]).pipe(Effect.provide(logger))
      assert.deepStrictEqual(found, [undefined, "set"])
      assert.deepStrictEqual(told, [[`The file .env cannot be read: ${why}`]])
    })
  )
})
