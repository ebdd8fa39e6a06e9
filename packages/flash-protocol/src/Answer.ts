/**
 * The per-input evaluator. Input that no evaluator claims is answered with no answers, never with an error; answers are
 * narrower than rows (no address, no metadata) and come whole or not at all.
 */
import { Result, Schema } from "effect"
import { isAnswer } from "./AnswerGuard.ts"
import { quotas } from "./Constants.ts"
import { AnswerEffect } from "./Effects.ts"
import * as Quota from "./Quota.ts"
import * as Rejection from "./Rejection.ts"
import * as Response from "./Response.ts"
import { NonEmpty, objectOf, optional, TextOrEmpty } from "./Scalar.ts"

/** What the host sends: the input, where it may look, and which surface asks. */
export interface Params {
  readonly query: string
  readonly scope: "running" | "all"
  readonly surface: string
}

/** What a plugin reads: any text, empty where it was left out or null. Unknown keys are ignored. */
export const Received = objectOf(Schema.Struct({ query: TextOrEmpty, scope: TextOrEmpty, surface: TextOrEmpty }))
export type Received = typeof Received.Type

/** One answer; an empty subtitle is none. */
export const Answer = Schema.Struct({
  title: NonEmpty.check(Quota.utf8AtMost(quotas.answer_field_bytes)),
  subtitle: optional(Schema.String.check(Quota.utf8AtMost(quotas.answer_field_bytes))),
  effect: AnswerEffect
})
export interface Answer extends Schema.Schema.Type<typeof Answer> {}

/** Why a reply gave no answers. */
export type EvaluateFailure = Rejection.PayloadRejected | Response.ReplyRefused

/** Reads params as a plugin does. */
export const decodeParams = Rejection.lenientDecoder(Received)

/** Reads the reply: exactly `ok` and `answers`; count, then encoded bytes, then each answer. */
export const decodeReply = (body: Response.Body): Result.Result<ReadonlyArray<Answer>, EvaluateFailure> =>
  Response.decodeSuccess(body, "answers").pipe(
    Result.flatMap(({ answers }) => Quota.list(answers, "answers", limits)),
    // Most replies are lawful, and the guard says so in a fraction of the time that the schema takes to say why not.
    Result.flatMap((answers) =>
      answers.every(isAnswer)
        ? Result.succeed(answers as ReadonlyArray<Answer>) // The guard saw every element.
        : decodeAnswers(answers, "answers")
    )
  )

/** Reads answers by the schema alone. The reference for the guard. */
export const decodeAnswers = Rejection.decoder(Schema.Array(objectOf(Answer)))

/** Builds the reply. */
export const reply = (answers: ReadonlyArray<Answer>): Response.Body => Response.success({ answers })

const limits: Quota.ListLimits = { count: quotas.answers, bytes: quotas.answers_bytes }
