/**
 * Plays a scenario against a process and writes down what crossed the wire. It judges nothing; a plugin that hangs or dies makes
 * the run shorter, never longer than the contract's deadlines, and one that floods is not read any more.
 */
import { type Capability, Constants, Methods, type Response } from "@lanyard/flash-protocol"
import { type Child, Diagnostics } from "@lanyard/process"
import type { JsonObject } from "@lanyard/wire"
import { Deferred, Effect, Fiber, FiberSet, Option, type Scope } from "effect"
import * as Answers from "../Answers.ts"
import * as HeldEnd from "../HeldEnd.ts"
import type { NothingCame } from "../NothingCame.ts"
import { What } from "../Transcript.ts"
import * as Allowance from "./Allowance.ts"
import * as GrantedAnswers from "./GrantedAnswers.ts"
import type { Asked, Run } from "./Run.ts"
import type { Answering, Scenario } from "./Scenario.ts"
import type { Step } from "./Step.ts"
import * as Subject from "./Subject.ts"

/** Plays one scenario; the plugin is gone when it returns. No wait lasts longer than `patience` milliseconds. */
export const play = Effect.fn("Play.play")(function* (
  scenario: Scenario,
  subject: Subject.Subject,
  patience: number = Number.POSITIVE_INFINITY
): Effect.fn.Return<Run, Subject.LaunchFailure, Child.Spawner> {
  return yield* Effect.scoped(live(scenario, subject, patience))
})

const live = Effect.fnUntraced(function* (
  scenario: Scenario,
  subject: Subject.Subject,
  patience: number
): Effect.fn.Return<Run, Subject.LaunchFailure, Child.Spawner | Scope.Scope> {
  const { manifest } = subject
  const parent = scenario.isOrphaned === true ? yield* Subject.start(subject) : undefined
  const child = yield* Subject.start(subject, parent?.pid)
  const run = yield* FiberSet.makeRuntime()
  const asked: Array<Asked> = []

  const answer = answers(scenario.answering ?? "grant", new Set(manifest.capabilities))
  const takes = (frame: JsonObject): boolean => {
    const { id, method, params = {} } = frame
    if (typeof id !== "number" || typeof method !== "string") return false
    run(
      Effect.flatMap(answer(method, params), (body) =>
        Option.match(body, { onNone: () => Effect.void, onSome: (some) => overlap(id, some) })
      )
    )
    return false
  }

  const stdio = Allowance.bounded(child.stdio, Allowance.ofScenario, () => {
    end.note("plugin", What.Flooded())
    run(end.over)
  })
  const end: HeldEnd.HeldEnd = yield* HeldEnd.make(stdio, { takes })
  yield* Diagnostics.attach(child, {
    line: (text) => end.note("plugin", What.Diagnostic({ text })),
    skipped: () => {}
  })
  // Who waits for the exit waits for this, so that it stands in the transcript before what follows from it.
  const exits = yield* Effect.forkScoped(
    Effect.map(Deferred.await(child.exited), (exit) => end.note("plugin", What.Exited({ exit })))
  )

  // Both ends count from 1, so a plugin meets a request that has the id of its own call sooner or later.
  const overlap = (id: number, body: Response.Body) =>
    Effect.suspend(() => {
      const name = `overlap ${id}`
      const ping = { id, method: Methods.ping.method, params: {}, deadline_ms: Constants.quotas.fetch_timeout_ms }
      const met = asked.filter((known) => known.name.startsWith("overlap")).length
      if (met >= overlaps || asked.some((known) => known.id === id)) return end.send({ id, result: body })
      asked.push({ name, id, method: Methods.ping.method })
      return Effect.andThen(end.send(ping), end.send({ id, result: body }))
    })

  const seen = (signals: Run["signals"] = []): Run => ({
    scenario: scenario.name,
    manifest,
    transcript: end.transcript(),
    asked: [...asked],
    signals
  })

  const atMost = (millis: number) => ({ patience: Math.min(millis, patience) })

  const perform = (step: Step): Effect.Effect<unknown, NothingCame> => {
    switch (step._tag) {
      case "Ask": {
        const { name, method, params, deadline, trace, isVital = false } = step
        const id = firstId + asked.length
        asked.push(trace === undefined ? { name, id, method } : { name, id, method, trace })
        const frame = { id, method, params, ...(trace === undefined ? {} : { trace }), deadline_ms: deadline }
        const reply = Effect.andThen(end.send(frame), end.receiveResponse(id, atMost(deadline)))
        return isVital ? reply : Effect.ignore(reply)
      }
      case "Put": {
        const { name, id, data, deadline } = step
        asked.push({ name, id, method: Methods.ping.method })
        return Effect.ignore(Effect.andThen(end.sendRaw(data), end.receiveResponse(id, atMost(deadline))))
      }
      case "Write":
        return step.isBytewise === true ? bytewise(end, step.data) : end.sendRaw(step.data)
      case "Tell":
        return end.send({ method: step.method, params: step.params })
      case "Heed":
        return Effect.ignore(end.receiveNotification(step.method, atMost(step.patience)))
      case "Then":
        return Effect.suspend(() => performAll(step.steps(seen())))
      case "Orphan":
        return parent === undefined ? Effect.void : parent.stop
      case "Leave":
        return Effect.ignore(end.within(Fiber.join(exits), "the exit", atMost(step.patience)))
    }
  }
  const performAll = (steps: ReadonlyArray<Step>): Effect.Effect<void, NothingCame> =>
    Effect.forEach(steps, perform, { discard: true })

  yield* Effect.ignore(performAll(scenario.steps(manifest)))
  yield* end.end
  const { steps } = yield* child.stop
  yield* Effect.ignore(end.within(Fiber.join(exits), "the exit"))
  return seen(steps.flatMap(({ rung, delivered }) => (rung !== "end of input" && delivered ? [rung] : [])))
})

// Each of them is looked for in all that the plugin wrote.
const overlaps = 100

// Far from the ids that a plugin counts up from 1, and from those that scenarios write by hand.
const firstId = 5_000

/** Writes byte by byte, slowly enough that a reader gets them one by one. */
const bytewise = (end: HeldEnd.HeldEnd, data: string | Uint8Array) => {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data
  return Effect.forEach(bytes, (byte) => Effect.andThen(end.sendRaw(Uint8Array.of(byte)), Effect.sleep(1)), {
    discard: true
  })
}

const answers = (
  how: Answering,
  granted: ReadonlySet<Capability.Capability>
): ((method: string, params: unknown) => Effect.Effect<Option.Option<Response.Body>>) => {
  switch (how) {
    case "grant":
      return (method, params) => Effect.asSome(Answers.answering(GrantedAnswers.answers, granted)(method, params))
    case "deny":
      return (method, params) => Effect.asSome(Answers.answering({}, new Set())(method, params))
    case "silence":
      return () => Effect.succeedNone
  }
}
