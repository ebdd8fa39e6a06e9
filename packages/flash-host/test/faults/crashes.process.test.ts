import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Faulty, fails, query, run, under } from "../support/faults.ts"

const exited = (code: number, ready: boolean) =>
  ({ _tag: "PluginExited", exit: { _tag: "Exited", code }, ready }) as const

const asked = ({ happens, plugins }: Faulty) => Effect.andThen(happens("Ready"), plugins.evaluate(query))
const performed = ({ happens, plugins }: Faulty) => Effect.andThen(happens("Ready"), plugins.perform("fault", run))
const nothing = () => Effect.void

describe("A plugin that ends by itself", () => {
  it.live.each([
    ["exits-before-reading", nothing, exited(1, false)],
    ["exits-after-reading", nothing, exited(1, false)],
    ["exits-after-reply", nothing, exited(1, true)],
    ["exits-with-0", nothing, exited(0, true)],
    ["exits-in-evaluate", asked, exited(1, true)],
    ["exits-in-perform", performed, exited(1, true)],
    ["exits-after-publish", nothing, exited(1, true)],
    ["exits-inside-a-line", nothing, exited(1, true)],
    ["dies-by-a-signal", nothing, { _tag: "PluginExited", exit: { _tag: "Signaled", signal: "SIGKILL" }, ready: true }]
  ] as const)("costs nobody else anything when it %s", ([fault, provoke, failure]) =>
    under(
      fault,
      Effect.fn(function* (host) {
        yield* provoke(host)
        yield* fails(host, failure, "Backoff")
      })
    )
  )
})
