/**
 * A plugin that follows a script over any duplex, for tests of hosts: it replies, tells and misbehaves as written, at the
 * times of the Effect clock. What the script leaves out it does as a sound plugin without surfaces does.
 */
import { Initialize, Ping, Refusal, Response } from "@lanyard/flash-protocol"
import type { Duplex, JsonObject } from "@lanyard/wire"
import { Data, Effect, FiberSet, type Scope } from "effect"
import * as HeldEnd from "./HeldEnd.ts"
import type { Transcript } from "./Transcript.ts"

/** One thing that it does, `after` milliseconds from what caused it; at once, in the same turn, if that is left out. */
export type Act = Data.TaggedEnum<{
  /** Replies to the request at hand. */
  Reply: { readonly body: unknown; readonly after?: number }
  /** Sends any frame: a notification, a reply nobody asked for, a frame with a key too many. */
  Frame: { readonly frame: JsonObject; readonly after?: number }
  /** Calls the host; ids count up from 1. */
  Call: { readonly method: string; readonly params: unknown; readonly after?: number }
  /** Writes text as it is, newline or not. */
  Raw: { readonly text: string; readonly after?: number }
  /** Ends its output. */
  End: { readonly after?: number }
}>
/** Builds acts and tells them apart. */
export const Act = Data.taggedEnum<Act>()

/** A request as the script sees it. */
export interface Asked {
  readonly id: number
  readonly method: string
  readonly params: unknown
  readonly frame: JsonObject
}

/** What a plugin does, and when. */
export interface Script {
  /** Before anything was read. */
  readonly begins?: ReadonlyArray<Act>
  /** On a request or a notification of that method. */
  readonly on?: Readonly<Record<string, (asked: Asked) => ReadonlyArray<Act>>>
  /** On a reply to one of its calls. */
  readonly replied?: (id: number, body: unknown) => ReadonlyArray<Act>
  /** At the end of its input; it ends its output if nothing is written. */
  readonly atEnd?: ReadonlyArray<Act>
}

/** A plugin on the stage. */
export interface Played {
  /** What the plugin saw and wrote. */
  readonly transcript: () => Transcript
}

/** Replies. */
export const reply = (body: unknown, after?: number): Act => Act.Reply(timed({ body }, after))

/** Sends a notification. */
export const tell = (method: string, params: unknown, after?: number): Act =>
  Act.Frame(timed({ frame: { method, params } }, after))

/** Calls the host. */
export const call = (method: string, params: unknown, after?: number): Act => Act.Call(timed({ method, params }, after))

/** Misbehaviours that a host has to live with, as acts on a request. */
export const misbehave = {
  /** Says nothing. */
  silence: (): ReadonlyArray<Act> => [],
  /** Replies so many milliseconds later. */
  late: (body: unknown, after: number): ReadonlyArray<Act> => [reply(body, after)],
  /** Replies twice. */
  twice: (body: unknown): ReadonlyArray<Act> => [reply(body), reply(body)],
  /** Replies with a result that is no object. */
  malformed: (): ReadonlyArray<Act> => [reply(7)],
  /** Writes a line that is no frame, then replies. */
  noise: (body: unknown): ReadonlyArray<Act> => [Act.Raw({ text: "no frame\n" }), reply(body)],
  /** Replies to another id, which nobody asked with. */
  stray: (body: unknown): ReadonlyArray<Act> => [Act.Frame({ frame: { id: 424_242, result: body } })],
  /** Ends its output in the middle of a reply. */
  cut: (): ReadonlyArray<Act> => [Act.Raw({ text: '{"id":' }), Act.End({})]
}

/** Plays a script until the scope closes. */
export const play = Effect.fn("ScriptedPlugin.play")(function* (
  script: Script,
  duplex: Duplex
): Effect.fn.Return<Played, never, Scope.Scope> {
  const run = yield* FiberSet.makeRuntime()
  let isInitialized = false
  let nextId = 1

  const perform = (act: Act, asked?: Asked): Effect.Effect<void> => {
    switch (act._tag) {
      case "Reply":
        return end.send({ id: asked?.id, result: act.body })
      case "Frame":
        return end.send(act.frame)
      case "Call":
        return Effect.suspend(() => end.send({ id: nextId++, method: act.method, params: act.params }))
      case "Raw":
        return end.sendRaw(act.text)
      case "End":
        return end.end
    }
  }

  const follow = (acts: ReadonlyArray<Act>, asked?: Asked) => {
    for (const act of acts) {
      const performed = perform(act, asked)
      // A fiber of the set begins in this turn, so what is not delayed keeps its order.
      run(act.after === undefined ? performed : Effect.delay(performed, act.after))
    }
  }

  const soundly = ({ method, params }: Asked): ReadonlyArray<Act> => {
    switch (method) {
      case "initialize": {
        const { next, reply: body } = Initialize.answer(params, isInitialized)
        isInitialized ||= next === "start"
        return next === "exit" ? [reply(body), Act.End({})] : [reply(body)]
      }
      case "ping":
        return [reply(Ping.reply)]
      case "evaluate":
        return [reply(Response.success({ answers: [] }))]
      case "perform":
        return [reply({ ok: false, unhandled: true })]
      default:
        return [reply(Response.failure(Refusal.unknownMethod(method)))]
    }
  }

  const takes = (frame: JsonObject): boolean => {
    const { id, method, params = {}, result } = frame
    if (typeof method === "string") {
      const isRequest = typeof id === "number"
      const asked = { id: isRequest ? id : 0, method, params, frame }
      const scripted = script.on !== undefined && Object.hasOwn(script.on, method) ? script.on[method] : undefined
      if (scripted !== undefined) follow(scripted(asked), asked)
      else if (isRequest) follow(soundly(asked), asked)
    } else if (typeof id === "number") follow(script.replied?.(id, result) ?? [])
    return true
  }

  const write = (data: string | Uint8Array) =>
    duplex.write(typeof data === "string" ? data : new TextDecoder().decode(data))
  const end = yield* HeldEnd.make(
    { ...duplex, write },
    { side: "plugin", takes, atEnd: () => follow(script.atEnd ?? [Act.End({})]) }
  )
  follow(script.begins ?? [])
  return { transcript: end.transcript }
})

const timed = <A extends object>(act: A, after: number | undefined): A & { readonly after?: number } =>
  after === undefined ? act : { ...act, after }
