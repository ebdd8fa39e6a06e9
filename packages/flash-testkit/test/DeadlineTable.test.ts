import { assert, describe, it } from "@effect/vitest"
import { Deadlines, Methods } from "@lanyard/flash-protocol"
import { Effect, type Scope } from "effect"
import * as ByteDuplex from "../src/ByteDuplex.ts"
import { deadlineTable, edges, type Row } from "../src/DeadlineTable.ts"
import * as ScriptedHost from "../src/ScriptedHost.ts"
import * as ScriptedPlugin from "../src/ScriptedPlugin.ts"

/** Asks a plugin that takes its time. */
const run = ({ method, replyAfter }: Row<string>) =>
  Effect.gen(function* () {
    const [held, tested] = ByteDuplex.pair()
    const host = yield* ScriptedHost.make(held)
    yield* ScriptedPlugin.play({ on: { [method]: () => [ScriptedPlugin.reply({ ok: true }, replyAfter)] } }, tested)
    const { query, ping, perform } = Deadlines.make()
    const deadline = { evaluate: query, ping, perform }[method] ?? 0
    return yield* host.request(method, {}, { deadline }).pipe(
      Effect.as("answered"),
      Effect.catchTag("DeadlineExceeded", ({ _tag }) => Effect.succeed(_tag))
    )
  })

const { ping, perform, query } = Deadlines.make()

deadlineTable(
  { describe, it },
  [
    ...edges(Methods.evaluate.method, query, "answered", "DeadlineExceeded"),
    ...edges(Methods.perform.method, perform, "answered", "DeadlineExceeded"),
    ...edges(Methods.ping.method, ping, "answered", "DeadlineExceeded"),
    { method: "ping", replyAfter: 0, outcome: "answered" }
  ],
  run
)

describe("deadlineTable", () => {
  const tested = (row: Row<string>, outcome: Effect.Effect<string>) =>
    Effect.suspend(() => {
      let body: Effect.Effect<void, unknown, Scope.Scope> = Effect.void
      const runner = {
        describe: (_title: string, suite: () => void) => suite(),
        it: {
          effect: (_title: string, test: () => Effect.Effect<void, unknown, Scope.Scope>) => {
            body = test()
          }
        }
      }
      deadlineTable(runner, [row], () => outcome)
      return body
    })

  it.effect.each([
    ["too early", { method: "m", replyAfter: 10, outcome: "a" }, Effect.succeed("a"), "it had settled before"],
    ["never", { method: "m", replyAfter: 10, outcome: "a" }, Effect.never, "it did not settle"],
    ["another outcome", { method: "m", replyAfter: 10, outcome: "a" }, Effect.delay(Effect.succeed("b"), 10), '"b"']
  ] as const)("fails a row that settles %s", ([, row, outcome, said]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(tested(row, outcome))
      assert.include(String(failure), said)
    })
  )
})
