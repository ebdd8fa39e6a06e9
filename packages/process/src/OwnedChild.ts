/**
 * A child that a scope owns. Closing the scope, interrupting the owner and calling `stop` run one and the same stop, and
 * whoever comes later joins it; when it settles, the group is gone and the host's ends of all pipes are closed.
 */
import { Deferred, Effect, type Schedule, type Scope } from "effect"
import { type Child, type ChildExit, type PipesReader, Spawner, type StopSignal } from "./Child.ts"
import type { ChildSpec } from "./ChildSpec.ts"
import type { StartFailure } from "./ProcessError.ts"
import * as Termination from "./Termination.ts"

/** A started child with an owner. */
export interface OwnedChild extends Child {
  /**
   * Ends the child's group; every caller gets the same report. Once begun, it cannot be interrupted. It ends stdin behind
   * the back of a peer on the pipes, whose waiting frames are lost unless it was ended or released before.
   */
  readonly stop: Effect.Effect<Termination.StopReport>
}

/** How a child is owned. */
export interface OwnOptions {
  /** When to send which signal after end of input; SIGTERM after 1 s and SIGKILL 500 ms later if not given. */
  readonly escalation?: Schedule.Schedule<StopSignal>
  /**
   * Entries of its environment, `NAME=value`, that only processes of its owner have: what left its group and was orphaned is found
   * by all of them together, where the system shows environments. What is older than the child is not its own. None if not given.
   */
  readonly marks?: ReadonlyArray<string>
}

/** How long output may trail behind the exit before the pipes are dropped; a descendant can hold them for ever. */
export const drainLimit = "200 millis"

/**
 * Waits for the exit and for the output before it, the latter for at most `drainLimit`; then drops the pipes. Giving up
 * the wait before the exit changes nothing.
 */
export const drained = (child: Child): Effect.Effect<ChildExit> =>
  Deferred.await(child.exited).pipe(Effect.tap(() => Effect.ensuring(outputEnd(child), Effect.sync(child.release))))

const outputEnd = (child: Child): Effect.Effect<unknown> =>
  Deferred.isDoneUnsafe(child.closed) ? Effect.void : Effect.timeoutOption(Deferred.await(child.closed), drainLimit)

/**
 * Starts a child that the enclosing scope owns; closing the scope returns once its group is gone. Several children of one
 * scope end in one grace only if the scope's strategy is "parallel".
 */
export const spawn = (
  spec: ChildSpec,
  options: OwnOptions = {}
): Effect.Effect<OwnedChild, StartFailure, Spawner | Scope.Scope> =>
  Spawner.use((spawner) =>
    // The acquisition is uninterruptible: no child exists without its release.
    Effect.acquireRelease(
      Effect.map(spawner.start(spec), (child) => own(child, options)),
      (child) => child.stop
    )
  )

const own = (child: Child, { escalation = Termination.escalation("1 second"), marks = [] }: OwnOptions): OwnedChild => {
  const settled = Deferred.makeUnsafe<Termination.StopReport>()
  let opened = false
  let stopping = false
  const open = (reader: PipesReader) => {
    opened = true
    return child.stdio.open(reader)
  }
  const sequence = Effect.suspend(() => {
    // A child whose output nobody takes could not flush it, and so could not leave in its grace.
    if (!opened) open(discarding)
    return Termination.run(child, escalation, marks)
  }).pipe(
    Effect.tap(() => drained(child)),
    Effect.onExit((exit) => Effect.sync(() => Deferred.doneUnsafe(settled, exit)))
  )
  const stop = Effect.uninterruptibleMask((joining) =>
    Effect.suspend(() => {
      if (stopping) return joining(Deferred.await(settled))
      // In the turn of the look: nobody who looks later begins a second sequence.
      stopping = true
      return sequence
    })
  )
  return { ...child, stdio: { ...child.stdio, open }, stop }
}

const discarding: PipesReader = { chunk: () => {}, end: () => {}, drain: () => {}, broken: () => {} }
