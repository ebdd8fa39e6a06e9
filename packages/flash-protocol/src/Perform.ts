/**
 * The one method with effects. Its outcome is exclusive: performed, unhandled ("not mine", the host may fall back) or failed
 * ("mine, but it broke", the host must not). Whatever is no lawful reply counts as failed, for the effect may have happened.
 */
import { Data, Result, Schema } from "effect"
import * as Refusal from "./Refusal.ts"
import * as Rejection from "./Rejection.ts"
import * as Response from "./Response.ts"
import { AbsoluteUrl, hasOnly, isAbsoluteUrl, isPid, optional, Pid } from "./Scalar.ts"

/** How a perform ended. */
export type Outcome = Data.TaggedEnum<{
  Performed: {
    /** Process to raise; the jump is recorded in the movement history. */
    readonly targetPid?: number
    /** Durable address of where the effect led. */
    readonly navigationUrl?: string
    /** Text for a toast. */
    readonly message?: string
  }
  Unhandled: {}
  Failed: {
    /** The plugin said so, its reply broke the contract, or none came. */
    readonly cause: "reported" | "malformed" | "no reply"
    /** The plugin's own text when reported, else ours; free of content by contract. */
    readonly error: string
  }
}>
export const Outcome = Data.taggedEnum<Outcome>()

/** The outcome of a request that was dispatched and never answered: deadline, crash, stop or overflow. */
export const noReply: Outcome = Outcome.Failed({ cause: "no reply", error: "no reply" })

/** Reads a reply. Total: what breaks the contract is a failure that names the rule. */
export const decodeReply = (body: Response.Body): Outcome => {
  if (body.ok === false && body.unhandled === true && hasOnly(body, "ok", "unhandled")) {
    return Outcome.Unhandled()
  }
  return Result.match(Response.decode(body), {
    onFailure: malformed,
    onSuccess: Response.Response.$match({
      Refused: ({ error }): Outcome => Outcome.Failed({ cause: "reported", error }),
      Succeeded: ({ fields }): Outcome =>
        Result.match(decodeSuccess(fields), { onFailure: malformed, onSuccess: performed })
    })
  })
}

/** Builds the reply of an outcome: one that a host would refuse, or that says nothing, becomes the canonical failure. */
export const reply = (outcome: Outcome): Response.Body =>
  Outcome.$match(outcome, {
    Performed: ({ targetPid, navigationUrl, message }) => {
      if (targetPid !== undefined && !isPid(targetPid)) return Response.failure(Refusal.invalidTargetPid)
      if (navigationUrl !== undefined && !isAbsoluteUrl(navigationUrl)) {
        return Response.failure(Refusal.invalidNavigationUrl)
      }
      return Response.success({
        ...(targetPid === undefined ? {} : { target_pid: targetPid }),
        ...(navigationUrl === undefined ? {} : { navigation_url: navigationUrl }),
        ...(message === undefined ? {} : { message })
      })
    },
    Unhandled: () => ({ ok: false, unhandled: true }),
    Failed: ({ error }) => Response.failure(error.trim() === "" ? Refusal.performFailed : error)
  })

const Success = Schema.Struct({
  ok: Schema.Literal(true),
  target_pid: optional(Pid),
  navigation_url: optional(AbsoluteUrl),
  message: optional(Schema.String)
})

const decodeSuccess = Rejection.decoder(Success)

const performed = ({ target_pid, navigation_url, message }: typeof Success.Type): Outcome =>
  Outcome.Performed({
    ...(target_pid == null ? {} : { targetPid: target_pid }),
    ...(navigation_url == null ? {} : { navigationUrl: navigation_url }),
    ...(message == null || message === "" ? {} : { message })
  })

const malformed = (rejection: Rejection.PayloadRejected): Outcome =>
  Outcome.Failed({ cause: "malformed", error: `malformed reply: ${rejection.message}` })
