import type { IncomingMessage, ServerResponse } from "node:http"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { Fetch } from "../../src/hostcalls/Fetch.ts"
import * as HttpsTransport from "../../src/node/HttpsTransport.ts"
import { caller, callsOf } from "../support/calls.ts"
import { certificate, server } from "../support/secure.ts"

const mebibyte = Constants.quotas.fetch_response_bytes
const errors = Constants.hostCallErrors

const encoded =
  (encoding: string, body: Uint8Array) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { "content-encoding": encoding }).end(body)
  }

const redirected =
  (location: string) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(302, { location }).end("moved")
  }

const endless = (_: IncomingMessage, response: ServerResponse): void => {
  const more = () => {
    while (response.write("x".repeat(64 * 1024))) {}
  }
  response.on("drain", more)
  more()
}

const seen: Array<string> = []

const paths = {
  "/v1/echo?q=%C3%A4": ({ method, headers }: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "set-cookie": "id=1" }).end(JSON.stringify({ method, headers }))
  },
  "/v1/missing": (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(404).end("näme")
  },
  "/v1/gzip": encoded("gzip", gzipSync("näme")),
  "/v1/br": encoded("BR", brotliCompressSync("näme")),
  "/v1/deflate": encoded("deflate", deflateSync("näme")),
  "/v1/other": encoded("zip", Buffer.from("näme")),
  "/v1/broken": encoded("gzip", Buffer.from("näme")),
  "/v1/half": encoded("gzip", gzipSync("näme").subarray(0, 12)),
  "/v1/fits": encoded("gzip", gzipSync(Buffer.alloc(mebibyte, "a"))),
  "/v1/bomb": encoded("gzip", gzipSync(Buffer.alloc(64 * mebibyte))),
  "/v1/endless": endless,
  "/v1/silent": (_: IncomingMessage, response: ServerResponse) => {
    seen.push("silent")
    response.on("close", () => seen.push("closed"))
  },
  "/v1/cut": (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-length": 100 }).write("so far")
    setImmediate(() => response.destroy())
  },
  "/v1/near": redirected("missing"),
  "/v1/far": redirected("https://localhost/v1"),
  "/v1/plain": redirected("http://127.0.0.1/v1")
}

const reading = Effect.fn(function* (options: HttpsTransport.Options = { ca: certificate }) {
  const { origin, connections } = yield* server(paths)
  const calls = yield* callsOf(Fetch.layer.pipe(Layer.provide(HttpsTransport.layer(options))))
  const asking = { ...caller, fetchUrls: [`${origin}/v1`] }
  const fetch = (path: string) => calls.answer(asking, "host.fetch", { url: `${origin}${path}` })
  /** Waits for the connections to be gone, as the server sees it. */
  const quiet = Effect.suspend(() => (connections.open === 0 ? Effect.void : Effect.fail("open"))).pipe(
    Effect.retry(Schedule.spaced(5))
  )
  return { fetch, quiet, origin }
})

const body = (text: string, status = 200) => ({ ok: true, status, body: text })
const refused = (error: string) => ({ ok: false, error })

describe("host.fetch over TLS", () => {
  it.live("sends a GET with nothing of the host's or of an earlier answer in it [FLASH-HOST-55]", () =>
    Effect.gen(function* () {
      const { fetch, origin } = yield* reading()
      for (const _ of ["first", "second"]) {
        const { body: text } = yield* fetch("/v1/echo?q=ä#part")
        assert.deepStrictEqual(JSON.parse(String(text)), {
          method: "GET",
          headers: {
            accept: "*/*",
            "accept-encoding": "gzip, br",
            "user-agent": "flash",
            host: origin.slice("https://".length),
            connection: "close"
          }
        })
      }
    })
  )

  it.live("returns any status, with the body as text [FLASH-HOST-22]", () =>
    Effect.gen(function* () {
      const { fetch, quiet } = yield* reading()
      assert.deepStrictEqual(yield* fetch("/v1/missing"), body("näme", 404))
      yield* quiet
    })
  )

  it.live.each(["/v1/gzip", "/v1/br", "/v1/deflate"])("reads what came encoded: %s", (path) =>
    Effect.gen(function* () {
      const { fetch } = yield* reading()
      assert.deepStrictEqual(yield* fetch(path), body("näme"))
    })
  )

  it.live.each([
    ["/v1/other", "fetch failed: ENCODING"],
    ["/v1/broken", "fetch failed: Z_DATA_ERROR"],
    ["/v1/half", "fetch failed: Z_BUF_ERROR"],
    ["/v1/cut", "fetch failed: ECONNRESET"]
  ] as const)("refuses what it cannot read to its end: %s", ([path, error]) =>
    Effect.gen(function* () {
      const { fetch, quiet } = yield* reading()
      assert.deepStrictEqual(yield* fetch(path), refused(error))
      yield* quiet
    })
  )

  it.live("counts the bytes that a body has become, not those that came [FLASH-HOST-21]", () =>
    Effect.gen(function* () {
      const { fetch, quiet } = yield* reading()
      assert.deepStrictEqual(yield* fetch("/v1/fits"), body("a".repeat(mebibyte)))
      assert.deepStrictEqual(yield* fetch("/v1/bomb"), refused(errors.fetch_too_large))
      yield* quiet
    })
  )

  it.live("closes the connection at the byte that is too much [FLASH-HOST-21]", () =>
    Effect.gen(function* () {
      const { fetch, quiet } = yield* reading()
      assert.deepStrictEqual(yield* fetch("/v1/endless"), refused(errors.fetch_too_large))
      yield* quiet
    })
  )

  it.live("follows a redirect that the manifest allows, and no other [FLASH-HOST-20]", () =>
    Effect.gen(function* () {
      const { fetch, quiet } = yield* reading()
      assert.deepStrictEqual(yield* fetch("/v1/near"), body("näme", 404))
      assert.deepStrictEqual(yield* fetch("/v1/far"), refused(errors.fetch_not_allowed))
      assert.deepStrictEqual(yield* fetch("/v1/plain"), refused(errors.fetch_url))
      yield* quiet
    })
  )

  it.live("closes the connection with the caller that goes away", () =>
    Effect.gen(function* () {
      const { fetch } = yield* reading()
      seen.length = 0
      const fetching = yield* Effect.forkChild(fetch("/v1/silent"))
      const until = (what: string) =>
        Effect.suspend(() => (seen.at(-1) === what ? Effect.void : Effect.fail(what))).pipe(
          Effect.retry(Schedule.spaced(5))
        )
      yield* until("silent")
      yield* Fiber.interrupt(fetching)
      yield* until("closed")
      assert.deepStrictEqual(seen, ["silent", "closed"])
    })
  )

  it.live("trusts nobody whom the system does not trust", () =>
    Effect.gen(function* () {
      const { fetch } = yield* reading({})
      assert.deepStrictEqual(yield* fetch("/v1/missing"), refused("fetch failed: DEPTH_ZERO_SELF_SIGNED_CERT"))
    })
  )

  it.live("says why nobody answers", () =>
    Effect.gen(function* () {
      const calls = yield* callsOf(Fetch.layer.pipe(Layer.provide(HttpsTransport.layer())))
      // Nobody may listen on the first port without being asked for by the user.
      const url = "https://127.0.0.1:1/v1"
      const answer = yield* calls.answer({ ...caller, fetchUrls: [url] }, "host.fetch", { url })
      assert.deepStrictEqual(answer, refused("fetch failed: ECONNREFUSED"))
    })
  )
})
