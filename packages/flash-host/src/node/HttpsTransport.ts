/** Requests over `node:https`: a connection of their own, exactly these headers, and no redirect that is followed. */
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { pipeline, type Readable, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { Effect, Layer, Stream } from "effect"
import { type Arriving, Transport, TransportFailed } from "../hostcalls/Fetch.ts"
import { errorCode } from "./ErrorCode.ts"

/** What a host may say about how the other end is known. */
export interface Options {
  /** Certificates to trust in the place of the system's, as PEM. */
  readonly ca?: string
}

const failed = (error: unknown) => new TransportFailed({ code: errorCode(error) })

// Nothing in them tells users or machines apart.
const headers = { accept: "*/*", "accept-encoding": "gzip, br", "user-agent": "flash" }

// It may report more than one error, and the last when it is destroyed: somebody must always listen.
const begin = (url: string, options: Options) =>
  request(url, { ...options, agent: false, headers }).on("error", () => {})

/** Sends requests over the network of this machine. */
export const layer = (options: Options = {}): Layer.Layer<Transport> =>
  Layer.succeed(Transport, {
    get: (url) =>
      Effect.gen(function* () {
        const sent = yield* Effect.acquireRelease(
          Effect.try({ try: () => begin(url, options), catch: failed }),
          (sent) => Effect.sync(() => sent.destroy())
        )
        const response = yield* Effect.callback<IncomingMessage, TransportFailed>((resume) => {
          sent.once("response", (response) => resume(Effect.succeed(response)))
          sent.once("error", (error) => resume(Effect.fail(failed(error))))
          sent.end()
        })
        const { statusCode = 0, headers: answered } = response
        const arriving: Arriving = { status: statusCode, location: answered.location, body: bodyOf(response) }
        return arriving
      })
  })

const bodyOf = (response: IncomingMessage): Arriving["body"] => {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  const decoder = decoders.get(encoding)
  if (encoding !== "identity" && decoder === undefined) return Stream.fail(new TransportFailed({ code: "ENCODING" }))
  return Stream.suspend(() =>
    Stream.fromAsyncIterable<Uint8Array, TransportFailed>(
      decoder === undefined ? response : through(response, decoder()),
      failed
    )
  )
}

// An error of one of the two ends the other with it, and reaches whoever reads.
const through = (response: IncomingMessage, decoder: Transform): Readable => pipeline(response, decoder, () => {})

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress]
])
