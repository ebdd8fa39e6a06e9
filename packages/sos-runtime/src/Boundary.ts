/** Values at the border of a module, by the types of its definition: checked on the way out and on the way in. */
import type { Definition, Value, ValueRecord } from "@lanyard/sos-module"
import { Result } from "effect"

/** Provisional. */
export const decodePayload = (
  _definition: Definition.Definition,
  _failure: Definition.RecordType,
  _about: string,
  payload: unknown
): Result.Result<ValueRecord, string> =>
  Result.succeed(new Map(Object.entries((payload ?? {}) as Record<string, Value>)))

/** Provisional. */
export const duration = ({ nanos }: { readonly nanos: bigint }): string => `${Number(nanos) / 1e9}s`
