/** The files of a program as the checker sees them, and the actions that each of them can call. */
import type { Definition, Resolver, TypeExpr } from "@lanyard/sos-module"
import { Data } from "effect"
import type { Unit } from "../Linked.ts"
import type { Action, Name } from "../Syntax.ts"
import * as Imports from "./Imports.ts"
import * as Known from "./Known.ts"
import { Problems } from "./Problems.ts"
import * as Types from "./Types.ts"

/** A failure that may leave an action, by its name; its shape where it is known. */
export type Failures = ReadonlyMap<string, Known.Shape | undefined>

/** One file of a program. */
export interface File {
  readonly unit: Unit
  readonly problems: Problems
  readonly imports: Imports.Imports
  readonly types: Types.Types
  /** Of two with one name the last, as when the program runs. */
  readonly actions: ReadonlyMap<string, Action>
}

/** An action as its callers see it. */
export interface Signature {
  /** As the program that calls it writes it. */
  readonly name: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly type: Known.Known }>
  readonly result: Known.Known
  readonly failures: Failures
  /** The action of the program; `undefined` for one of an external module. */
  readonly action: Action | undefined
}

/** What a program means by the name of an action. */
export type Target = Data.TaggedEnum<{
  Found: { readonly signature: Signature }
  /** It belongs to an import that could not be found, which has been told. */
  Untold: Record<never, never>
  Missing: { readonly name: Name; readonly message: string; readonly known: () => Iterable<string> }
}>
export const Target = Data.taggedEnum<Target>()

interface Module {
  readonly actions: ReadonlyMap<string, Definition.Action>
  readonly types: Types.Exports
}

/** The files of a program. */
export class Files {
  /** What may leave each action of the program. */
  readonly failures = new Map<Action, Failures>()
  private readonly files = new Map<Unit, File>()
  private readonly modules = new Map<Resolver.Loaded, Module>()

  /** Every file that was looked at, those that others import first. */
  get all(): ReadonlyArray<File> {
    return [...this.files.values()]
  }

  /** Looks at a file and everything that it imports. */
  file(unit: Unit): File {
    const known = this.files.get(unit)
    if (known !== undefined) return known
    const problems = new Problems(unit)
    const actions = actionsOf(unit, problems)
    const imports = Imports.make(unit, actions, problems)
    const types = Types.make(unit.program, imports.all, (bound) => this.exportsOf(bound), problems)
    const file = { unit, problems, imports, types, actions }
    this.files.set(unit, file)
    return file
  }

  /** Finds an action by the way a file writes it. */
  find(file: File, qualifier: Name | undefined, action: Name): Target {
    if (qualifier === undefined) return this.findWord(file, action)
    const bound = file.imports.byQualifier.get(qualifier.text)
    if (bound === undefined) {
      const known = () => file.imports.byQualifier.keys()
      return Target.Missing({ name: qualifier, message: `no import is called "${qualifier.text}"`, known })
    }
    const { imported } = bound
    if (imported === undefined) return Target.Untold()
    return (
      this.inside(bound, action.text, `${qualifier.text}.${action.text}`) ??
      Target.Missing({
        name: action,
        message: `${qualifier.text} has no action "${action.text}"`,
        known: () => Imports.actionsOf(imported)
      })
    )
  }

  /** The actions that a file can call, as it writes them. */
  callable(file: File): ReadonlyArray<Signature> {
    const own = [...file.actions.values()].map((action) => this.signature(file, action, action.name.text))
    const qualified = [...file.imports.byQualifier].flatMap(([qualifier, bound]) => {
      const names =
        bound.imported === undefined || bound.statement.alias === undefined ? [] : Imports.actionsOf(bound.imported)
      return names.flatMap((name) => this.inside(bound, name, `${qualifier}.${name}`)?.signature ?? [])
    })
    const words = [...file.imports.byWord].flatMap(([word, bound]) => this.inside(bound, word, word)?.signature ?? [])
    return [...own, ...qualified, ...words]
  }

  /** An action of a file, under the name that its caller gives it. */
  signature({ types }: File, action: Action, name: string): Signature {
    const { parameters, returning } = action
    return {
      name,
      parameters: parameters.map((parameter) => ({
        name: parameter.name.text,
        type: parameter.type === undefined ? Known.any : types.known(parameter.type.type)
      })),
      result: returning === undefined ? Known.any : types.known(returning.type),
      failures: this.failures.get(action) ?? new Map(),
      action
    }
  }

  private findWord(file: File, name: Name): Target {
    const action = file.actions.get(name.text)
    if (action !== undefined) return Target.Found({ signature: this.signature(file, action, name.text) })
    const bound = file.imports.byWord.get(name.text)
    const found = bound && this.inside(bound, name.text, name.text)
    if (found !== undefined) return found
    if (file.imports.hasUnknownWords) return Target.Untold()
    const known = () => [...file.actions.keys(), ...file.imports.byWord.keys()]
    return Target.Missing({ name, message: `no action is called "${name.text}"`, known })
  }

  private inside(
    { imported }: Imports.Bound,
    action: string,
    name: string
  ): Extract<Target, { _tag: "Found" }> | undefined {
    if (imported === undefined) return undefined
    if (imported._tag === "Package") {
      const file = this.file(imported.unit)
      const found = file.actions.get(action)
      return found && { _tag: "Found", signature: this.signature(file, found, name) }
    }
    const { actions, types } = this.module(imported.loaded)
    const declared = actions.get(action)
    if (declared === undefined) return undefined
    const shapeOf = (each: string) => types.get(each)?.shape
    const signature = {
      name,
      parameters: declared.parameters.map((each) => ({ name: each.name, type: Known.ofType(each.type, shapeOf) })),
      result: declared.result === undefined ? Known.Known.Null() : Known.ofType(declared.result, shapeOf),
      failures: new Map(declared.failures.map((each) => [each, shapeOf(each)])),
      action: undefined
    }
    return { _tag: "Found", signature }
  }

  private exportsOf({ imported }: Imports.Bound): Types.Exports {
    if (imported === undefined) return new Map()
    return imported._tag === "Package" ? this.file(imported.unit).types.own : this.module(imported.loaded).types
  }

  private module(loaded: Resolver.Loaded): Module {
    const known = this.modules.get(loaded)
    if (known !== undefined) return known
    const { actions, failures, types } = loaded.definition
    const all = new Map<string, Types.Declared>()
    const ofType = (type: TypeExpr) => Known.ofType(type, (name) => all.get(name)?.shape)
    for (const type of types) all.set(type.name, { what: "record", shape: Known.declared(type, ofType) })
    for (const type of failures) all.set(type.name, { what: "failure", shape: Known.declared(type, ofType) })
    const module = { actions: new Map(actions.map((action) => [action.name, action])), types: all }
    this.modules.set(loaded, module)
    return module
  }
}

const actionsOf = ({ program }: Unit, problems: Problems): ReadonlyMap<string, Action> => {
  const actions = new Map<string, Action>()
  for (const statement of program.statements) {
    if (statement._tag !== "Action") continue
    const { name } = statement
    const first = actions.get(name.text)
    if (first !== undefined) problems.twice(name.span, first.name.span, `there is an action "${name.text}" already`)
    actions.set(name.text, statement)
  }
  return actions
}
