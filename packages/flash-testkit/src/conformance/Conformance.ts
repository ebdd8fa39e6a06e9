/**
 * Judges a plugin in any language by what it does on its pipes. Every scenario is a life of its own; those that hold it to tight
 * times run alone, the others side by side. A plugin that twice says nothing at all is not asked again.
 */
import type { Child } from "@lanyard/process"
import { Clock, Effect } from "effect"
import type { Check } from "./Check.ts"
import * as Play from "./Play.ts"
import type { Played, Report, Row } from "./Report.ts"
import * as Requirement from "./Requirement.ts"
import { missed, type Run, replies } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"
import type { LaunchFailure, Subject } from "./Subject.ts"
import { scenarios, throughout } from "./scenarios/index.ts"
import * as Verdict from "./Verdict.ts"

/** How many plugins run at once. */
export const concurrency = 4

/** Lives without any reply, alone on the machine and in a row, after which no other scenario is played. */
const tries = 2

/** The names of all scenarios, in the order of the contract. */
export const names: ReadonlyArray<string> = scenarios.map(({ name }) => name)

/** Which part of the contract is judged: all of it, unless a set is given. */
export interface Options {
  /** Names of the scenarios to play. */
  readonly only?: ReadonlySet<string>
  /** Most milliseconds of any wait; those of the contract if not given. */
  readonly patience?: number
}

/** Plays every scenario that applies and judges what came of it. */
export const run = Effect.fn("Conformance.run")(function* (
  subject: Subject,
  { only, patience }: Options = {}
): Effect.fn.Return<Report, LaunchFailure, Child.Spawner> {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const began = now()
  const wanted = scenarios.filter(({ name }) => only === undefined || only.has(name))
  const [apply, skipped] = split(wanted, ({ applies }) => applies(subject.manifest))

  let mute = 0
  const one = (scenario: Scenario) =>
    Effect.suspend(() => {
      const from = now()
      const played = mute < tries ? Play.play(scenario, subject, patience) : Effect.succeed(unplayed(scenario, subject))
      return Effect.map(played, (run) => ({ scenario, run, millis: now() - from }))
    })
  const oneAlone = (scenario: Scenario) =>
    Effect.tap(one(scenario), ({ run }) =>
      Effect.sync(() => {
        mute = replies(run).length === 0 ? mute + 1 : 0
      })
    )
  const [alone, together] = split(apply, ({ isAlone }) => isAlone === true)
  const lives = [
    ...(yield* Effect.forEach(alone, oneAlone)),
    ...(yield* Effect.forEach(together, one, { concurrency }))
  ]

  const runs = lives.map(({ run }) => run)
  return {
    plugin: { id: subject.manifest.id, version: subject.manifest.version },
    rows: [...lives.flatMap(({ scenario, run }) => judge(scenario, run)), ...judgeAll(throughout, runs)],
    played: lives
      .filter(({ run }) => run.transcript.length > 0)
      .map(
        ({ scenario: { about, name }, run: { transcript }, millis }): Played => ({
          name,
          about,
          millis,
          transcript
        })
      ),
    skipped: skipped.map(({ name }) => name),
    millis: now() - began
  }
})

/** A life that was not lived, because nothing would have come of it. */
const unplayed = ({ name }: Scenario, { manifest }: Subject): Run => ({
  scenario: name,
  manifest,
  transcript: [],
  asked: [],
  signals: []
})

/** Judges one run by the checks of its scenario. */
export const judge = ({ checks, name }: Scenario, run: Run): ReadonlyArray<Row> =>
  checks.map(({ judge, requirement }) => ({
    requirement: Requirement.of(requirement),
    scenario: name,
    verdict: explained(judge(run), run)
  }))

/** Judges all runs by the checks that hold throughout. */
export const judgeAll = (checks: ReadonlyArray<Check>, runs: ReadonlyArray<Run>): ReadonlyArray<Row> =>
  checks.map(({ judge, requirement }) => ({
    requirement: Requirement.of(requirement),
    scenario: "every scenario",
    verdict: Verdict.all(runs.map((run) => located(judge(run), run)))
  }))

/** Says in which scenario a rule was broken. */
const located = (verdict: Verdict.Verdict, { scenario }: Run): Verdict.Verdict =>
  verdict._tag === "Failed" ? Verdict.failed(`in ${scenario}: ${verdict.reason}`) : verdict

/** Says what stood in the way of a rule that was not reached. */
const explained = (verdict: Verdict.Verdict, run: Run): Verdict.Verdict => {
  const waited = missed(run)
  return verdict._tag === "Unreached" && waited !== undefined ? Verdict.Verdict.Unreached({ waited }) : verdict
}

const split = <A>(items: ReadonlyArray<A>, holds: (item: A) => boolean): readonly [Array<A>, Array<A>] => [
  items.filter(holds),
  items.filter((item) => !holds(item))
]
