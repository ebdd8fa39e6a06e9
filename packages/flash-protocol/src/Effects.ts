/**
 * What happens when someone selects a row or an answer. There is no effect that runs a program: the host would run it
 * outside the plugin's sandbox. Key sets are exact.
 */
import { Schema } from "effect"
import { quotas } from "./Constants.ts"
import { utf8AtMost } from "./Quota.ts"
import { AbsoluteUrl, NonEmpty } from "./Scalar.ts"

const textEffects = (limit: number) => {
  const text = NonEmpty.check(utf8AtMost(limit))
  return [
    Schema.Struct({ type: Schema.Literal("copy_text"), text }),
    Schema.Struct({ type: Schema.Literal("insert_text"), text })
  ] as const
}

const known = { expected: "an effect of a known type" }

/** An answer's effect: text only, for an evaluator cannot manufacture navigation. */
export const AnswerEffect = Schema.Union(textEffects(quotas.answer_field_bytes)).annotate(known)
export type AnswerEffect = typeof AnswerEffect.Type

/** A row's effect: text, or opening an address or an app. */
export const RowEffect = Schema.Union([
  ...textEffects(quotas.effect_text_bytes),
  Schema.Struct({ type: Schema.Literal("open"), url: AbsoluteUrl.check(utf8AtMost(quotas.effect_text_bytes)) }),
  Schema.Struct({ type: Schema.Literal("open"), bundle_id: NonEmpty.check(utf8AtMost(quotas.effect_text_bytes)) })
]).annotate(known)
export type RowEffect = typeof RowEffect.Type
