/**
 * Checks a program that has been linked, as far as that can be done without a run: names, calls, types where they are known,
 * failures and their handlers. Everything that is wrong is told at once. Pure; modules are known by their definitions alone.
 */
import { Diagnostic } from "@lanyard/sos-module"
import type { Unit } from "../Linked.ts"
import * as Actions from "./Actions.ts"
import * as Failures from "./Failures.ts"
import { type File, Files } from "./Files.ts"
import * as Scope from "./Scope.ts"
import * as Statements from "./Statements.ts"

/** An action that a program can call, and the typed failures that may leave it, sorted. */
export interface CheckedAction {
  /** As the program writes it. */
  readonly name: string
  readonly possibleFailures: ReadonlyArray<string>
}

/** What checking found. */
export interface Checked {
  /** Of the program and its packages, in the order of files and places. */
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
  /** The program's own actions in the order of the file, and then those of its imports. */
  readonly actions: ReadonlyArray<CheckedAction>
}

/** Checks a program with everything that it imports. */
export const check = (unit: Unit): Checked => {
  const files = new Files()
  const main = files.file(unit)
  Failures.infer(files)
  for (const file of files.all) checkFile(file, files)
  return {
    diagnostics: Diagnostic.sort(files.all.flatMap(({ problems }) => problems.all)),
    actions: files.callable(main).map(({ failures, name }) => ({ name, possibleFailures: [...failures.keys()].sort() }))
  }
}

const checkFile = (file: File, files: Files): void => {
  const { statements } = file.unit.program
  const scope = Scope.ofFile(statements)
  Statements.block(statements, {
    files,
    file,
    scope,
    ending: { of: "program" },
    recovery: undefined,
    isTopLevel: true,
    block: (body, context) => Statements.block(body, { ...context, isTopLevel: false })
  })
  for (const statement of statements) if (statement._tag === "Action") Actions.check(statement, file, files, scope)
}
