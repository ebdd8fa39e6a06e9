/** What the Flash contract costs on top of reading JSON: a full catalog, its longest slice, and a full reply. */
import { Answer, Catalog, Constants, Envelope, Methods } from "@lanyard/flash-protocol"
import { Json } from "@lanyard/wire"
import { Result } from "effect"
import { atMost, type Comparison, keepNothing } from "./measure.ts"

const sources = new Set(["bench.items"])
const { quotas } = Constants

/** Rows of every shape the contract allows, text beyond ASCII included, of about 400 bytes. */
const row = (at: number): Catalog.Row => ({
  source: "bench.items",
  title: `Row ${at} · naïve ⚡ ${"title ".repeat(at % 8)}`,
  url: `https://example.com/items/${at}?q=${at * 7}`,
  metadata: { subtitle: `subtitle ${at}`, pid: String(at + 1), path: "/some/folder/".repeat(11), priority: "high" },
  ...(at % 3 === 0 ? { effect: { type: "open", url: `https://example.com/open/${at}` } as const } : {})
})

const rows = Array.from({ length: quotas.catalog_rows }, (_, at) => row(at))

const lineOf = (value: unknown) => Buffer.from(JSON.stringify(value))

const publishLine = lineOf({ method: "publish", params: Catalog.encode(rows) })

/** The same catalog as a sender writes it that escapes what it need not: over the byte quota as sent, within it as counted. */
const escapedLine = Buffer.from(publishLine.toString().replaceAll("/", "\\u002f"))

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (line: Uint8Array): unknown => JSON.parse(decoder.decode(line))

const read = (line: Uint8Array) => Envelope.host.decode(Result.getOrThrow(Json.parse(line)))

const paramsOf = (line: Uint8Array): unknown => {
  const message = read(line)
  return message._tag === "Notification" ? message.params : undefined
}

const millis = (job: () => unknown) => {
  const from = performance.now()
  job()
  return performance.now() - from
}

const publish = async () =>
  millis(() => Result.getOrThrow(Catalog.decode(paramsOf(publishLine), sources, publishLine.length)))

const longestSlice = async () => {
  const slices = Catalog.reading(paramsOf(escapedLine), sources, escapedLine.length)
  const times: Array<number> = []
  for (let done = false; !done; ) {
    times.push(
      millis(() => {
        done = slices.next().done === true
      })
    )
  }
  return Math.max(...times)
}

const answers: ReadonlyArray<Answer.Answer> = Array.from({ length: quotas.answers }, (_, at) => ({
  title: `Answer ${at} = ${at * 37}`,
  subtitle: `from evaluator ${at}`,
  effect: { type: "copy_text", text: `value ${at}` }
}))

const replyLine = lineOf(Envelope.plugin.reply(7, Answer.reply(answers)))

const REPLIES = 500

const evaluateReply = () => {
  const message = read(replyLine)
  return Result.getOrThrow(Methods.evaluate.decodeReply(message._tag === "Reply" ? message.body : {}))
}

const microseconds = (job: () => unknown) => async () =>
  (millis(() => {
    for (let round = 0; round < REPLIES; round++) job()
  }) /
    REPLIES) *
  1000

export const contract: ReadonlyArray<Comparison> = [
  {
    name: "publish of 10,000 rows, line to catalog",
    unit: "ms",
    rounds: 31,
    contenders: keepNothing(async () => millis(() => parse(publishLine)), publish),
    pinned: true,
    bound: atMost(2)
  },
  {
    name: "its longest slice when bytes are counted",
    unit: "ms",
    rounds: 31,
    contenders: keepNothing(async () => millis(() => parse(escapedLine)), longestSlice),
    pinned: true,
    bound: atMost(0.25)
  },
  {
    name: "evaluate reply of 16 answers, line to value",
    unit: "µs",
    rounds: 31,
    contenders: keepNothing(
      microseconds(() => parse(replyLine)),
      microseconds(evaluateReply)
    ),
    pinned: true,
    bound: atMost(4)
  }
]
