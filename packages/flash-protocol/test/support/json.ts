/** Values as they come off the wire, so that `1.0` stays what it is. */
import { Json, type JsonObject } from "@lanyard/wire"
import { Result } from "effect"

/** Reads one frame or payload; the text must be a JSON object. */
export const json = (text: string): JsonObject => Result.getOrThrow(Json.parse(new TextEncoder().encode(text)))

/** Reads any JSON value. */
export const value = (text: string): unknown => json(`{"value":${text}}`).value

/** What a rejected payload says, or "accepted". */
export const verdict = <A, E extends { readonly _tag: string; readonly message: string }>(
  result: Result.Result<A, E>
): string => (Result.isSuccess(result) ? "accepted" : result.failure.message || result.failure._tag)
