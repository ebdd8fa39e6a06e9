/** How a scripted host answers a plugin's calls: after the capabilities and the params were judged as a real host judges them. */
import { type Capability, HostCalls, Refusal, Response } from "@lanyard/flash-protocol"
import { Effect, Result } from "effect"

/** Answers by method; a failure is the text to refuse with. A call that is not scripted is unavailable. */
export type Answers = {
  readonly [M in HostCalls.Method]?: (params: HostCalls.Received<M>) => Effect.Effect<HostCalls.Reply<M>, string>
}

/** Returns how a call is answered, for a plugin with these capabilities. */
export const answering =
  (answers: Answers, granted: ReadonlySet<Capability.Capability>) =>
  (method: string, params: unknown): Effect.Effect<Response.Body> =>
    Result.match(HostCalls.accept(method, params, granted), {
      onFailure: (refusal) => Effect.succeed(Response.failure(refusal)),
      onSuccess: (accepted) => answer(answers, accepted.method, accepted.params)
    })

const answer = <M extends HostCalls.Method>(
  answers: Answers,
  method: M,
  params: HostCalls.Received<M>
): Effect.Effect<Response.Body> => {
  const scripted: ((params: HostCalls.Received<M>) => Effect.Effect<HostCalls.Reply<M>, string>) | undefined =
    answers[method]
  if (scripted === undefined) return Effect.succeed(Response.failure(Refusal.unavailable(method)))
  return Effect.match(scripted(params), {
    onFailure: Response.failure,
    onSuccess: (reply) => HostCalls.table[method].encodeReply(reply)
  })
}
