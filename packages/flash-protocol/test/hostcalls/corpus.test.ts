/** Holds the host calls to the corpus; `fixtures/README.md` says what its files mean. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Capability from "../../src/Capability.ts"
import { capabilities, hostCalls } from "../../src/Constants.ts"
import * as HostCalls from "../../src/hostcalls/HostCalls.ts"
import * as Response from "../../src/Response.ts"
import { type CorpusFile, payload, read, writtenOut } from "../support/corpus.ts"

const { FetchUrls, Notify } = HostCalls

const texts = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

/** What the file's receiver knows; the call's own capability is granted unless the file says what is. */
const granted = ({ given }: CorpusFile) => {
  const method = String(given.method)
  const needed = Capability.isMethod(method) ? hostCalls[method] : null
  const named = given.capabilities === undefined ? [String(needed)] : texts(given.capabilities)
  return new Set(capabilities.filter((capability) => named.includes(capability)))
}

/** Params as the host gets them, once what the file gives beside them has been asked too. */
const heard = (file: CorpusFile): Result.Result<unknown, string> =>
  Result.flatMap(
    HostCalls.accept(String(file.given.method), payload(file), granted(file)),
    (accepted): Result.Result<unknown, string> => {
      const { given } = file
      if (accepted.method === "host.fetch") {
        const allowed = FetchUrls.make(texts(given.fetch_urls))
        return Result.map(FetchUrls.admit(allowed, accepted.params.url), (url) => ({ url }))
      }
      const { params = {} } = accepted
      return accepted.method === "host.notify" && given.now !== undefined
        ? Result.map(Notify.accept(Number(given.last_accepted), Number(given.now)), () => params)
        : Result.succeed(params)
    }
  )

/** The next address of a redirect, whose location stands in the place of the params' address. */
const followed = ({ given, input }: CorpusFile): Result.Result<unknown, string> =>
  Result.map(
    FetchUrls.follow(FetchUrls.make(texts(given.fetch_urls)), String(given.redirect_from), String(Object(input).url)),
    (url) => ({ url })
  )

/** A result as the plugin gets it, written again. */
const got = <M extends HostCalls.Method>(method: M, body: unknown): Response.Body =>
  Result.match(HostCalls.table[method].decodeReply(body), {
    onFailure: Response.failure,
    onSuccess: HostCalls.table[method].encodeReply
  })

const verdict = (file: CorpusFile): unknown => {
  const method = String(file.given.method)
  if (file.given.reads === "params") {
    const received = file.given.redirect_from === undefined ? heard(file) : followed(file)
    return Result.match(received, { onFailure: (error) => ({ error }), onSuccess: (expect) => ({ expect }) })
  }
  const body = Capability.isMethod(method) ? got(method, payload(file)) : {}
  return body.error === "invalid host response" ? { error: body.error } : { expect: body }
}

describe("the corpus of host calls", () => {
  it.each(read("hostcall").map((file): [string, CorpusFile] => [file.name, file]))(
    "%s has the outcome that it names [FLASH-HOST-01, FLASH-HOST-09]",
    (_, file) => {
      assert.deepStrictEqual(verdict(file), file.isValid ? { expect: writtenOut(file.expect) } : file.outcome)
    }
  )
})
