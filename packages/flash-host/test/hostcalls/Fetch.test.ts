import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { type Duration, Effect, Fiber, Layer, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type Arriving, Fetch, Transport, TransportFailed } from "../../src/hostcalls/Fetch.ts"
import { caller, callsOf } from "../support/calls.ts"

const errors = Constants.hostCallErrors
const mebibyte = Constants.quotas.fetch_response_bytes
const base = "https://api.example.com/v1"
const bytes = (text: string) => new TextEncoder().encode(text)

type Answering = Effect.Effect<Arriving, TransportFailed, Scope.Scope>

const says = (body: Arriving["body"], status = 200, location?: string): Answering =>
  Effect.succeed({ status, location, body })
const text = (content: string, status?: number) => says(Stream.succeed(bytes(content)), status)
const redirect = (location: string, status = 302) => says(Stream.die("the body of a redirect"), status, location)
const after = (duration: Duration.Input, answer: Answering) => Effect.andThen(Effect.sleep(duration), answer)

/** A network of these addresses; remembers what was asked for and what is still open. */
const network = (addresses: (url: string) => Answering | undefined) => {
  const asked: Array<string> = []
  let open = 0
  const connection = Effect.acquireRelease(
    Effect.sync(() => open++),
    () => Effect.sync(() => open--)
  )
  const layer = Layer.succeed(Transport, {
    get: (url) =>
      Effect.andThen(
        connection,
        Effect.suspend(() => {
          asked.push(url)
          return addresses(url) ?? Effect.fail(new TransportFailed({ code: "ENOTFOUND" }))
        })
      )
  })
  return { asked, layer: Fetch.layer.pipe(Layer.provide(layer)), open: () => open }
}

const fetching = Effect.fn(function* (addresses: (url: string) => Answering | undefined, fetchUrls = caller.fetchUrls) {
  const { asked, layer, open } = network(addresses)
  const calls = yield* callsOf(layer)
  const fetch = (url: string) => calls.answer({ ...caller, fetchUrls }, "host.fetch", { url })
  return { asked, open, fetch }
})

const refused = (error: string) => ({ ok: false, error })

describe("Fetch", () => {
  it.effect.each([200, 204, 304, 404, 500])("takes status %d for a success [FLASH-HOST-22]", (status) =>
    Effect.gen(function* () {
      const { asked, fetch, open } = yield* fetching(() => text("näme", status))
      assert.deepStrictEqual(yield* fetch(`${base}/x?q=1`), { ok: true, status, body: "näme" })
      assert.deepStrictEqual(asked, [`${base}/x?q=1`])
      assert.strictEqual(open(), 0)
    })
  )

  it.effect.each([
    "https://api.example.com.evil.test/v1",
    "https://api.example.com@evil.test/v1",
    "https://user:word@api.example.com/v1",
    "https://api.example.com/v1evil",
    "https://api.example.com/v1/../v2",
    "https://api.example.com:8443/v1",
    "https://api.example.com/"
  ])("asks nobody for %s (B137) [FLASH-HOST-18, FLASH-HOST-19]", (url) =>
    Effect.gen(function* () {
      const { asked, fetch } = yield* fetching(() => text(""))
      assert.deepStrictEqual(yield* fetch(url), refused(errors.fetch_not_allowed))
      assert.deepStrictEqual(asked, [])
    })
  )

  it.effect.each([301, 302, 303, 307, 308])(
    "follows a redirect of status %d where the manifest leads [FLASH-HOST-20]",
    (status) =>
      Effect.gen(function* () {
        const { asked, fetch } = yield* fetching((url) =>
          url === base ? redirect("/v1/there?a=b", status) : text(`at ${url}`)
        )
        const there = `${base}/there?a=b`
        assert.deepStrictEqual(yield* fetch(base), { ok: true, status: 200, body: `at ${there}` })
        assert.deepStrictEqual(asked, [base, there])
      })
  )

  it.effect.each([
    ["https://evil.test/v1", errors.fetch_not_allowed],
    ["//evil.test/v1", errors.fetch_not_allowed],
    ["/v2", errors.fetch_not_allowed],
    ["https://user@api.example.com/v1", errors.fetch_not_allowed],
    ["http://api.example.com/v1", errors.fetch_url],
    ["file:///etc/passwd", errors.fetch_url],
    ["https://", errors.fetch_url]
  ] as const)("ends at a redirect to %s, at the first hop or a later one (B138) [FLASH-HOST-20]", ([location, error]) =>
    Effect.gen(function* () {
      for (const path of ["/a", "/b"]) {
        const hops = new Map([
          [`${base}/b`, "/v1/a"],
          [`${base}/a`, location]
        ])
        const { asked, fetch, open } = yield* fetching((url) => redirect(hops.get(url) ?? "/v1/lost"))
        assert.deepStrictEqual(yield* fetch(`${base}${path}`), refused(error))
        assert.deepStrictEqual(asked, path === "/a" ? [`${base}/a`] : [`${base}/b`, `${base}/a`])
        assert.strictEqual(open(), 0)
      }
    })
  )

  it.effect("takes a redirect that leads nowhere, or a place beside another status, for the response", () =>
    Effect.gen(function* () {
      const { fetch } = yield* fetching((url) =>
        url === base ? says(Stream.succeed(bytes("here")), 302) : says(Stream.succeed(bytes("made")), 201, "/v2")
      )
      assert.deepStrictEqual(yield* fetch(base), { ok: true, status: 302, body: "here" })
      assert.deepStrictEqual(yield* fetch(`${base}/new`), { ok: true, status: 201, body: "made" })
    })
  )

  it.effect("follows ten redirects and not an eleventh", () =>
    Effect.gen(function* () {
      const most = Constants.hostCallBounds.fetch_redirects_most
      const chain = (length: number) => (url: string) => {
        const at = Number(url.slice(`${base}/`.length))
        return at < length ? redirect(`/v1/${at + 1}`) : text("end")
      }
      const ten = yield* fetching(chain(most))
      assert.deepStrictEqual(yield* ten.fetch(`${base}/0`), { ok: true, status: 200, body: "end" })
      const eleven = yield* fetching(chain(most + 1))
      assert.deepStrictEqual(yield* eleven.fetch(`${base}/0`), refused("fetch failed: too many redirects"))
      assert.strictEqual(eleven.asked.length, most + 1)
    })
  )

  it.effect("takes a body of 1 MiB and stops one at the chunk that is past it [FLASH-HOST-21]", () =>
    Effect.gen(function* () {
      const half = new Uint8Array(mebibyte / 2).fill(0x61)
      let pulled = 0
      const parts = (...sizes: ReadonlyArray<number>) =>
        Stream.fromIterable(sizes).pipe(
          Stream.rechunk(1),
          Stream.map((size) => {
            pulled++
            return half.subarray(0, size)
          })
        )
      const fits = yield* fetching(() => says(parts(half.length, half.length)))
      assert.deepStrictEqual(yield* fits.fetch(base), { ok: true, status: 200, body: "a".repeat(mebibyte) })
      pulled = 0
      const over = yield* fetching(() => says(parts(half.length, half.length, 1, half.length, half.length)))
      assert.deepStrictEqual(yield* over.fetch(base), refused(errors.fetch_too_large))
      assert.strictEqual(pulled, 3)
      assert.strictEqual(over.open(), 0)
    })
  )

  it.effect("refuses what is not UTF-8, and puts a character together whose bytes came apart [FLASH-HOST-21]", () =>
    Effect.gen(function* () {
      const { fetch } = yield* fetching((url) =>
        says(url === base ? Stream.make(Uint8Array.of(0xc3), Uint8Array.of(0xa9)) : Stream.succeed(Uint8Array.of(0xc3)))
      )
      assert.deepStrictEqual(yield* fetch(base), { ok: true, status: 200, body: "é" })
      assert.deepStrictEqual(yield* fetch(`${base}/half`), refused(errors.fetch_not_text))
    })
  )

  it.effect("names why there is no response, and nothing of the address", () =>
    Effect.gen(function* () {
      const broken = Stream.concat(
        Stream.succeed(bytes("so far")),
        Stream.fail(new TransportFailed({ code: "ECONNRESET" }))
      )
      const { fetch } = yield* fetching((url) => (url === base ? undefined : says(broken)))
      assert.deepStrictEqual(yield* fetch(base), refused("fetch failed: ENOTFOUND"))
      assert.deepStrictEqual(yield* fetch(`${base}/broken`), refused("fetch failed: ECONNRESET"))
    })
  )

  const late = {
    "a response": () => after(8_001, text("late")),
    "a body": () => says(Stream.fromEffect(Effect.as(Effect.sleep(8_001), bytes("late")))),
    "a chain of redirects": (url: string) => after(4_001, url === base ? redirect("/v1/second") : text("late"))
  }

  it.effect.each(Object.keys(late) as ReadonlyArray<keyof typeof late>)(
    "gives up %s that takes more than eight seconds, all in all [FLASH-HOST-55]",
    (what) =>
      Effect.gen(function* () {
        const { fetch, open } = yield* fetching(late[what])
        const fetched = yield* Effect.forkChild(fetch(base))
        yield* TestClock.adjust(7_999)
        assert.isUndefined(fetched.pollUnsafe())
        assert.strictEqual(open(), 1)
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* Fiber.join(fetched), refused("fetch failed: timeout"))
        assert.strictEqual(open(), 0)
      })
  )

  it.effect("waits for one that takes a millisecond less [FLASH-HOST-55]", () =>
    Effect.gen(function* () {
      const { fetch } = yield* fetching(() => after(7_999, text("just in time")))
      const fetched = yield* Effect.forkChild(fetch(base))
      yield* TestClock.adjust(7_999)
      assert.deepStrictEqual(yield* Fiber.join(fetched), { ok: true, status: 200, body: "just in time" })
    })
  )

  it.effect("ends with the caller that goes away", () =>
    Effect.gen(function* () {
      const { fetch, open } = yield* fetching(() => says(Stream.never))
      const fetched = yield* Effect.forkChild(fetch(base), { startImmediately: true })
      yield* Effect.yieldNow
      assert.strictEqual(open(), 1)
      yield* Fiber.interrupt(fetched)
      assert.strictEqual(open(), 0)
    })
  )

  it.effect("allows nothing where the manifest names nothing", () =>
    Effect.gen(function* () {
      const { asked, fetch } = yield* fetching(() => text(""), [])
      assert.deepStrictEqual(yield* fetch(base), refused(errors.fetch_not_allowed))
      assert.deepStrictEqual(asked, [])
    })
  )
})
