/**
 * Reads addresses for plugins that have no network. What the manifest allows is judged for the first address and for every one
 * that a redirect names (decision F15); one deadline covers all of it, and the bytes are counted as they come.
 */
import { Constants, HostCalls as Contract, Refusal } from "@lanyard/flash-protocol"
import { Context, Data, Effect, Layer, type Scope, Stream } from "effect"
import type { Handler } from "./Family.ts"

/** There was no response, or it broke off. */
export class TransportFailed extends Data.TaggedError("TransportFailed")<{
  /** The name of the reason, such as ECONNREFUSED; never text that the other side wrote. */
  readonly code: string
}> {}

/** A response as it arrives. */
export interface Arriving {
  readonly status: number
  /** Where a redirect leads, as the other side wrote it. */
  readonly location: string | undefined
  /** The body, without the encoding it may have had on the way; pulled, so that what nobody takes is not sent. */
  readonly body: Stream.Stream<Uint8Array, TransportFailed>
}

/** Sends requests to the network. */
export class Transport extends Context.Service<
  Transport,
  {
    /** Sends one GET with no cookie or credential, follows nothing; closing the scope ends it wherever it is. */
    readonly get: (url: string) => Effect.Effect<Arriving, TransportFailed, Scope.Scope>
  }
>()("@lanyard/flash-host/Transport") {}

/** Reads addresses. */
export class Fetch extends Context.Service<Fetch, { readonly fetch: Handler<"host.fetch"> }>()(
  "@lanyard/flash-host/Fetch"
) {
  static readonly layer: Layer.Layer<Fetch, never, Transport> = Layer.effect(
    Fetch,
    Effect.map(Transport, (transport) => Fetch.of({ fetch: through(transport) }))
  )
}

const through =
  (transport: Transport["Service"]): Handler<"host.fetch"> =>
  ({ url }, { fetchUrls }) =>
    Effect.timeoutOrElse(read(transport, Contract.FetchUrls.make(fetchUrls), url), {
      duration: Constants.quotas.fetch_timeout_ms,
      orElse: () => Effect.fail(Refusal.fetchFailed("timeout"))
    })

const read = Effect.fn("Fetch.read")(function* (
  transport: Transport["Service"],
  allowed: Contract.FetchUrls.Allowlist,
  first: string
) {
  let url = yield* Effect.fromResult(Contract.FetchUrls.admit(allowed, first))
  for (let redirects = 0; redirects <= Constants.hostCallBounds.fetch_redirects_most; redirects++) {
    const answer = yield* Effect.scoped(visit(transport, url))
    if (answer._tag === "Read") return { status: answer.status, body: answer.body }
    url = yield* Effect.fromResult(Contract.FetchUrls.follow(allowed, url, answer.location))
  }
  return yield* Effect.fail(Refusal.fetchFailed("too many redirects"))
})

/** Asks one address; the body of a redirect is not taken. */
const visit = Effect.fnUntraced(
  function* (transport: Transport["Service"], url: string) {
    const { status, location, body } = yield* transport.get(url)
    if (location !== undefined && redirects.has(status)) return { _tag: "Redirected" as const, location }
    return { _tag: "Read" as const, status, body: yield* Effect.fromResult(Contract.Fetch.bodyOf(yield* gather(body))) }
  },
  Effect.mapError((failure) => (typeof failure === "string" ? failure : Refusal.fetchFailed(failure.code)))
)

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const gather = Effect.fnUntraced(function* (body: Arriving["body"]) {
  const parts: Array<Uint8Array> = []
  let size = 0
  const take = (part: Uint8Array) => {
    size += part.length
    if (size > Constants.quotas.fetch_response_bytes) return Effect.fail(Constants.hostCallErrors.fetch_too_large)
    parts.push(part)
    return Effect.void
  }
  yield* Stream.runForEach(body, take)
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
})
