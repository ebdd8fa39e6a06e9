/**
 * What a SOS program holds and what crosses to a module: JSON's kinds, instants with their offset, and durations. An
 * integer is a number whose value is one; a path is text.
 */
import type { SosDuration } from "./SosDuration.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A record of a program; its keys may be any text, so it is a map and never an object. */
export interface ValueRecord extends ReadonlyMap<string, Value> {}

/** A value of a program. Numbers are finite. */
export type Value = null | boolean | number | string | Timestamp | SosDuration | ReadonlyArray<Value> | ValueRecord
