/** Every decoder against payloads that no honest peer sends: it must return, say nothing of them, and look at them once. */
import { assert, describe, it } from "@effect/vitest"
import { Json, type JsonObject } from "@lanyard/wire"
import { Result } from "effect"
import * as Answer from "../src/Answer.ts"
import * as Catalog from "../src/Catalog.ts"
import * as Envelope from "../src/Envelope.ts"
import * as HostCalls from "../src/hostcalls/HostCalls.ts"
import * as Initialize from "../src/Initialize.ts"
import * as Log from "../src/Log.ts"
import * as Methods from "../src/Methods.ts"
import * as Perform from "../src/Perform.ts"
import * as PerformParams from "../src/PerformParams.ts"
import * as Ping from "../src/Ping.ts"
import * as Response from "../src/Response.ts"
import { isObject } from "../src/Scalar.ts"
import { Choices, deep, from, leaks, marker } from "./support/hostile.ts"
import { row } from "./support/rows.ts"

const sources = new Set(["s"])
const effect = { type: "copy_text", text: "x" }

/** A frame reaches an envelope, and a reply its codec, as an object. */
const object = (payload: unknown): JsonObject => (isObject(payload) ? payload : { payload })

/** Decoders of the host's side and the plugin's, each fed the payload where it hurts. */
const decoders: Readonly<Record<string, (payload: unknown) => unknown>> = {
  "the host's envelope": (payload) => Envelope.host.decode(object(payload)),
  "the plugin's envelope": (payload) => Envelope.plugin.decode(object(payload)),
  "the response law": Response.decode,
  "a success": (payload) => Response.decodeSuccess(object(payload), "rows"),
  "initialize params": (payload) => Initialize.answer(payload, false),
  "an initialize reply": (payload) => Initialize.decodeReply(object(payload)),
  "a ping reply": (payload) => Ping.isAlive(object(payload)),
  "publish params": (payload) => Catalog.decode(payload, sources),
  rows: (payload) => Catalog.decode({ rows: payload }, sources),
  "a row": (payload) => Catalog.decode({ rows: [row(), payload] }, sources),
  "a row's fields": (payload) => Catalog.decode({ rows: [row(object(payload))] }, sources),
  "a row's metadata": (metadata) => Catalog.decode({ rows: [row({ metadata })] }, sources),
  "a row's effect": (payload) => Catalog.decode({ rows: [row({ effect: payload })] }, sources),
  "a row, strictly": (payload) => Catalog.decodeRow(payload),
  "evaluate params": Answer.decodeParams,
  "an evaluate reply": (payload) => Answer.decodeReply(object(payload)),
  answers: (answers) => Answer.decodeReply({ ok: true, answers }),
  "an answer": (payload) => Answer.decodeReply({ ok: true, answers: [{ title: "t", effect }, payload] }),
  "an answer's fields": (payload) => Answer.decodeReply({ ok: true, answers: [{ title: "t", ...object(payload) }] }),
  "perform params": PerformParams.decode,
  "a selected row": (payload) => PerformParams.decode({ kind: "resolve", row: payload }),
  "an action's context": (context) => PerformParams.decode({ kind: "action", name: "tab_new", context }),
  "an action's args": (payload) => PerformParams.tabIndex(object(payload)),
  "a perform reply": (payload) => Perform.decodeReply(object(payload)),
  "a perform success": (payload) => Perform.decodeReply({ ...object(payload), ok: true }),
  "a log line": Log.decode,
  "a log line's fields": (fields) => Log.decode({ fields }),
  "an event": Methods.event.decodeParams,
  "search params": Methods.search.decodeParams,
  "a search reply": (payload) => Methods.search.decodeReply(object(payload), sources),
  "hints params": Methods.hints.decodeParams,
  "a hints reply": (payload) => Methods.hints.decodeReply(object(payload), 7),
  targets: (targets) => Methods.hints.decodeReply({ ok: true, targets }, 7),
  "status params": (payload) => Methods.status.decodeParams(payload, sources),
  "poll params": Methods.poll.decodeParams,
  ...Object.fromEntries(
    Object.values(HostCalls.table).flatMap(({ method, decodeParams, decodeReply }) => [
      [`${method} params`, decodeParams],
      [`a ${method} reply`, decodeReply]
    ])
  )
}

const contract =
  "id method params result trace deadline_ms ok error unhandled protocol_version rows source title url metadata effect type " +
  "text bundle_id priority answers subtitle kind row command args name context pid front_window_frame index target_pid " +
  "navigation_url message level fields targets segments registrations payload"
const inherited = "__proto__ constructor toString valueOf length then toJSON"

/** Keys of the contract, keys of every object, and keys of the peer's own. */
const names = [
  ...`${contract} ${inherited}`.split(" "),
  "",
  `${marker}-key`,
  `${marker}-\ud800`,
  `${marker}.${marker}[0]`
]

/** Whether an outcome of any decoder repeats what the peer chose; what the peer is quoted with by contract does not count. */
const tells = (outcome: unknown): boolean =>
  Result.isResult(outcome)
    ? leaks(outcome)
    : isObject(outcome) && outcome.cause === "malformed" && JSON.stringify(outcome).includes(marker)

const cases = Object.entries(decoders)

describe("a decoder", () => {
  it.prop(
    "returns whatever came, and its reason repeats no value and no key of the peer's [FLASH-REF-03, FLASH-REF-05]",
    [Choices],
    ([choices]) => {
      const payload = from(choices, names)
      for (const [name, decode] of cases) assert.isFalse(tells(decode(payload)), name)
    },
    { arbitrary: { runs: 150 } }
  )

  it.each(cases)("of %s returns for every shape of one key [FLASH-REF-03, FLASH-REF-05]", (_, decode) => {
    const values = [null, 1, new Json.Decimal(1), `${marker}-value`, [marker], { [marker]: marker }]
    for (const name of names) {
      for (const value of values) {
        const payload: unknown = Object.fromEntries([[name, value]])
        assert.isFalse(tells(decode(payload)), name)
        assert.isFalse(tells(decode([payload])), name)
      }
    }
  })

  it.each(cases)("of %s returns for what is deep, wide or long [FLASH-REF-05, FLASH-VAL-08]", (_, decode) => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${marker}-${at}`, at]))
    const long = marker.repeat(250_000)
    for (const payload of [deep, [deep], wide, [wide], Array(10_001).fill(wide), long, { [long]: long }, ladder()]) {
      assert.isFalse(tells(decode(payload)))
    }
  })

  it.each(scaling())("looks at %s a number of times that grows no faster than they do [FLASH-REF-06]", (_, visits) => {
    const few = visits(2_000)
    assert.isAbove(few, 0)
    assert.isAtMost(visits(8_000), 4 * few + 100)
  })
})

/** Text over one slice of measuring at every sixtieth of 3,600 levels: each step down is found too large anew. */
function ladder(): unknown {
  let rung: unknown = []
  for (let level = 0; level < 3_600; level++) rung = level % 60 === 0 ? ["x".repeat(66_000), rung] : [rung]
  return rung
}

/** Payloads of any size, each with the number of times that its decoder reads something of it. */
function scaling(): ReadonlyArray<[string, (size: number) => number]> {
  // Two thousand of them are more than one slice of measuring, which what is larger pays for twice.
  const text = "x".repeat(40)
  const many = <A>(size: number, item: (at: number) => A) => Array.from({ length: size }, (_, at) => item(at))
  const keyed = (size: number) => Object.fromEntries(many(size, (at) => [`k${at}`, text]))
  const nested = (size: number) => many(size, () => 0).reduce<unknown>((inner) => [inner], [])
  const of =
    (decode: ((payload: unknown) => unknown) | undefined, payload: (size: number) => unknown) => (size: number) => {
      const [watched, visits] = watch(payload(size))
      decode?.(watched)
      return visits()
    }
  return [
    ["rows", of(decoders["publish params"], (size) => ({ rows: many(size, () => row({ metadata: { a: text } })) }))],
    [
      "rows with a bad last one",
      of(decoders.rows, (size) => [...many(size, () => row({ url: `a:${text}` })), row({ title: "" })])
    ],
    ["unknown keys of a row", of(decoders["a row"], (size) => row(keyed(size)))],
    ["entries of metadata", of(decoders["a row's metadata"], keyed)],
    ["keys of an effect", of(decoders["a row's effect"], keyed)],
    ["levels of a row", of(decoders["a row"], (size) => row({ metadata: nested(size) }))],
    ["keys of an answer", of(decoders["an answer"], keyed)],
    ["answers", of(decoders.answers, (size) => many(size, () => ({ title: "t", effect })))],
    ["keys of a result", of(decoders["the response law"], (size) => ({ ok: false, error: "x", ...keyed(size) }))],
    ["keys of a frame", of(decoders["the host's envelope"], (size) => ({ id: 1, method: "ping", ...keyed(size) }))],
    ["keys of a success", of(decoders["a perform success"], keyed)],
    ["args of a command", of(decoders["perform params"], (size) => ({ kind: "command", args: many(size, String) }))],
    [
      "keys of a selected row",
      of(decoders["a selected row"], (size) => row({ ...keyed(size), metadata: keyed(size) }))
    ],
    ["fields of a log line", of(decoders["a log line's fields"], keyed)],
    ["fields with a bad last one", of(decoders["a log line's fields"], (size) => ({ ...keyed(size), z: 1 }))]
  ]
}

/** Counts whatever is asked of a value and of all that it holds. */
function watch(value: unknown): readonly [unknown, () => number] {
  let visits = 0
  const wrap = (inner: unknown): unknown =>
    typeof inner !== "object" || inner === null
      ? inner
      : new Proxy(inner, {
          get: (target, key, receiver) => {
            visits++
            return wrap(Reflect.get(target, key, receiver))
          },
          has: (target, key) => {
            visits++
            return Reflect.has(target, key)
          },
          getOwnPropertyDescriptor: (target, key) => {
            visits++
            return Reflect.getOwnPropertyDescriptor(target, key)
          }
        })
  return [wrap(value), () => visits]
}
