/**
 * Where to click. The host asks for the targets of one window and commits a click itself; it never calls back. One target
 * that breaks a rule refuses them all, and a plugin checks its own reply before it sends it.
 */
import { Result, Schema } from "effect"
import { hints, priorities } from "./Constants.ts"
import { isTarget } from "./HintGuard.ts"
import { Context, Frame } from "./PerformParams.ts"
import * as Refusal from "./Refusal.ts"
import * as Rejection from "./Rejection.ts"
import * as Response from "./Response.ts"
import { isPid, NonEmpty, numberOf, Pid, type Salience } from "./Scalar.ts"

/** What the host sends: the app, its process and the frame of its front window. */
export interface Params {
  readonly bundle_id: string
  readonly pid: number
  readonly front_window_frame: Frame
}

/** What a plugin reads; each field may be left out or null. */
export type Received = Context

const side = Frame.fields.width.check(
  Schema.makeFilter((length: number) => length > 0, { expected: "a number above 0" })
)

/** Its far edges are finite too. */
const TargetFrame = Schema.Struct({ ...Frame.fields, width: side, height: side }).check(
  Schema.makeFilter(({ x, y, width, height }) => Number.isFinite(x + width) && Number.isFinite(y + height), {
    expected: "finite edges"
  })
)

// A plugin's own target may also have a field that is undefined, which no frame holds.
const optional = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** One target, as a plugin answers with it. */
export const Target = Schema.Struct({
  id: NonEmpty,
  frame: TargetFrame,
  /** `AXLink` and `FlashTerminalLink` are links; a role that takes text makes a click on it enter insert mode. */
  role: optional(Schema.String),
  label: optional(Schema.String),
  url: optional(Schema.String),
  pid: optional(Pid),
  /** Names the live context that contains the target; it must be the same when the click is committed. */
  context_id: optional(NonEmpty),
  enters_insert_mode: optional(Schema.Boolean),
  priority: optional(Schema.Literals(priorities))
})
export interface Target extends Schema.Schema.Type<typeof Target> {}

/** What a plugin answers with. */
export interface Answer {
  readonly targets: ReadonlyArray<Target>
  /** The process the targets belong to; only the requested one is lawful. */
  readonly context_pid?: number | null
}

/** A target as the host uses it, defaults filled in. */
export interface Hint {
  readonly id: string
  readonly frame: Frame
  readonly role?: string
  readonly label?: string
  readonly url?: string
  readonly pid: number
  readonly context_id?: string
  readonly enters_insert_mode: boolean
  readonly priority: Salience
}

/** Why a reply gave no hints. */
export type HintsFailure = Rejection.PayloadRejected | Response.ReplyRefused

/** Reads params as a plugin does, unknown keys ignored. */
export const decodeParams = Rejection.lenientDecoder(Context)

/** Reads the reply to a request for the process `pid`: every target with the host's defaults, or none. */
export const decodeReply = (body: Response.Body, pid: number): Result.Result<ReadonlyArray<Hint>, HintsFailure> =>
  Result.map(decodeTargets(body, pid), (targets) => targets.map((target) => complete(target, pid)))

/** Builds the reply to a request; an answer that the host would refuse becomes `invalid hints response`. */
export const reply = (answer: Answer, { pid }: Received): Response.Body => {
  const { targets, context_pid } = answer
  const body = Response.success({ targets, ...(context_pid == null ? {} : { context_pid }) })
  return Result.isSuccess(decodeTargets(body, pid)) ? body : Response.failure(Refusal.invalidHintsResponse)
}

/** Tells whether a hint that was captured earlier and one pulled again name the same context; none is a context too. */
export const isSameContext = (captured: Hint, live: Hint): boolean => captured.context_id === live.context_id

/** Reads one target by the schema alone. The reference for the guard. */
export const decodeTarget = Rejection.decoder(Target)

/** A target that keeps every rule, with the numbers of its frame as they were written. */
interface Kept extends Omit<Target, "frame"> {
  readonly frame: Readonly<Record<keyof Frame, unknown>>
}

const readTargets = (value: unknown): Result.Result<ReadonlyArray<Kept>, Rejection.PayloadRejected> => {
  if (!Array.isArray(value)) return Rejection.fail("targets", "a list")
  for (const [index, target] of value.entries()) {
    if (isTarget(target)) continue
    // A plugin's own target may have fields that are undefined, which only the schema passes over.
    const decoded = decodeTarget(target, `targets[${index}]`)
    if (Result.isFailure(decoded)) return Result.fail(decoded.failure)
  }
  // Every element was seen.
  return Result.succeed(value as ReadonlyArray<Kept>)
}

const decodeTargets = (
  body: Response.Body,
  pid: number | null | undefined
): Result.Result<ReadonlyArray<Kept>, HintsFailure> =>
  Result.flatMap(
    Response.decodeSuccess(body, "targets", "context_pid"),
    ({ targets, context_pid }): Result.Result<ReadonlyArray<Kept>, HintsFailure> =>
      context_pid == null || isContext(context_pid, pid)
        ? readTargets(targets)
        : Rejection.fail("context_pid", "the process that was asked for")
  )

/** A plugin that was asked about no process may name any. */
const isContext = (claimed: unknown, asked: number | null | undefined): boolean =>
  isPid(claimed) && (asked == null || claimed === asked)

const takesText = (role: string | null | undefined): boolean => hints.text_input_roles.some((known) => known === role)

const complete = (target: Kept, pid: number): Hint => ({
  id: target.id,
  frame: {
    x: numberOf(target.frame.x),
    y: numberOf(target.frame.y),
    width: numberOf(target.frame.width),
    height: numberOf(target.frame.height)
  },
  ...(target.role == null ? {} : { role: target.role }),
  ...(target.label == null ? {} : { label: target.label }),
  ...(target.url == null ? {} : { url: target.url }),
  pid: target.pid ?? pid,
  ...(target.context_id == null ? {} : { context_id: target.context_id }),
  enters_insert_mode: target.enters_insert_mode ?? takesText(target.role),
  priority: target.priority ?? hints.default_priority
})
