/**
 * What a plugin gets from a host call. It is a result object whatever happened: the host's reply if that keeps the response
 * law, and one of the bodies below if it does not, or if none came.
 */
import { Result } from "effect"
import * as Refusal from "./Refusal.ts"
import * as Response from "./Response.ts"
import { isPid } from "./ScalarGuard.ts"

/** The host's input ended before it answered. */
export const hostClosed: Response.Body = Response.failure(Refusal.hostClosed)

/** The wait for the reply is over; one that comes later is dropped. */
export const timedOut: Response.Body = Response.failure(Refusal.hostCallTimeout)

/** Too many calls of this plugin are outstanding. */
export const capacity: Response.Body = Response.failure(Refusal.hostCallCapacity)

/** The call does not fit a frame and was not sent. */
export const overflow: Response.Body = Response.failure(Refusal.hostCallOverflow)

/** Reads a reply: all its fields, or the text that says why there are none. */
export const decode = (reply: unknown): Result.Result<Response.Body, string> =>
  Result.match(Response.decode(reply), {
    onFailure: () => invalid,
    onSuccess: Response.Response.$match({
      Refused: ({ error }) => Result.fail(error),
      Succeeded: ({ fields }) => (keepsReservedTypes(fields) ? Result.succeed(fields) : invalid)
    })
  })

/** Returns a lawful reply as it came; any other becomes the refusal that says so. */
export const check = (reply: unknown): Response.Body =>
  Result.match(decode(reply), { onFailure: Response.failure, onSuccess: (fields) => fields })

const invalid = Result.fail(Refusal.invalidHostResponse)

/** These three mean the same in every reply, so no call may give them another type. */
const keepsReservedTypes = ({ target_pid, navigation_url, message }: Response.Body): boolean =>
  (target_pid == null || isPid(target_pid)) && isTextOrNone(navigation_url) && isTextOrNone(message)

const isTextOrNone = (value: unknown): boolean => value == null || typeof value === "string"
