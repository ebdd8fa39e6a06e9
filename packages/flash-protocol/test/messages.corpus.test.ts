/** Holds the codecs to the corpus; `fixtures/README.md` says what its files mean. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import * as Answer from "../src/Answer.ts"
import * as Catalog from "../src/Catalog.ts"
import * as Initialize from "../src/Initialize.ts"
import * as Log from "../src/Log.ts"
import * as Methods from "../src/Methods.ts"
import * as Perform from "../src/Perform.ts"
import * as PerformParams from "../src/PerformParams.ts"
import * as Ping from "../src/Ping.ts"
import * as Quota from "../src/Quota.ts"
import type { PayloadRejected } from "../src/Rejection.ts"
import * as Response from "../src/Response.ts"
import * as Search from "../src/Search.ts"
import { type CorpusFile, payload, read } from "./support/corpus.ts"

const files = (area: string) => read(area).map((file): [string, CorpusFile] => [file.name, file])

/** A value is refused exactly where the file says, and accepted exactly when the file is valid. */
const judge = <A>(
  file: CorpusFile,
  result: Result.Result<A, PayloadRejected | Response.ReplyRefused>,
  accepted: (value: A) => unknown
) => {
  const verdict = Result.match(result, {
    onSuccess: (value): unknown => ({ expect: accepted(value) }),
    onFailure: (failure) =>
      failure._tag === "ReplyRefused" ? { refused: true } : { path: failure.path, limit: failure.limit }
  })
  assert.deepStrictEqual(verdict, file.isValid ? { expect: file.expect } : { path: file.path, limit: file.limit })
}

/** A result as the envelope hands it on, which lets only objects through. */
const body = (value: unknown) => value as Response.Body

/** The files about replies, and those about params. */
const partition = (all: ReadonlyArray<[string, CorpusFile]>) => {
  const isReply = ([, { given }]: [string, CorpusFile]) => given.reads === "reply"
  return [all.filter(isReply), all.filter((file) => !isReply(file))] as const
}

/** Only what JSON can say: members that are undefined are gone. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("the corpus of results", () => {
  it.each(files("response"))("%s is judged by the response law", (_, file) => {
    judge(
      file,
      Response.decode(payload(file)),
      Response.Response.$match({
        Succeeded: ({ fields }): unknown => fields,
        Refused: ({ error }) => ({ ok: false, error })
      })
    )
  })
})

describe("the corpus of initialize and ping", () => {
  it.each(files("initialize"))("%s has the outcome that it names [FLASH-INIT-06, FLASH-INIT-10]", (_, file) => {
    assert.deepStrictEqual(shaken(file), file.isValid ? file.expect : file.outcome)
  })

  const shaken = (file: CorpusFile): unknown => {
    const value = payload(file)
    if (file.given.method === "ping") {
      if (file.given.reads === "reply") return Ping.isAlive(body(value)) ? "alive" : "missed"
      return Result.map(Methods.ping.decodeParams(value), () => ({ reply: Ping.reply })).pipe(Result.merge)
    }
    return file.given.reads === "params"
      ? Initialize.answer(value, file.given.initialized === true)
      : Initialize.Handshake.$match(Initialize.decodeReply(body(value)), {
          Accepted: (): unknown => "accepted",
          WrongVersion: () => ({ parked: "version" }),
          Refused: () => ({ parked: "ok" }),
          Malformed: () => ({ parked: "keys" })
        })
  }
})

describe("the corpus of publish", () => {
  it.each(files("publish"))("%s is taken whole or not at all [FLASH-CAT-02, FLASH-CAT-14, FLASH-CAT-20]", (_, file) => {
    const { sources } = file.given
    const declared = new Set<string>(Array.isArray(sources) ? sources : [])
    const params = payload(file)
    judge(file, Catalog.decode(params, declared), (rows) => {
      assert.strictEqual<unknown>(rows, body(params).rows)
      assert.deepStrictEqual<unknown>(
        rows,
        Result.getOrThrow(Search.decodeReply({ ok: true, rows: body(params).rows }, declared))
      )
      return { rows: rows.length }
    })
  })
})

describe("the corpus of evaluate", () => {
  const [replies, params] = partition(files("evaluate"))

  it.each(replies)("%s is taken whole or not at all [FLASH-ANS-12]", (_, file) => {
    judge(file, Answer.decodeReply(body(payload(file))), (answers) => ({ answers: answers.length }))
  })

  it.each(params)("%s is read and sent as text [FLASH-ANS-02]", (_, file) => {
    const result = Result.match(Answer.decodeParams(payload(file)), {
      onSuccess: (received): unknown => received,
      onFailure: () => ({ error: "invalid evaluate params" })
    })
    assert.deepStrictEqual(result, file.isValid ? file.expect : file.outcome)
  })
})

describe("the corpus of perform", () => {
  const [replies, params] = partition(files("perform"))

  it.each(replies)("%s has one of three outcomes [FLASH-PERF-12, FLASH-PERF-13]", (_, file) => {
    const outcome = Perform.decodeReply(body(payload(file)))
    if (file.isValid) return assert.deepStrictEqual(plain(told(outcome)), file.expect)
    if (outcome._tag !== "Failed") return assert.fail(`${outcome._tag} is no failure`)
    assert.strictEqual(outcome.cause, "malformed")
    assert.isTrue(outcome.error.startsWith(`malformed reply: ${file.path}: `), outcome.error)
  })

  it.each(params)("%s is read, or refused with the canonical text [FLASH-PERF-18]", (_, file) => {
    const value = payload(file)
    // The files hold what a host can have in its hands.
    if (file.given.sends === "params") {
      return assert.deepStrictEqual(plain(PerformParams.encode(value as PerformParams.Params)), file.expect)
    }
    const result = Result.match(PerformParams.decode(value), {
      onSuccess: (received): unknown => ({ ...received, tab: tabOf(received) }),
      onFailure: (error) => ({ error })
    })
    assert.deepStrictEqual(plain(result), file.isValid ? file.expect : file.outcome)
  })

  const told = Perform.Outcome.$match({
    Performed: ({ targetPid, navigationUrl, message }): unknown => ({
      performed: { target_pid: targetPid, navigation_url: navigationUrl, message }
    }),
    Unhandled: () => ({ unhandled: true }),
    Failed: ({ error }) => ({ failed: error })
  })

  const tabOf = (params: PerformParams.Params) =>
    params.kind === "action" ? Option.getOrUndefined(PerformParams.tabIndex(params.args)) : undefined
})

describe("the corpus of log", () => {
  it.each(files("log"))("%s reads as a line, whatever it holds", (_, file) => {
    const entry = Log.decode(payload(file))
    assert.deepStrictEqual(Log.encode(entry), file.isValid ? file.expect : file.outcome)
  })
})

describe("the corpus of bytes", () => {
  it.each(files("bytes"))("%s weighs what its compact encoding does", (_, file) => {
    const list = payload(file)
    const limits = { count: Number.POSITIVE_INFINITY, bytes: Number(file.given.at_most) }
    judge(file, Quota.list(list, "list", limits), () => ({ encoded_bytes: limits.bytes }))
  })
})
