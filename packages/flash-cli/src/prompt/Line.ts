/**
 * The language of the prompt, one request a line. Total: any line is a request, nothing at all (blank, or a comment that
 * begins with `#`), or refused with what was expected.
 */
import { Constants } from "@lanyard/flash-protocol"
import { Data, Option, Result } from "effect"
import * as EventLine from "./EventLine.ts"
import { Request } from "./Request.ts"

/** A line that asks nothing the prompt knows. */
export class LineRefused extends Data.TaggedError("LineRefused")<{
  /** What should have stood there. */
  readonly expected: string
}> {
  override get message(): string {
    return `expected ${this.expected}`
  }
}

/** One kind of request: how to write it, and what it does. */
export interface Form {
  readonly form: string
  readonly about: string
}

/** Reads a line. */
export const parse = (line: string): Result.Result<Option.Option<Request>, LineRefused> => {
  const text = line.trim()
  if (text === "" || text.startsWith("#")) return Result.succeed(Option.none())
  const [verb, rest] = word(text)
  const known = verbs.get(verb)
  if (known === undefined) return Result.fail(new LineRefused({ expected: "one of the requests that help lists" }))
  const { form, read } = known
  return Result.match(read(rest), {
    onFailure: (detail) => Result.fail(new LineRefused({ expected: detail === "" ? form : `${form}: ${detail}` })),
    onSuccess: (request) => Result.succeed(Option.some(request))
  })
}

/** Reads what follows the verb; a failure says in detail what is wrong, or nothing beyond the form. */
type Read = (rest: string) => Result.Result<Request, string>

const word = (text: string): readonly [first: string, rest: string] => {
  const end = text.search(/\s/)
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end).trimStart()]
}

const malformed = Result.fail("")

const nothing =
  (request: Request): Read =>
  (rest) =>
    rest === "" ? Result.succeed(request) : malformed

const oneWord =
  (make: (only: string) => Request): Read =>
  (rest) =>
    rest === "" || /\s/.test(rest) ? malformed : Result.succeed(make(rest))

const search: Read = (rest) => {
  const [source, query] = word(rest)
  return /^@./.test(source) ? Result.succeed(Request.Search({ source: source.slice(1), query })) : malformed
}

const catalog: Read = (rest) =>
  rest === "" ? Result.succeed(Request.Catalog({})) : oneWord((source) => Request.Catalog({ source }))(rest)

const perform: Read = (rest) => {
  const [command, typed] = word(rest)
  const [subcommand, raw] = word(typed)
  return command === "" ? malformed : Result.succeed(Request.Perform({ command, subcommand, raw }))
}

const action: Read = (rest) => {
  const known = Constants.actions.find((name) => name === rest)
  return known === undefined
    ? Result.fail(`NAME is one of ${Constants.actions.join(", ")}`)
    : Result.succeed(Request.Action({ action: known }))
}

const event: Read = (rest) => Result.map(EventLine.read(...word(rest)), (event) => Request.Event({ event }))

const verbs = new Map<string, Form & { readonly read: Read }>(
  Object.entries({
    evaluate: {
      form: "evaluate TEXT",
      about: "ask the evaluators",
      read: (rest) => (rest === "" ? malformed : Result.succeed(Request.Evaluate({ query: rest })))
    },
    search: { form: "search @SOURCE TEXT", about: "ask a live source", read: search },
    catalog: { form: "catalog [SOURCE]", about: "show published rows", read: catalog },
    perform: { form: "perform COMMAND SUBCOMMAND ARGS", about: "run a command of a plugin", read: perform },
    action: { form: "action NAME", about: "perform an action, or say what the host would do", read: action },
    event: { form: "event NAME JSON", about: "tell plugins of an event, with its payload", read: event },
    status: { form: "status", about: "show the status segments", read: nothing(Request.Status()) },
    plugins: { form: "plugins", about: "show how the plugins stand", read: nothing(Request.Plugins()) },
    reload: {
      form: "reload ID",
      about: "replace a plugin's process",
      read: oneWord((plugin) => Request.Reload({ plugin }))
    },
    kill: { form: "kill ID", about: "kill a plugin's process", read: oneWord((plugin) => Request.Kill({ plugin })) },
    help: { form: "help", about: "show these lines", read: nothing(Request.Help()) },
    quit: { form: "quit", about: "stop the plugins and leave", read: nothing(Request.Quit()) }
  } satisfies Record<string, Form & { readonly read: Read }>)
)

/** Every kind of request, in the order in which help shows them. */
export const forms: ReadonlyArray<Form> = [...verbs.values()]
