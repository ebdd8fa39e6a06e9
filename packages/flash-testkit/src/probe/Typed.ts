/**
 * The language of the probe, one frame a line: JSON goes out as it was typed, and a method with its params is made a frame. Total:
 * any line is something to do, nothing at all, or refused with what was expected.
 */
import { Constants, Event, Initialize, Methods } from "@lanyard/flash-protocol"
import { Json, type JsonObject } from "@lanyard/wire"
import { Data, Option, Result } from "effect"

/** What a line asks for. */
export type Typed = Data.TaggedEnum<{
  /** Bytes, newline included, as they were typed. */
  Raw: { readonly text: string }
  /** A request; the probe gives it an id, a deadline and a trace. */
  Ask: { readonly method: string; readonly params: unknown }
  /** A notification. */
  Tell: { readonly method: string; readonly params: unknown }
  /** The reply to a call of the plugin. */
  Reply: { readonly id: number; readonly result: JsonObject }
  /** Ends the plugin's input and waits for it to leave. */
  End: {}
  Help: {}
}>
/** Builds what a line asks for, and tells it apart. */
export const Typed = Data.taggedEnum<Typed>()

/** One kind of line: how it is written, and what it does. */
export interface Form {
  readonly form: string
  readonly about: string
}

/** Every kind of line, for a help text. */
export const forms: ReadonlyArray<Form> = [
  { form: "METHOD [PARAMS]", about: 'ask, as in: evaluate {"query":"6*7"}' },
  { form: "event NAME [PAYLOAD]", about: "tell of an event" },
  { form: "tick NAME", about: "tell that a registration is due" },
  { form: "reply ID RESULT", about: "answer a call of the plugin" },
  { form: "{ … }", about: "send this line as it is" },
  { form: "raw TEXT", about: "send any line, frame or not" },
  { form: "end", about: "end the input, and wait for the plugin to leave" },
  { form: "help", about: "show these lines" }
]

/** Methods that a host asks by; any other word asks for a method of that name as well. */
export const methods: ReadonlyArray<string> = [
  Methods.initialize.method,
  Methods.ping.method,
  Methods.evaluate.method,
  Methods.search.method,
  Methods.hints.method,
  Methods.perform.method
]

/** Reads a line. The failure says what should have stood there. */
export const parse = (line: string): Result.Result<Option.Option<Typed>, string> => {
  const text = line.trim()
  if (text === "" || text.startsWith("#")) return Result.succeedNone
  if (text.startsWith("{")) return some(Typed.Raw({ text: `${line}\n` }))
  const [verb, rest] = word(text)
  switch (verb) {
    case "raw":
      return some(Typed.Raw({ text: `${rest}\n` }))
    case "end":
      return rest === "" ? some(Typed.End()) : Result.fail("end alone")
    case "help":
      return rest === "" ? some(Typed.Help()) : Result.fail("help alone")
    case "event":
      return event(rest)
    case "tick":
      return /^\S+$/.test(rest) ? some(Typed.Tell(tell(Event.tick(rest)))) : Result.fail("tick NAME")
    case "reply":
      return reply(rest)
    default:
      return ask(verb, rest)
  }
}

/** What a line could go on with: whole lines, of which each begins with what was typed. */
export const complete = (line: string): ReadonlyArray<string> => {
  const [verb, rest] = word(line)
  const words = [...methods, "event", "tick", "reply", "raw", "end", "help"]
  const lines =
    verb === "event" && line !== verb ? Constants.hostEvents.names.map((name) => `event ${name}`) : words.map(started)
  return lines.filter((candidate) => candidate.startsWith(rest === "" ? line : `${verb} ${rest}`))
}

const started = (verb: string): string => (samples.has(verb) ? `${verb} ${samples.get(verb)}` : verb)

/** Params to begin with. */
const samples = new Map(
  Object.entries({
    evaluate: '{"query":"","scope":"all","surface":"probe"}',
    search: '{"query":"","scope":"all"}',
    hints: '{"bundle_id":"com.example.editor","pid":4242,"front_window_frame":{"x":0,"y":0,"width":800,"height":600}}',
    perform: '{"kind":"command","command":"","subcommand":"","args":[],"raw":""}'
  })
)

const some = (typed: Typed): Result.Result<Option.Option<Typed>, string> => Result.succeedSome(typed)

const word = (text: string): readonly [first: string, rest: string] => {
  const end = text.search(/\s/)
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end).trimStart()]
}

/** Reads params, none being an empty object. */
const json = (text: string): Result.Result<JsonObject, string> =>
  text === ""
    ? Result.succeed({})
    : Result.mapError(Json.parse(new TextEncoder().encode(text)), () => "one JSON object after the name")

const tell = ({ name, payload }: { readonly name: string; readonly payload: object }) => ({
  method: Methods.event.method,
  params: { name, payload }
})

const event = (rest: string): Result.Result<Option.Option<Typed>, string> => {
  const [name, payload] = word(rest)
  if (name === "") return Result.fail("event NAME [PAYLOAD]")
  return Result.map(json(payload), (read) => Option.some(Typed.Tell(tell({ name, payload: read }))))
}

const reply = (rest: string): Result.Result<Option.Option<Typed>, string> => {
  const [id, result] = word(rest)
  if (!/^[1-9]\d*$/.test(id) || result === "") return Result.fail("reply ID RESULT")
  return Result.map(json(result), (read) => Option.some(Typed.Reply({ id: Number(id), result: read })))
}

const ask = (method: string, rest: string): Result.Result<Option.Option<Typed>, string> =>
  Result.map(json(rest), (read) => {
    const params = method === Methods.initialize.method && rest === "" ? Initialize.params : read
    return Option.some(Typed.Ask({ method, params }))
  })
