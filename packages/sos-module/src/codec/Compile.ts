/** Puts the steps of a type together, for either way across the border: the two ways differ in their steps and in nothing else. */
import type { RecordType } from "../definition/Definition.ts"
import { print, type TypeExpr } from "../values/TypeExpr.ts"
import type { Step, Walk } from "./Walk.ts"

/** Turns a type into the function that takes its values across. */
export type Compile<From, To> = (type: TypeExpr) => Step<From, To>

/** The steps of one way. */
export interface Steps<From, To> {
  readonly any: Step<From, To>
  readonly text: Step<From, To>
  readonly number: Step<From, To>
  readonly integer: Step<From, To>
  readonly boolean: Step<From, To>
  readonly timestamp: Step<From, To>
  readonly duration: Step<From, To>
  /** `expected` is what messages call the type. */
  readonly path: (expected: string) => Step<From, To>
  readonly optional: (of: Step<From, To>) => Step<From, To>
  readonly list: (of: Step<From, To>, expected: string) => Step<From, To>
  readonly record: (declared: RecordType, compile: Compile<From, To>) => Step<From, To>
}

/** Compiles types that name the given records, each record once. */
export const compiler = <From, To>(
  steps: Steps<From, To>,
  records: ReadonlyMap<string, RecordType>
): Compile<From, To> => {
  const compiled = new Map<string, Step<From, To>>()
  const compile: Compile<From, To> = (type) => {
    switch (type._tag) {
      case "Any":
        return steps.any
      case "Text":
        return steps.text
      case "Number":
        return steps.number
      case "Integer":
        return steps.integer
      case "Boolean":
        return steps.boolean
      case "Timestamp":
        return steps.timestamp
      case "Duration":
        return steps.duration
      case "File":
      case "Folder":
        return steps.path(print(type))
      case "Optional":
        return steps.optional(compile(type.of))
      case "List":
        return steps.list(compile(type.of), print(type))
      case "Record":
        return named(type.name)
    }
  }
  const named = (name: string): Step<From, To> => {
    const known = compiled.get(name)
    if (known !== undefined) return known
    const declared = records.get(name)
    if (declared === undefined) return (_, walk) => walk.fail("a record that nobody declared", name)
    // Before its fields: a reader that was given an unchecked definition must not run in circles.
    let step: Step<From, To> = (value: From, walk: Walk) => step(value, walk)
    compiled.set(name, (value, walk) => step(value, walk))
    step = steps.record(declared, compile)
    compiled.set(name, step)
    return step
  }
  return compile
}
