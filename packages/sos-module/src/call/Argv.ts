/**
 * Turns the argument list of a command and the arguments of a call into what a program is given: every element stays one element,
 * and no shell, quoting, globbing or joining ever happens (decision S10).
 */
import { Result } from "effect"
import type { Argument, Place } from "../definition/Definition.ts"
import type { Value } from "../values/Value.ts"
import { isList, toJson } from "../values/Values.ts"

/** What elements are filled from. */
export interface Filling {
  /** By parameter name; they are valid for their types. */
  readonly given: ReadonlyMap<string, Value>
  readonly places: Readonly<Record<Place, string>>
}

/** An argument that no program may be given; the reason says why, and nothing of what it held. */
export interface Refused {
  readonly parameter: string
  readonly reason: string
}

/** Fills the elements in. */
export const fill = (
  elements: ReadonlyArray<Argument>,
  { given, places }: Filling
): Result.Result<ReadonlyArray<string>, Refused> => {
  const argv: Array<string> = []
  let optionsEnded = false
  for (const element of elements) {
    switch (element._tag) {
      case "Literal":
        argv.push(element.text)
        optionsEnded ||= element.text === "--"
        break
      case "Place":
        argv.push(places[element.place])
        break
      case "Parameter": {
        const value = given.get(element.name) ?? null
        const reason = refusal(value, optionsEnded || element.allowDash)
        if (reason !== undefined) return Result.fail({ parameter: element.name, reason })
        argv.push(textOf(value))
        break
      }
      case "Each": {
        // A list that is optional and was not given repeats nothing.
        const value = given.get(element.name) ?? null
        for (const item of isList(value) ? value : []) {
          const reason = refusal(item, optionsEnded)
          if (reason !== undefined) return Result.fail({ parameter: element.name, reason })
          if (element.flag !== undefined) argv.push(element.flag)
          argv.push(textOf(item))
        }
      }
    }
  }
  return Result.succeed(argv)
}

/** The text of a value as a program is given it: text as it is, instants and durations canonical, anything else compact JSON. */
export const textOf = (value: Value): string => {
  if (typeof value === "string") return value
  const json = toJson(value)
  return json.startsWith('"') ? json.slice(1, -1) : json
}

const refusal = (value: Value, mayStartWithDash: boolean): string | undefined => {
  const text = typeof value === "string" ? value : ""
  if (text.startsWith("-") && !mayStartWithDash) return 'text that starts with "-" and could be taken for an option'
  // Text inside JSON has it escaped.
  return text.includes("\0") ? "text with a NUL character" : undefined
}
