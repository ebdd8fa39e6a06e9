/** A host with one plugin that misbehaves and two that do not, and what must hold whatever the first one does. */
import { readdirSync } from "node:fs"
import { assert } from "@effect/vitest"
import type { Lifecycle } from "@lanyard/process"
import { Effect, Option } from "effect"
import type { AttemptFailure } from "../../src/AttemptFailure.ts"
import type { HostEvent } from "../../src/HostEvent.ts"
import { running } from "./groups.ts"
import { hostOf, specOf, temporaryFolder } from "./live.ts"

/** A host under a fault. */
export type Faulty = Effect.Success<ReturnType<typeof faulty>>

/** Builds a stopped host whose plugin `fault` misbehaves as named, beside the sound plugins `bookmarks` and `echo`. */
const faulty = Effect.fn(function* (fault: string) {
  const data = yield* temporaryFolder
  const live = yield* hostOf([
    { ...specOf("fault", data), settings: { fault } },
    specOf("bookmarks", data),
    specOf("echo", data)
  ])
  /** Waits for something that happens to the plugin. */
  const happens = <Tag extends HostEvent["_tag"]>(
    tag: Tag,
    is: (event: Extract<HostEvent, { readonly _tag: Tag }>) => boolean = () => true
  ) =>
    Effect.map(
      live.untilAny((event): event is Extract<HostEvent, { readonly _tag: Tag }> => {
        const isOne = (event: HostEvent): event is Extract<HostEvent, { readonly _tag: Tag }> =>
          event._tag === tag && event.plugin === "fault"
        return isOne(event) && is(event)
      }),
      ([event]) => event
    )
  return { ...live, happens }
})

/** What a user asks, and what the plugin is asked with it as long as it can be. */
export const query = { query: "anything", scope: "all", surface: "test" } as const

/** A command of the plugin. */
export const run = { kind: "command", command: "fault", subcommand: "run", args: [], raw: "" } as const

/** Asks the sound plugins for what they are there for, each within the deadline of the contract. */
const serves = Effect.fn(function* ({ plugins }: Faulty) {
  // An answer that comes late is none. Only a machine that is short of processors makes it late now and then, so whoever
  // types on asks again; a host that is held up by the fault would never have one in time.
  const answers = yield* plugins.evaluate(query).pipe(
    Effect.map((evaluations) => evaluations.find(({ plugin }) => plugin === "echo")?.answers ?? []),
    Effect.repeat({ until: (answers) => answers.length > 0, times: 20 })
  )
  assert.deepStrictEqual(
    answers.map(({ title }) => title),
    ["anything"]
  )
  const args = ["Lanyard", "https://example.com/"]
  const add = { kind: "command", command: "bookmarks", subcommand: "add", args, raw: args.join(" ") } as const
  assert.strictEqual((yield* plugins.perform("bookmarks", add))._tag, "Performed")
  assert.isTrue(yield* plugins.ping("bookmarks"))
  assert.isTrue(yield* plugins.ping("echo"))
})

// Beside the pipes of its children a host opens nothing that stays.
const descriptors = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0)

/** Stops the host; then no process group of it is left, and no pipe to one. */
const leavesNothing = Effect.fn(function* ({ plugins, events }: Faulty, before: number) {
  yield* plugins.stop
  const groups = (yield* events).flatMap((event) => (event._tag === "Launched" ? [event.pid] : []))
  assert.isAtLeast(groups.length, 3)
  assert.deepStrictEqual(running(groups), [])
  assert.strictEqual(descriptors(), before)
})

/**
 * Runs a host under a fault: whatever `during` sees happen, the sound plugins do not notice it, and the stop leaves nothing.
 * Returns what `during` saw, and how the plugin's last process was stopped.
 */
export const under = Effect.fnUntraced(function* <A, E, R>(
  fault: string,
  during: (faulty: Faulty) => Effect.Effect<A, E, R>
) {
  const host = yield* faulty(fault)
  const before = descriptors()
  yield* host.plugins.start
  for (const id of ["bookmarks", "echo"]) {
    yield* host.untilAny((event): event is HostEvent => event._tag === "Ready" && event.plugin === id)
  }
  const seen = yield* during(host)
  yield* serves(host)
  yield* leavesNothing(host, before)
  const reports = (yield* host.events).flatMap((event) =>
    event._tag === "Stopped" && event.plugin === "fault" ? [event.report] : []
  )
  return { seen, report: reports.at(-1) }
}, Effect.scoped)

/** The plugin's attempt fails in this way, and leaves it in this state. */
export const fails = Effect.fn(function* (
  { happens }: Faulty,
  failure: Partial<AttemptFailure>,
  state: Lifecycle.Lifecycle["_tag"]
) {
  const failed = yield* happens("AttemptFailed")
  assert.deepInclude(failed?.failure, failure)
  const entered = yield* happens("StateChanged", ({ state }) => state._tag === "Backoff" || state._tag === "Parked")
  assert.strictEqual(entered?.state._tag, state)
})

/** The plugin is the very process that came up first, and nothing counts against it. */
export const goesOn = Effect.fn(function* ({ happens, plugins }: Faulty) {
  const ready = yield* happens("Ready")
  const standing = (yield* plugins.status).find(({ plugin }) => plugin === "fault")
  assert.deepInclude(standing, { failures: 0 })
  assert.deepStrictEqual(standing?.pid, Option.fromUndefinedOr(ready?.pid))
})
