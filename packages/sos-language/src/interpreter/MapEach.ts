/** `map each`: the body for every item, several at a time, the results in the order of the list. */
import { type Value, Values } from "@lanyard/sos-module"
import { Effect } from "effect"
import * as Limits from "../Limits.ts"
import type { Statement } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import * as Growing from "./Growing.ts"
import * as Operations from "./Operations.ts"
import * as Raising from "./Raising.ts"
import { type Code, type Completion, Signal, toEffect } from "./Step.ts"

/**
 * Compiles `map each`; a success is the signal `Finish` with the results. Each item has a copy of the bindings to itself, so what a
 * body makes meets no other. The first failure ends the others, unless failures are collected.
 */
export const compile = (
  { name, list, workers, collectingFailures, body, span }: Extract<Statement, { _tag: "MapEach" }>,
  context: Context
): Code => {
  const evaluate = Expressions.all([list, workers], context.scope)
  const code = context.block(body, span)
  // A body's scope has every name that its statements bind.
  const slot = context.scope.slots.get(name.text)!
  return (frame) => {
    const values = evaluate(frame)
    if (values instanceof Fault) return Raising.fault(frame, span, values)
    const [given = null, concurrency = null] = values
    const asked = read(given, concurrency)
    if (asked instanceof Fault) return Raising.fault(frame, span, asked)
    const each = (item: Value): Effect.Effect<Value, Signal> =>
      Effect.flatMap(
        Effect.suspend(() => toEffect(code(worker(frame, slot, item)))),
        (completion) => result(collectingFailures, completion)
      )
    const results = Effect.forEach(asked.items, each, { concurrency: asked.workers })
    return Effect.match(results, {
      onFailure: (signal): Completion => signal,
      onSuccess: (made): Completion => {
        const admitted = frame.run.sizes.admit(made)
        return admitted instanceof Fault ? Raising.fault(frame, span, admitted) : Signal.Finish({ value: admitted })
      }
    })
  }
}

/** What a `map each` goes through, and how many of it at a time. */
interface Asked {
  readonly items: ReadonlyArray<Value>
  readonly workers: number
}

const read = (items: Value, workers: Value): Asked | Fault => {
  if (!Values.isList(items)) return new Fault(`map each got ${Values.kindOf(items)}; expected list`)
  const isNumber = typeof workers === "number"
  if (isNumber && Number.isInteger(workers) && workers >= 1 && workers <= Limits.workers) return { items, workers }
  const found = isNumber ? workers : Values.kindOf(workers)
  return new Fault(`map each got ${found} running; expected a whole number from 1 to ${Limits.workers}`)
}

const worker = (frame: Frame, slot: number, item: Value): Frame => {
  const slots = frame.slots.map((_, at) => Growing.read(frame.slots, at))
  slots[slot] = item
  return { ...frame, slots }
}

const result = (collectingFailures: boolean, completion: Completion): Effect.Effect<Value, Signal> => {
  const finished = completion ?? Signal.Finish({ value: null })
  const ended = collectingFailures ? Operations.captured(finished) : finished
  return ended?._tag === "Finish" ? Effect.succeed(ended.value) : Effect.fail(ended ?? finished)
}
