/**
 * `flash probe ARGV`: a plugin to type frames at. Nothing is answered for the person: the handshake, events and replies to the
 * plugin's calls are typed like everything else.
 */
import { Deadlines } from "@lanyard/flash-protocol"
import { type Child, Diagnostics } from "@lanyard/process"
import { Clock, Deferred, Effect, Exit, Option, Result, Stream } from "effect"
import * as Subject from "../conformance/Subject.ts"
import * as HeldEnd from "../HeldEnd.ts"
import * as Show from "./Show.ts"
import { forms, parse, Typed } from "./Typed.ts"

/** Where lines come from, and where what happens is shown. */
export interface Console {
  /** Ends when the person has no more to type. */
  readonly lines: Stream.Stream<string>
  readonly show: (text: string) => Effect.Effect<void>
}

/**
 * Talks to a plugin until the lines end or the plugin does; returns its exit. The plugin is gone then. Replies that are owed
 * when the lines end are waited for as long as a perform may take, but not after `end`.
 */
export const run = Effect.fn("Probe.run")(function* (
  subject: Subject.Subject,
  { lines, show }: Console
): Effect.fn.Return<Child.ChildExit, Subject.LaunchFailure, Child.Spawner> {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const showNow = Effect.runForkWith(yield* Effect.context<never>())
      const began = clock.monotonicTimeNanosUnsafe()
      const now = () => Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6
      const deadlines = yield* Deadlines.Table
      const pending = new Map<number, Show.Sent>()
      const owed = new Map<unknown, Deferred.Deferred<void>>()

      const child = yield* Subject.start(subject)
      const end = yield* HeldEnd.make(child.stdio, {
        takes: (frame) => {
          showNow(show(Show.frame(frame, now(), pending)))
          const replied = frame.method === undefined ? owed.get(frame.id) : undefined
          if (replied !== undefined) Deferred.doneUnsafe(replied, Exit.void)
          return true
        },
        noFrame: (violation) => showNow(show(Show.noFrame(violation)))
      })
      yield* Diagnostics.attach(child, { line: (text) => showNow(show(Show.diagnostic(text))), skipped: () => {} })

      const perform = Typed.$match({
        Raw: ({ text }) => end.sendRaw(text),
        Ask: ({ method, params }) => {
          const id = pending.size + 1
          const trace = `probe${id}`
          const frame = { id, method, params, trace, deadline_ms: deadlineOf(method, deadlines) }
          pending.set(id, { method, trace, at: now() })
          owed.set(id, Deferred.makeUnsafe())
          return Effect.andThen(show(Show.sent(frame)), end.send(frame))
        },
        Tell: ({ method, params }) => Effect.andThen(show(Show.sent({ method, params })), end.send({ method, params })),
        Reply: ({ id, result }) => end.send({ id, result }),
        End: () => Effect.sync(() => owed.clear()),
        Help: () => show(forms.map(({ about, form }) => `${form.padEnd(22)} ${about}`).join("\n"))
      })

      const replies = Effect.suspend(() => Effect.forEach(owed.values(), Deferred.await, { discard: true }))
      const typed = lines.pipe(
        Stream.mapEffect((line) =>
          Result.match(parse(line), {
            onFailure: (expected) => Effect.as(show(`expected ${expected}`), Option.none<Typed>()),
            onSuccess: (read) => Effect.as(Option.match(read, { onNone: () => Effect.void, onSome: perform }), read)
          })
        ),
        Stream.takeUntil((read) => Option.exists(read, Typed.$is("End"))),
        Stream.runDrain,
        // Lines from a pipe end before a plugin has started.
        Effect.andThen(Effect.timeoutOption(replies, deadlines.perform))
      )
      yield* Effect.raceFirst(typed, Deferred.await(child.exited))
      const { exit } = yield* child.stop
      yield* show(Show.exit(exit))
      return exit
    })
  )
})

/** What the person would have to wait for as a host. */
const deadlineOf = (method: string, deadlines: Deadlines.Deadlines): number => {
  switch (method) {
    case "initialize":
      return deadlines.startup
    case "evaluate":
      return deadlines.query
    case "search":
      return deadlines.live
    case "hints":
      return deadlines.hints
    default:
      return deadlines.perform
  }
}
