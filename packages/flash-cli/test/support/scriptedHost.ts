/** A host for the tour that plays three well-behaved plugins, and whatever a test has go differently. */
import { AttemptFailure, HostEvent, PluginHost, type Standing } from "@lanyard/flash-host"
import { Perform } from "@lanyard/flash-protocol"
import { Lifecycle, ProcessError } from "@lanyard/process"
import { Duration, Effect, Layer, Option, PubSub, Stream } from "effect"
import { Killer } from "../../src/Killer.ts"
import { Look, TourSystem } from "../../src/tour/TourSystem.ts"

const { Lifecycle: State } = Lifecycle

/** What goes differently; nothing of it by default. */
export interface Twist {
  /** The evaluator does not start: for want of its program, or for another reason. */
  readonly evaluator?: "lacks its program" | "refuses" | "is silent"
  readonly keeper?: "does not start" | "publishes nothing" | "does not perform" | "stays down" | "loses its catalog"
  /** How the stop goes. */
  readonly stop?: "is not reported" | "leaves a survivor" | "leaves one running"
  /** What looks at the groups show at the end. */
  readonly last?: Look
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ source: "s", title: `row ${at}`, url: `https://example.com/${at}` }))

const pids: Record<string, number> = { bookmarks: 11, calculator: 12, stubborn: 13 }

/** The host and the system that the tour runs on. */
export const layer = (twist: Twist): Layer.Layer<PluginHost | TourSystem | Killer> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const events = yield* PubSub.bounded<HostEvent>({ capacity: 64 })
      const scope = yield* Effect.scope
      const publish = (event: HostEvent) => void PubSub.publishUnsafe(events, event)
      const states = new Map<string, Standing>()
      let catalog = rows(0)

      const enter = (plugin: string, state: Lifecycle.Lifecycle, pid?: number) => {
        states.set(plugin, {
          plugin,
          state,
          activation: "resident",
          pid: Option.fromNullishOr(pid),
          queued: { frames: 0, bytes: 0 },
          sandbox: { asked: "unsandboxed", enforced: "unsandboxed" },
          failures: 0,
          lastFailure: Option.none()
        })
        publish(HostEvent.StateChanged({ plugin, state }))
      }
      const run = (plugin: string, pid: number, generation: number) => {
        publish(HostEvent.Launched({ plugin, pid }))
        enter(plugin, State.Running({ generation }), pid)
        publish(HostEvent.Ready({ plugin, pid, elapsed: 40 }))
      }
      const fail = (plugin: string, failure: AttemptFailure.AttemptFailure) => {
        publish(HostEvent.AttemptFailed({ plugin, failure }))
        enter(plugin, State.Backoff({ generation: 1, failures: 1, delay: Duration.seconds(1) }))
      }
      const exited = new AttemptFailure.PluginExited({ exit: { _tag: "Exited", code: 3 }, ready: false })
      const killed = new AttemptFailure.PluginExited({ exit: { _tag: "Signaled", signal: "SIGKILL" }, ready: true })
      for (const plugin of Object.keys(pids)) enter(plugin, State.Stopped({ generation: 0 }))

      const start = () => {
        for (const [plugin, pid] of Object.entries(pids)) {
          if (plugin === "bookmarks" && twist.keeper === "does not start") fail(plugin, exited)
          else if (plugin === "calculator" && twist.evaluator === "refuses") fail(plugin, exited)
          else if (plugin === "calculator" && twist.evaluator === "lacks its program") {
            fail(plugin, new ProcessError.ExecutableNotFound({ executable: "python3" }))
          } else run(plugin, pid, 1)
        }
        if (twist.keeper === "publishes nothing" || twist.keeper === "does not start") return
        catalog = rows(3)
        publish(HostEvent.Published({ plugin: "bookmarks", rows: 3 }))
      }
      // The host learns of the death a moment later, as from a real system.
      const kill = Effect.gen(function* () {
        yield* Effect.sleep("5 millis")
        if (twist.keeper === "loses its catalog") catalog = rows(0)
        fail("bookmarks", killed)
        if (twist.keeper === "stays down") return
        yield* Effect.sleep("1 second")
        run("bookmarks", 21, 2)
      })
      const stop = () => {
        for (const { plugin, pid } of [...states.values()]) {
          if (twist.stop === "leaves one running" && plugin === "stubborn") continue
          if (Option.isSome(pid) && !(twist.stop === "is not reported" && plugin === "stubborn")) {
            const survivors = twist.stop === "leaves a survivor" ? [{ pid: 99, name: "daemon" }] : []
            const report = { steps: [], exit: { _tag: "Exited", code: 0 } as const, survivors, elapsed: 5 }
            publish(HostEvent.Stopped({ plugin, pid: pid.value, report }))
          }
          enter(plugin, State.Stopped({ generation: 9 }))
        }
      }
      const isStopped = () => [...states.values()].every(({ state }) => state._tag === "Stopped")

      return Layer.mergeAll(
        Layer.mock(PluginHost, {
          start: Effect.sync(start),
          stop: Effect.sync(stop),
          status: Effect.sync(() => [...states.values()]),
          evaluate: () =>
            Effect.succeed(
              twist.evaluator === undefined
                ? [
                    {
                      plugin: "calculator",
                      answers: [{ title: "22.5", effect: { type: "copy_text", text: "22.5" } }]
                    }
                  ]
                : []
            ),
          perform: () =>
            Effect.sync(() => {
              if (twist.keeper === "does not perform") return Perform.Outcome.Unhandled()
              catalog = rows(catalog.length + 1)
              return Perform.Outcome.Performed({ message: "Bookmark added" })
            }),
          catalog: () => Effect.sync(() => catalog),
          events: Stream.fromPubSub(events)
        }),
        Layer.succeed(Killer, { kill: () => Effect.asVoid(Effect.forkIn(kill, scope)) }),
        Layer.succeed(TourSystem, {
          look: (groups) =>
            Effect.sync(() =>
              isStopped()
                ? (twist.last ?? Look.Processes({ running: [] }))
                : Look.Processes({ running: groups.map((pid) => ({ pid, name: "node" })) })
            )
        })
      )
    }).pipe(Effect.flatMap(Layer.build))
  )
