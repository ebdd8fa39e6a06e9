/**
 * What happens when someone selects a row or an answer. There is no effect that runs a program: the host would run it
 * outside the plugin's sandbox. Key sets are exact.
 */
import { Schema } from "effect"
import { quotas } from "./Constants.ts"
import { utf8AtMost } from "./Quota.ts"
import { AbsoluteUrl, NonEmpty } from "./Scalar.ts"

const textEffect = (limit: number) =>
  Schema.Struct({
    type: Schema.Literals(["copy_text", "insert_text"]).annotate({ expected: "a known type of effect" }),
    text: NonEmpty.check(utf8AtMost(limit))
  })

/** An answer's effect: text only, for an evaluator cannot manufacture navigation. */
export const AnswerEffect = textEffect(quotas.answer_field_bytes)
export type AnswerEffect = typeof AnswerEffect.Type

/** A row's effect: text, or opening an address or an app. */
export const RowEffect = Schema.Union([
  textEffect(quotas.effect_text_bytes),
  Schema.Struct({ type: Schema.Literal("open"), url: AbsoluteUrl.check(utf8AtMost(quotas.effect_text_bytes)) }),
  Schema.Struct({ type: Schema.Literal("open"), bundle_id: NonEmpty.check(utf8AtMost(quotas.effect_text_bytes)) })
]).annotate({ expected: "an effect" })
export type RowEffect = typeof RowEffect.Type
