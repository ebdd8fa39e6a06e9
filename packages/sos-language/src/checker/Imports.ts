/** The names that the imports of a file bring, and which of them stand in each other's way. */
import type { Diagnostic } from "@lanyard/sos-module"
import { Imported, type Unit } from "../Linked.ts"
import { words } from "../parser/Guesses.ts"
import type { Action, Import } from "../Syntax.ts"
import type { Problems } from "./Problems.ts"

/** An import and what it stands for; `undefined` for one that could not be found, which the linker has told. */
export interface Bound {
  readonly statement: Import
  readonly imported: Imported | undefined
}

/** The imports of a file. */
export interface Imports {
  readonly all: ReadonlyArray<Bound>
  readonly byQualifier: ReadonlyMap<string, Bound>
  /** Actions of imports without an alias. */
  readonly byWord: ReadonlyMap<string, Bound>
  /** Whether an import without an alias could not be found, so that any word may be one of its actions. */
  readonly hasUnknownWords: boolean
}

/** Words that begin statements, or that the language keeps for them. */
export const reserved: ReadonlySet<string> = new Set([...words, "handle", "limit", "read", "wait"])

/** Finds the imports of a file, and tells where two want one name. */
export const make = (unit: Unit, actions: ReadonlyMap<string, Action>, problems: Problems): Imports => {
  const all = pair(unit)
  const byQualifier = new Map<string, Bound>()
  const byWord = new Map<string, Bound>()
  for (const bound of all) {
    const { statement } = bound
    const qualifier = statement.alias?.text ?? statement.path.text
    const first = byQualifier.get(qualifier)
    if (first === undefined) byQualifier.set(qualifier, bound)
    else {
      const name = statement.alias ?? statement.path
      problems.twice(name.span, first.statement.span, `"${qualifier}" is the name of an import already`)
    }
    if (statement.alias === undefined && first === undefined) addWords(bound, byWord, actions, problems)
  }
  const hasUnknownWords = all.some(({ imported, statement }) => imported === undefined && statement.alias === undefined)
  return { all, byQualifier, byWord, hasUnknownWords }
}

/** The actions that an import brings. */
export const actionsOf: (imported: Imported) => ReadonlyArray<string> = Imported.$match({
  Module: ({ loaded }) => loaded.definition.actions.map(({ name }) => name),
  Package: ({ unit }) =>
    unit.program.statements.flatMap((statement) => (statement._tag === "Action" ? [statement.name.text] : []))
})

const addWords = (
  bound: Bound,
  byWord: Map<string, Bound>,
  actions: ReadonlyMap<string, Action>,
  problems: Problems
): void => {
  const { imported, statement } = bound
  const { path } = statement
  const listed = problems.listed(statement)
  const [what, expected] =
    listed === undefined ? ["", "for the module"] : ["the library ", `where ${listed.file} lists it`]
  const refuse = (word: string, why: string, ...related: ReadonlyArray<Diagnostic.Related>) => {
    const message = `"${word}" of ${what}${JSON.stringify(path.text)} is ${why}; expected "as" and a name ${expected}`
    problems.ofImport(statement, message, related)
  }
  for (const word of imported === undefined ? [] : actionsOf(imported)) {
    const [other, action] = [byWord.get(word), actions.get(word)]
    const isHere = `"${word}" is here too`
    if (reserved.has(word)) refuse(word, "a word of the language")
    else if (action !== undefined) refuse(word, "an action of this file too", problems.place(action.span, isHere))
    else if (other !== undefined) {
      const place = problems.placeOfImport(other.statement, isHere)
      refuse(word, `a word of ${JSON.stringify(other.statement.path.text)} too`, place)
    } else byWord.set(word, bound)
  }
}

// What was found is in the order of the file, and leaves out what was not.
const pair = ({ imports, program }: Unit): ReadonlyArray<Bound> => {
  let next = 0
  return program.statements.flatMap((statement): ReadonlyArray<Bound> => {
    if (statement._tag !== "Import") return []
    const imported = imports[next]
    const isFound =
      imported !== undefined && pathOf(imported) === statement.path.text && imported.alias === statement.alias?.text
    if (isFound) next++
    return [{ statement, imported: isFound ? imported : undefined }]
  })
}

const pathOf = Imported.$match({ Module: ({ loaded }) => loaded.path, Package: ({ path }) => path })
