/**
 * One process of a persistent module, from its start to its end: a child, the peer on its pipes and the handshake. The scope owns
 * it all; closing it asks an idle module to shut down and ends any other at once.
 */
import { type Child, OwnedChild } from "@lanyard/process"
import { printDuration } from "@lanyard/sos-module"
import { JsonRpc, Peer, type PeerFailure } from "@lanyard/wire"
import { Clock, Deferred, Duration, Effect, Exit, type Scope } from "effect"
import * as Exchange from "./Exchange.ts"
import { Fault } from "./Fault.ts"
import * as GivenUp from "./GivenUp.ts"
import * as Handshake from "./Handshake.ts"
import type { Launched } from "./Launch.ts"
import * as Leaving from "./Leaving.ts"
import * as StartFaults from "./launch/StartFaults.ts"
import * as OutputQuota from "./OutputQuota.ts"
import * as PluginProtocol from "./PluginProtocol.ts"
import { RunHost } from "./RunHost.ts"
import type { Call, RunnableModule } from "./Runner.ts"
import { ofClose, ruleOf, SessionEnd, toFault } from "./SessionEnd.ts"
import * as TimeLimit from "./TimeLimit.ts"
import { Trace, type TraceEvent } from "./Trace.ts"
import * as Wiretap from "./Wiretap.ts"

/** A process that answers calls, one at a time. */
export interface PluginSession {
  /**
   * Sends a call and returns its reply, an error or a result. Interrupting it cancels the call, and settles once the module has
   * given it up or, after the grace, has lost its process (decision S1).
   */
  readonly invoke: (call: Call) => Effect.Effect<JsonRpc.Body, Fault>
  /** Ends the process for what it did; the first reason counts. */
  readonly condemn: (end: SessionEnd) => void
  /** Completed once it can answer no more. */
  readonly ended: Deferred.Deferred<SessionEnd>
}

/** What a session is opened with. */
export interface Options {
  readonly module: RunnableModule
  readonly launched: Launched
  /** What messages call the module. */
  readonly alias: string
  /** Which process of the module this is, counted from 1 in each run. */
  readonly number: number
  /** How long an idle process may take to leave; asked when it has to. */
  readonly shutdownBudget: Effect.Effect<Duration.Duration>
}

/** Starts the process and shakes hands, both within the startup limit of the definition. */
export const open = Effect.fn("PluginSession.open")(function* (
  options: Options
): Effect.fn.Return<PluginSession, Fault, Child.Spawner | RunHost | Scope.Scope> {
  const { alias, module } = options
  const { startupTimeout } = module.definition.runtime
  return yield* Effect.timeoutOrElse(start(options), {
    duration: Duration.nanos(startupTimeout.nanos),
    orElse: () =>
      Effect.fail(
        new Fault({
          phase: "initialize",
          kind: "timeout",
          message: `${alias} plugin did not answer initialize within ${printDuration(startupTimeout)}`
        })
      )
  })
})

const start = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<PluginSession, Fault, Child.Spawner | RunHost | Scope.Scope> {
  const { alias, launched, module, number } = options
  const { path } = module.definition
  const host = yield* RunHost
  const listener = yield* Trace
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const trace = (event: Omit<TraceEvent, "module" | "process">) =>
    listener?.record({ module: path, process: number, ...event })
  const ended = Deferred.makeUnsafe<SessionEnd>()
  let isIdle = false
  let grace = 0

  const violated = (rule: string) => trace({ phase: "decode", direction: "from module", outcome: "violation", rule })
  const condemn = (end: SessionEnd) => {
    if (Deferred.isDoneUnsafe(ended)) return
    const rule = ruleOf(end)
    // Before whoever waits for the end goes on.
    if (rule !== undefined) violated(rule)
    Deferred.doneUnsafe(ended, Exit.succeed(end))
  }

  const child = yield* Effect.mapError(
    OwnedChild.spawn(launched.spec, { escalation: Leaving.escalation(() => grace) }),
    (failure) => StartFaults.from(`module ${path}`, launched.spec.executable, failure)
  )
  trace({ phase: "start", outcome: "started", restartOf: number > 1 ? number - 1 : undefined })
  const handOver = Leaving.diagnostics(child, path, launched.redactor)

  const line: Wiretap.Line = {
    duplex: OutputQuota.limited(child.stdio, PluginProtocol.quotas.output_bytes, () =>
      condemn(SessionEnd.OutputExceeded({ limit: PluginProtocol.quotas.output_bytes }))
    ),
    envelope: PluginProtocol.envelope
  }
  let askedAt = now()
  const tap =
    listener === undefined
      ? Wiretap.none(line)
      : Wiretap.make(line, {
          sent: (label, bytes) => {
            if (label.id !== undefined) askedAt = now()
            trace({ ...label, phase: label.method, direction: "to module", bytes, outcome: "sent" })
          },
          received: (label, bytes, body) => {
            const outcome = "error" in body ? "error" : "result"
            trace({ ...label, phase: label.method, direction: "from module", bytes, millis: now() - askedAt, outcome })
          }
        })
  const givenUp = GivenUp.make(tap.envelope, () => peer.pendingCount())
  const peer = yield* Peer.make({
    duplex: tap.duplex,
    envelope: givenUp.envelope,
    limits: PluginProtocol.limits,
    handlers: {
      request: () => Effect.succeed(unasked),
      // What `GivenUp` took out of the traffic comes by here too.
      notification: () => {},
      violation: (violation) => {
        // What a process leaves half written when it ends is no message; that it ended says more.
        if (violation._tag === "Truncated") return "drop"
        if (Deferred.isDoneUnsafe(ended)) violated(violation._tag)
        else condemn(SessionEnd.Violated({ violation }))
        return "fail"
      }
    },
    replies: { tooLong: unasked, defect: unasked, capacity: unasked }
  })
  const exited = Effect.map(OwnedChild.drained(child), (exit) => SessionEnd.Exited({ exit }))
  yield* Effect.raceFirst(exited, Effect.flatMap(Deferred.await(peer.closed), closing)).pipe(
    Effect.tap((end) => Effect.sync(() => condemn(end))),
    Effect.forkScoped({ startImmediately: true })
  )

  yield* Effect.addFinalizer(
    Effect.fnUntraced(function* () {
      const began = now()
      const isAsked = isIdle && !Deferred.isDoneUnsafe(ended)
      condemn(SessionEnd.Released())
      if (isAsked) {
        const budget = yield* options.shutdownBudget
        grace = Duration.toMillis(budget)
        yield* Leaving.ask(peer, budget)
      }
      const report = yield* child.stop
      const outcome = Leaving.wasKilled(report) ? "killed" : "left"
      trace({ phase: isAsked ? "shutdown" : "exit", outcome, millis: now() - began })
      yield* handOver
    })
  )

  const connection: Exchange.Connection = { peer, tap, givenUp, ended: Deferred.await(ended), condemn }
  const identity = PluginProtocol.identity(module)
  const params = PluginProtocol.initialize(identity, host)
  // `open` limits the whole startup.
  const hello = { alias, method: "initialize", params, limit: TimeLimit.none } as const
  const body = yield* Exchange.ask(connection, hello)
  yield* Handshake.judge(body, identity, alias, launched.redactor)
  // What came with the reply was read before it.
  if (Deferred.isDoneUnsafe(ended)) return yield* toFault(yield* Deferred.await(ended), alias, "initialize")
  isIdle = true

  const told: Exchange.Told = {
    acknowledged: () => trace({ phase: "cancel", outcome: "acknowledged" }),
    settled: () => {
      isIdle = true
    }
  }
  return {
    condemn,
    ended,
    invoke: (call) =>
      Exchange.askCancellably(
        connection,
        () => {
          isIdle = false
          const params = PluginProtocol.invoke(call, host.workspace)
          return { alias: call.alias, method: "invoke", params, limit: call.limit }
        },
        told
      )
  }
})

// Never sent, since a module that asks has ended its connection before anybody could answer.
const unasked = JsonRpc.failure(JsonRpc.codes.methodNotFound, "modules cannot call the host")

// A process that exits closes its pipes a moment before the system reports the exit, which says more.
const closing = (reason: PeerFailure.CloseReason): Effect.Effect<SessionEnd> => {
  const end = ofClose(reason)
  return end._tag === "Closed" ? Effect.delay(Effect.succeed(end), OwnedChild.drainLimit) : Effect.succeed(end)
}
