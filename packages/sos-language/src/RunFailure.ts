/** How a run ends: by its end or a `stop`, or in a way that no handler of the program could take. */
import { type CallFailure, type Value, type ValueRecord, Values } from "@lanyard/sos-module"
import { Data } from "effect"

/** A run that ended as the program wanted. */
export type Outcome = Data.TaggedEnum<{
  /** With the value of a `finish` of the program itself, `null` without one. */
  Finished: { readonly value: Value }
  /** By `stop`, with its message as it is shown. */
  Stopped: { readonly message: string | undefined; readonly place: Place }
}>
export const Outcome = Data.taggedEnum<Outcome>()

/** A line of the program, and the action that it is in; `undefined` for the program itself. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly action: string | undefined
}

/** What a statement failed with, before a handler has taken it. */
export interface Failure {
  /** The name of a typed failure, or what the runtime calls it: `runtime`, `timeout`, `limit`, … */
  readonly kind: string
  readonly message: string
  readonly retryable: boolean
  /** Whether `kind` is a typed failure, which handlers take by its name. */
  readonly declared: boolean
  /** The payload of a typed failure; empty otherwise. */
  readonly fields: ValueRecord
  /** The line that failed, and then the lines of the calls that led there. */
  readonly frames: ReadonlyArray<Place>
  /** The action that was called, as the program names it; `undefined` when the statement was no call. */
  readonly action: string | undefined
  /** What the module did; `undefined` when it was none. */
  readonly call: CallFailure.CallFailure | undefined
}

/** A failure that no handler of the program took. */
export class UncaughtFailure extends Data.TaggedError("UncaughtFailure")<{ readonly failure: Failure }> {
  override get message(): string {
    return describe(this.failure)
  }
}

/** The run went past a limit that its host sets; no handler of a program takes that. */
export class LimitExceeded extends Data.TaggedError("LimitExceeded")<{
  readonly limit: "steps" | "recursion"
  readonly allowed: number
  readonly frames: ReadonlyArray<Place>
}> {
  override get message(): string {
    const what = this.limit === "steps" ? `${this.allowed} statements` : `${this.allowed} actions inside each other`
    return `${lineOf(this.frames)}the program ran more than ${what}, which is its limit`
  }
}

/** The deadline of the whole run passed. */
export class RunDeadlineExceeded extends Data.TaggedError("RunDeadlineExceeded")<{
  /** As the host gave it, in the way of SOS durations. */
  readonly deadline: string
  readonly frames: ReadonlyArray<Place>
}> {
  override get message(): string {
    return `${lineOf(this.frames)}the program exceeded its ${this.deadline} deadline`
  }
}

/** Why a run ended that did not end by itself. */
export type RunFailure = UncaughtFailure | LimitExceeded | RunDeadlineExceeded

/** The failure as handlers, `capture` and `collecting failures` see it. Its own fields never hide what all failures have. */
export const toRecord = (failure: Failure): ValueRecord =>
  new Map<string, Value>([...details(failure), ["frames", failure.frames.map(placeRecord)]])

const details = ({ kind, message, retryable, fields, call }: Failure): ReadonlyArray<readonly [string, Value]> => {
  const ended = call?.ended
  return [
    ...fields,
    ["kind", kind],
    ["message", message],
    ["retryable", retryable],
    ["status", ended?._tag === "Exited" ? ended.code : 0],
    ...(ended?._tag === "Signalled" ? [["signal", ended.signal] as const] : []),
    ...(call?.code === undefined ? [] : [["code", call.code] as const]),
    ...(call === undefined
      ? []
      : ([
          ["module", call.module],
          ["version", call.version],
          ["action", call.action],
          ["phase", call.phase]
        ] as const))
  ]
}

const placeRecord = ({ file, line, action }: Place): ValueRecord =>
  new Map<string, Value>([
    ["file", file],
    ["line", line],
    ["action", action ?? null]
  ])

const hiddenInJson: ReadonlySet<string> = new Set(["kind", "message"])

/**
 * Says in one line what ended a run: `failure KIND: MESSAGE (JSON)` with the other fields of the record for what has a kind of its
 * own, `line N: ALIAS.ACTION: cause` for the rest, the action once.
 */
const describe = (failure: Failure): string => {
  const { kind, message, declared, action } = failure
  if (declared || kind !== "runtime") {
    const rest = new Map(details(failure).filter(([key]) => !hiddenInJson.has(key)))
    return `failure ${kind}: ${message} (${Values.display(rest)})`
  }
  const isNamed = action === undefined || message.startsWith(`${action} `)
  return `${lineOf(failure.frames)}${isNamed ? "" : `${action}: `}${message}`
}

const lineOf = ([first]: ReadonlyArray<Place>): string => (first === undefined ? "" : `line ${first.line}: `)
