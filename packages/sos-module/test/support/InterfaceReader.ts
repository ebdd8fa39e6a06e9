/** Reads the source of an interface back, by nothing but what the source itself says. */
import { Result } from "effect"
import { effects, type Field, type RecordType } from "../../src/definition/Definition.ts"
import { parse } from "../../src/values/TypeExpr.ts"
import type { Shown } from "./Draws.ts"

const typed = (text: string) => Result.getOrThrow(parse(text))

const field = (text: string): Field => {
  const [, name = "", type = ""] = /^(\w+) as (.+)$/.exec(text) ?? []
  return { name, type: typed(type) }
}

const listed = (text: string | undefined) => (text === undefined ? [] : text.split(", "))

/** The text behind the start of a line; `undefined` when no line starts so. */
const behind = (lines: ReadonlyArray<string>, start: string) =>
  lines.find((line) => line.startsWith(start))?.slice(start.length)

export const read = (source: string): Shown => {
  const blocks = source === "" ? [] : source.replace(/\n$/, "").split("\n\n")
  const types: Array<RecordType> = []
  const failures: Array<RecordType> = []
  const actions: Array<Shown["actions"][number]> = []
  let path = ""
  for (const block of blocks) {
    const [head = "", ...body] = block.split("\n")
    const lines = body.map((line) => (line.startsWith("  ") ? line.slice(2) : `not indented: ${line}`))
    const [, isAction, isFailure, name = "", parameters] =
      /^(?:(to )|define (failure )?)(\w+)(?: with (.+))?:$/.exec(head) ?? []
    if (isAction === undefined) {
      const record = { name, fields: lines.map(field) }
      ;(isFailure === undefined ? types : failures).push(record)
      continue
    }
    path = behind(lines, "# external implementation: ") ?? ""
    const result = behind(lines, "# returns ")
    const named = new Set(listed(behind(lines, "# effects: ")))
    actions.push({
      name,
      parameters: listed(parameters).map(field),
      result: result === undefined ? undefined : typed(result),
      effects: effects.filter((effect) => named.has(effect)),
      failures: listed(behind(lines, "# fails with "))
    })
  }
  return { path, types, failures, actions }
}
