/** What a plugin tells its host: catalogs, segments, registrations and log lines that the host takes. */
import { Catalog, Log, Poll, Scalar, Status } from "@lanyard/flash-protocol"
import { Result } from "effect"
import * as Check from "../Check.ts"
import type * as Requirement from "../Requirement.ts"
import * as Run from "../Run.ts"
import * as Verdict from "../Verdict.ts"
import { checks, type Read, type Rule } from "./Rules.ts"

const read =
  (method: string, decode: (params: unknown, run: Run.Run) => Result.Result<unknown, unknown>): Read =>
  (run) =>
    Run.notifications(run, method).map(({ frame }) => decode(frame.params, run))

const rows: ReadonlyArray<Rule> = [
  ["FLASH-CAT-01", /^(\*|rows)?$/, /^(a list|an object|no key)/],
  ["FLASH-CAT-11", /^rows$/, /entries/],
  ["FLASH-CAT-12", /^rows$/, /encoding/],
  ["FLASH-CAT-03", /^rows\[\d+\]\.source$/],
  ["FLASH-CAT-04", /^rows\[\d+\](\.\*)?$/],
  ["FLASH-CAT-05", /^rows\[\d+\]\.title$/],
  ["FLASH-CAT-06", /^rows\[\d+\]\.url$/],
  ["FLASH-CAT-07", /^rows\[\d+\]\.metadata$/, /entries/],
  ["FLASH-CAT-08", /^rows\[\d+\]\.metadata$/, /keys/],
  ["FLASH-CAT-09", /^rows\[\d+\]\.metadata$/, /values|text/],
  ["FLASH-CAT-10", /^rows\[\d+\]\.metadata$/, /priority/],
  ["FLASH-CAT-16", /^rows\[\d+\]\.effect/]
]

const registrations: ReadonlyArray<Rule> = [
  ["FLASH-POLL-01", /^(\*|registrations)?$/, /^(an object|no key)/],
  ["FLASH-POLL-02", /^registrations\.\*(\.\*)?$/, /^(?!a name)/],
  ["FLASH-POLL-03", /^registrations\.\*\.every$/],
  ["FLASH-POLL-04", /^registrations\.\*\.after$/],
  ["FLASH-POLL-05", /^registrations\.\*$/, /^a name/],
  ["FLASH-POLL-06", /^registrations$/, /entries/],
  ["FLASH-POLL-07", /^registrations\.\*\.priority$/]
]

const segments: ReadonlyArray<Rule> = [
  ["FLASH-STAT-01", /^(segments)?$/],
  ["FLASH-STAT-05", /^segments\.\*(\.lines.*)?$/],
  ["FLASH-STAT-09", /^segments\.\*\.prefix$/],
  ["FLASH-STAT-11", /^segments\.\*\.cycle_seconds$/]
]

/** The first thing that is wrong with an update, of one segment or of all. */
const update = (params: unknown, { manifest }: Run.Run) =>
  Result.flatMap(Status.decode(params, new Set(manifest.status)), (taken) => {
    const [refused] = taken.refused.values()
    return refused === undefined ? Result.succeed(taken) : Result.fail(refused)
  })

const logs = (
  requirement: Requirement.Id,
  against: (params: Readonly<Record<string, unknown>>) => string | undefined
) =>
  Check.make(requirement, (run) => {
    const lines = Run.notifications(run, "log")
    if (lines.length === 0) return Verdict.inapplicable("it logged nothing")
    return Verdict.all(
      lines.map(({ frame: { params } }) =>
        Verdict.of(Scalar.isObject(params) ? against(params) : "params are no object")
      )
    )
  })

const levels: ReadonlyArray<unknown> = Log.levels

/** Judged in every scenario. */
export const notifications: ReadonlyArray<Check.Check> = [
  ...checks(
    rows,
    "catalog",
    read("publish", (params, { manifest }) => Catalog.decode(params, new Set(manifest.sources.map(({ name }) => name))))
  ),
  ...checks(registrations, "registrations", read("poll", Poll.decode)),
  ...checks(segments, "status", read("status", update)),
  logs("FLASH-LOG-01", (params) =>
    ["level", "message", "fields"].every((name) => Object.hasOwn(params, name))
      ? undefined
      : "a log line lacks level, message or fields"
  ),
  logs("FLASH-LOG-02", ({ level }) =>
    level === undefined || levels.includes(level) ? undefined : `a level is none of ${Log.levels.join(", ")}`
  ),
  logs("FLASH-LOG-03", ({ message }) =>
    message === undefined || typeof message === "string" ? undefined : "a message is no text"
  ),
  logs("FLASH-LOG-04", ({ fields }) =>
    fields === undefined || Scalar.isTextByName(fields) ? undefined : "fields are not text by name"
  )
]
