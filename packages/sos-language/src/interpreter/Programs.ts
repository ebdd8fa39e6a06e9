/** Compiles a program: each of its files once, the actions of a file when they are first called. */
import type { Unit } from "../Linked.ts"
import type { Action, Span, Statement } from "../Syntax.ts"
import * as Blocks from "./Blocks.ts"
import type { Context, Target } from "./Context.ts"
import * as Operations from "./Operations.ts"
import * as Routines from "./Routines.ts"
import * as Scope from "./Scope.ts"
import * as Statements from "./Statements.ts"
import type { Code } from "./Step.ts"
import * as Types from "./Types.ts"

/** A program that can run. */
export interface Compiled {
  readonly code: Code
  readonly scope: Scope.Scope
  /** Every file of it, the program's own first, and how many bindings each has. */
  readonly files: ReadonlyMap<Unit, number>
}

/** Compiles a program; with `watched`, so that every statement asks the watcher of the run first. */
export const compile = (unit: Unit, watched: boolean): Compiled => {
  const units = [...reachable(unit)]
  const files = new Map(units.map((each) => [each, new File(each, watched)]))
  const fileOf: FileOf = (each) => files.get(each)
  for (const file of files.values()) file.link(fileOf)
  // The program is reachable from itself.
  const main = files.get(unit)!
  return {
    code: main.context(main.scope).block(unit.program.statements, unit.program.span),
    scope: main.scope,
    files: new Map([...files].map(([each, { scope }]) => [each, scope.slots.size]))
  }
}

type FileOf = (unit: Unit) => File | undefined

class File {
  readonly scope: Scope.Scope
  private readonly unit: Unit
  private readonly watched: boolean
  private readonly types: Types.Types
  private readonly actions: ReadonlyMap<string, Action>
  private readonly targets = new Map<string, Target>()
  private fileOf: FileOf = () => undefined

  constructor(unit: Unit, watched: boolean) {
    const { statements } = unit.program
    this.unit = unit
    this.watched = watched
    this.scope = Scope.make([], statements, undefined)
    this.types = Types.make(unit)
    const actions = statements.filter((statement) => statement._tag === "Action")
    this.actions = new Map(actions.map((action) => [action.name.text, action]))
  }

  link(fileOf: FileOf): void {
    this.fileOf = fileOf
  }

  context(scope: Scope.Scope): Context {
    const context: Context = {
      scope,
      types: this.types,
      target: (qualifier, action) => this.target(qualifier, action),
      block: (body, span) => this.block(body, span, context)
    }
    return context
  }

  private block(body: ReadonlyArray<Statement>, span: Span, context: Context): Code {
    const lines = body.flatMap((statement) => Statements.compile(statement, context) ?? [])
    return Blocks.sequence(this.watched ? lines.map(Blocks.watched) : lines, span)
  }

  private target(qualifier: string | undefined, action: string): Target | undefined {
    const key = qualifier === undefined ? action : `${qualifier}.${action}`
    const known = this.targets.get(key)
    if (known !== undefined) return known
    const found = this.find(qualifier, action, key)
    if (found !== undefined) this.targets.set(key, found)
    return found
  }

  private find(qualifier: string | undefined, action: string, name: string): Target | undefined {
    if (qualifier === undefined && this.actions.has(action)) return this.routine(action, name)
    const imported = Operations.importOf(this.unit, qualifier, action)
    if (imported === undefined) return undefined
    if (imported._tag === "Package") return this.fileOf(imported.unit)?.routine(action, name)
    const declared = imported.loaded.definition.actions.find((each) => each.name === action)
    return declared === undefined ? undefined : Operations.external(imported, declared, this.unit)
  }

  private routine(action: string, name: string): Target | undefined {
    const declared = this.actions.get(action)
    if (declared === undefined) return undefined
    const parameters = [...declared.parameters.map((each) => each.name.text), ...declared.using.map(({ text }) => text)]
    const scope = Scope.make(parameters, declared.body, this.scope)
    return Routines.make(declared, this.context(scope), this.unit, name)
  }
}

const reachable = (unit: Unit, seen: Set<Unit> = new Set()): Set<Unit> => {
  if (seen.has(unit)) return seen
  seen.add(unit)
  for (const imported of unit.imports) if (imported._tag === "Package") reachable(imported.unit, seen)
  return seen
}
