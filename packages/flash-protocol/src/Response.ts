/**
 * The response law: every result is an object with a boolean `ok`; `ok: false` carries a non-blank `error` and nothing
 * else. `perform` alone may also say `unhandled`, which its own codec knows.
 */
import { Data, Result } from "effect"
import * as Rejection from "./PayloadRejected.ts"
import { hasOnly, isObject } from "./ScalarGuard.ts"

/** What a reply carries: the `result` object of a frame. */
export type Body = Readonly<Record<string, unknown>>

/** A lawful result. */
export type Response = Data.TaggedEnum<{
  Succeeded: { readonly fields: Body }
  Refused: { readonly error: string }
}>
export const Response = Data.taggedEnum<Response>()

/** The peer refused a request lawfully. Its text stays behind, for it is the peer's. */
export class ReplyRefused extends Data.TaggedError("ReplyRefused") {}

/** Builds a result that says yes. */
export const success = (fields: Body = {}): Body => ({ ok: true, ...fields })

/** Builds a result that says no. */
export const failure = (error: string): Body => ({ ok: false, error })

/** Reads a result by the law; `fields` is the whole object, `ok` included. */
export const decode = (body: unknown): Result.Result<Response, Rejection.PayloadRejected> => {
  if (!isObject(body)) return Rejection.fail("", "an object")
  if (body.ok === true) {
    if (Object.hasOwn(body, "error")) return Rejection.fail("error", "no such key beside success")
    if (Object.hasOwn(body, "unhandled")) return Rejection.fail("unhandled", "no such key beside success")
    return Result.succeed(Response.Succeeded({ fields: body }))
  }
  if (body.ok !== false) return Rejection.fail("ok", "a boolean")
  const error = body.error
  if (typeof error !== "string" || error.trim() === "") return Rejection.fail("error", "text that is not blank")
  return hasOnly(body, "ok", "error")
    ? Result.succeed(Response.Refused({ error }))
    : Rejection.fail("*", Rejection.noOtherKey)
}

/** Reads a result that must say yes and carry no other fields than those named. */
export const decodeSuccess = (
  body: unknown,
  ...names: ReadonlyArray<string>
): Result.Result<Body, Rejection.PayloadRejected | ReplyRefused> =>
  Result.flatMap(
    decode(body),
    Response.$match({
      Refused: () => Result.fail(new ReplyRefused()),
      Succeeded: ({ fields }): Result.Result<Body, Rejection.PayloadRejected> =>
        hasOnly(fields, "ok", ...names) ? Result.succeed(fields) : Rejection.fail("*", Rejection.noOtherKey)
    })
  )
