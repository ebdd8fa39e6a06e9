/**
 * Answers lines in order, each when the one before it is answered. A line that is refused, or that could not be done, is told
 * with its number, and the next one is answered all the same.
 */
import { Effect, Option, Random, Result, Stream } from "effect"
import { Surfaces } from "../hosting/Surfaces.ts"
import { Output } from "../Output.ts"
import * as Replies from "../rendering/Replies.ts"
import { Standings } from "../Standings.ts"
import * as Answering from "./Answering.ts"
import { Input } from "./Input.ts"
import * as Line from "./Line.ts"
import type * as Lines from "./Lines.ts"
import { isDone } from "./Reply.ts"

/** Answers every line until there are no more, or one leaves; returns whether all of them were done. */
export const run = Effect.gen(function* () {
  const { lines } = yield* Input
  const standings = yield* Standings
  const settled = yield* Effect.cached(standings.settled)
  return yield* lines.pipe(
    Stream.zipWithIndex,
    Stream.mapEffect(([line, index]) =>
      Effect.andThen(Effect.all([Surfaces.arrived, settled], { discard: true }), respond(line, index + 1))
    ),
    Stream.takeUntil((verdict) => verdict === "left"),
    Stream.runFold(
      () => true,
      (sound, verdict) => sound && verdict !== "failed"
    )
  )
})

/** What became of a line. */
type Verdict = "done" | "failed" | "left"

const respond = Effect.fnUntraced(function* (read: Lines.Line, line: number) {
  const output = yield* Output
  const failed = (error: string, trace: string | null) =>
    Effect.all(
      [
        output.complain(`line ${line}: ${error}`),
        output.write({ lines: () => [], objects: () => [{ line, type: "done", ok: false, error, trace }] })
      ],
      { discard: true }
    ).pipe(Effect.as<Verdict>("failed"))

  const parsed = Result.flatMap(read, (text) => Result.mapError(Line.parse(text), ({ message }) => message))
  if (Result.isFailure(parsed)) return yield* failed(parsed.failure, null)
  if (Option.isNone(parsed.success)) return "done" satisfies Verdict
  const request = parsed.success.value
  if (request._tag === "Quit") return "left" satisfies Verdict

  const trace = yield* makeTrace
  return yield* Effect.matchEffect(Answering.answer(request, trace), {
    onFailure: ({ message }) => failed(message, trace),
    onSuccess: (reply) => {
      const ok = isDone(reply)
      const objects = () => [
        ...Replies.objects(reply).map((object) => ({ line, ...object })),
        { line, type: "done", ok, error: null, trace }
      ]
      return Effect.as(
        output.write({ lines: () => Replies.lines(reply), objects }),
        ok ? ("done" satisfies Verdict) : ("failed" satisfies Verdict)
      )
    }
  })
})

const traceLength = 8

// A name for the interaction, by which plugins' log lines are found again.
const makeTrace = Effect.map(Random.nextIntBetween(0, 36 ** traceLength - 1), (number) =>
  number.toString(36).padStart(traceLength, "0")
)
