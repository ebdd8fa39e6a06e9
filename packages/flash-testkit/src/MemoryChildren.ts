/**
 * Children that are loops of this process, each over a duplex in memory: what starts programs, a host or a conformance run,
 * starts these instead and sees no difference but the speed. A signal interrupts a loop, whichever it is.
 */
import { Child, type ChildSpec, Environment } from "@lanyard/process"
import type { PairOptions } from "@lanyard/wire/testing/memory"
import { Deferred, Effect, Exit, FiberSet, Layer } from "effect"
import * as ByteDuplex from "./ByteDuplex.ts"

/** What a loop is started with, as a process is. */
export interface Start {
  /** Its stdin and stdout. */
  readonly duplex: ByteDuplex.ByteDuplex
  readonly args: ReadonlyArray<string>
  readonly variables: Readonly<Record<string, string>>
  /** Completes when the child of this pid is gone; at once if it is none of these. */
  readonly gone: (pid: number) => Effect.Effect<void>
}

/** Provides children that run `serve` from their start to their end; it failing is their failing. */
export const layer = (
  serve: (start: Start) => Effect.Effect<unknown, unknown>,
  options?: PairOptions
): Layer.Layer<Child.Spawner> =>
  Layer.effect(
    Child.Spawner,
    Effect.map(FiberSet.makeRuntime(), (run) => {
      const exits = new Map<number, Deferred.Deferred<Child.ChildExit>>()
      const gone = (pid: number) =>
        Effect.suspend(() => {
          const exited = exits.get(pid)
          return exited === undefined ? Effect.void : Effect.asVoid(Deferred.await(exited))
        })

      const begin = ({ args, environment }: ChildSpec.ChildSpec): Child.Child => {
        const [held, tested] = ByteDuplex.pair(options)
        const pid = firstPid + exits.size
        const exited = Deferred.makeUnsafe<Child.ChildExit>()
        const closed = Deferred.makeUnsafe<void>()
        exits.set(pid, exited)
        let signal: Child.StopSignal | undefined
        const isOver = () => Deferred.isDoneUnsafe(exited)

        const fiber = run(serve({ duplex: tested, args, variables: Environment.toRecord(environment), gone }))
        fiber.addObserver((exit) => {
          const code = Exit.isSuccess(exit) ? 0 : 1
          Deferred.doneUnsafe(
            exited,
            Exit.succeed(signal === undefined ? { _tag: "Exited", code } : { _tag: "Signaled", signal })
          )
          tested.end()
        })

        return {
          pid,
          stdio: {
            open: (reader) =>
              held.open({
                ...reader,
                end: () => {
                  reader.end()
                  Deferred.doneUnsafe(closed, Exit.void)
                }
              }),
            write: (data) => isOver() || held.write(data),
            end: held.end
          },
          onStderr: () => {},
          exited,
          closed,
          release: () => {
            held.end()
            Deferred.doneUnsafe(closed, Exit.void)
          },
          group: {
            signal: (sent) => {
              if (isOver()) return false
              signal ??= sent
              fiber.interruptUnsafe()
              return true
            },
            alive: () => !isOver(),
            trace: () => () => []
          }
        }
      }
      return Child.Spawner.of({ start: (spec) => Effect.sync(() => begin(spec)) })
    })
  )

// Above every pid of a system, so that none is taken for one.
const firstPid = 2 ** 30
