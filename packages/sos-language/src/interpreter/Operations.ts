/** Calls: finding the action, evaluating its arguments, and what becomes of its result. */
import { type Definition, Lines, Mismatch, type Value } from "@lanyard/sos-module"
import { Effect } from "effect"
import { Imported, type Unit } from "../Linked.ts"
import { toRecord } from "../RunFailure.ts"
import type { Expression, Name, Span } from "../Syntax.ts"
import type { Context, Target } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import { Fault } from "./Fault.ts"
import { debugFrames, type Frame } from "./Frame.ts"
import * as Handlers from "./Handlers.ts"
import * as Raising from "./Raising.ts"
import { after, type Code, type Completion, Signal, type Step, toEffect } from "./Step.ts"
import * as Types from "./Types.ts"

/** The parts of a call, whatever statement it stands in. */
export interface Written {
  readonly qualifier: Name | undefined
  readonly action: Name
  readonly arguments: ReadonlyArray<Expression>
  readonly span: Span
}

/** Compiles a call; a success is the signal `Finish` with the result. */
export const compile = (
  written: Written,
  context: Context
): { readonly code: Code; readonly accepts: Target["accepts"] } => {
  const { qualifier, action, span } = written
  const target = context.target(qualifier?.text, action.text)
  if (target === undefined) {
    const name = qualifier === undefined ? action.text : `${qualifier.text}.${action.text}`
    const unknown = new Fault(`no action is called ${JSON.stringify(name)}`)
    return { code: (frame) => Raising.fault(frame, span, unknown), accepts: Handlers.anything }
  }
  const evaluate = Expressions.all(written.arguments, context.scope)
  const code = (frame: Frame): Step => {
    const values = evaluate(frame)
    return values instanceof Fault ? Raising.fault(frame, span, values) : target.invoke(frame, span, values)
  }
  return { code, accepts: target.accepts }
}

/** Puts the result of a call into its sink and goes on. */
export const into =
  (code: Code, slot: number | undefined): Code =>
  (frame) =>
    after(code(frame), (completion) => {
      if (completion?._tag !== "Finish") return completion
      if (slot !== undefined) frame.slots[slot] = completion.value
      return undefined
    })

/** Compiles `capture`: a call whose failure is a result. */
export const capturing = (written: Written, context: Context): Code => {
  const { code } = compile(written, context)
  return (frame) => after(code(frame), captured)
}

/** Turns the end of a call into the record that `capture` makes; what ends the run goes on. */
export const captured = (completion: Completion): Completion => {
  if (completion?._tag === "Finish") return Signal.Finish({ value: outcome(true, completion.value, null) })
  if (completion?._tag === "Failed") return Signal.Finish({ value: outcome(false, null, toRecord(completion.failure)) })
  return completion
}

const outcome = (succeeded: boolean, value: Value, failure: Value): Value =>
  new Map<string, Value>([
    ["succeeded", succeeded],
    ["value", value],
    ["failure", failure]
  ])

/** Makes the action of an external module callable; its inside stays its own. */
export const external = (
  { alias, loaded }: Extract<Imported, { _tag: "Module" }>,
  action: Definition.Action,
  unit: Unit
): Target => {
  const { definition, file, path } = loaded
  const name = `${alias ?? path}.${action.name}`
  const mismatchOf = Types.mismatchOf(definition.types)
  const { result } = action
  const invoke = (frame: Frame, span: Span, values: ReadonlyArray<Value>): Step => {
    const { run } = frame
    run.waiting = { frame, span }
    const call = {
      definition,
      action: action.name,
      alias: alias ?? path,
      arguments: values,
      frame: { file: unit.file, line: Lines.position(unit.lines, span.start).line }
    }
    return Effect.match(run.calls.call(call), {
      onFailure: (failure) => Raising.call(frame, span, name, failure),
      onSuccess: (value) => {
        const admitted = run.sizes.admit(value)
        return admitted instanceof Fault
          ? Raising.fault(frame, span, admitted, name)
          : Signal.Finish({ value: admitted })
      }
    })
  }
  return {
    name,
    accepts: (value) => {
      const mismatch = result === undefined ? undefined : mismatchOf(result, value)
      return mismatch === undefined ? undefined : new Fault(Mismatch.returned(name, mismatch))
    },
    invoke: (frame, span, values) => {
      const { watcher } = frame.run
      if (watcher === undefined) return invoke(frame, span, values)
      const depth = frame.depth + 1
      const place = { file, line: 1, column: 1, depth }
      const opaque = { ...place, kind: "external", name, variables: new Map(), text: opaqueText } as const
      const stop = { ...place, reason: "external", frames: () => [opaque, ...debugFrames(frame, span)] } as const
      return Effect.flatMap(watcher.before(stop), () => toEffect(invoke(frame, span, values)))
    }
  }
}

/** What an editor shows in place of the source of an external call. */
export const opaqueText = "An external module runs here; its source and its variables are its own.\n"

/** Finds the import that an action comes from: by the qualifier, or without one by the word. */
export const importOf = (unit: Unit, qualifier: string | undefined, action: string): Imported | undefined =>
  unit.imports.find((imported) =>
    qualifier === undefined
      ? imported.alias === undefined && exportsAction(imported, action)
      : qualifier === (imported.alias ?? pathOf(imported))
  )

const pathOf = Imported.$match({ Module: ({ loaded }) => loaded.path, Package: ({ path }) => path })

const exportsAction = (imported: Imported, action: string): boolean =>
  imported._tag === "Module"
    ? imported.loaded.definition.actions.some(({ name }) => name === action)
    : imported.unit.program.statements.some(
        (statement) => statement._tag === "Action" && statement.name.text === action
      )
