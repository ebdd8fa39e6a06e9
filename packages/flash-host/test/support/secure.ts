/** A web server over TLS on this machine, for what must never be tested on a network. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import { Effect } from "effect"

// For 127.0.0.1 and nothing else; trusted by the tests that name it and nobody else.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIWsMxMvJFP35Q10Y
+fCoLJjebaCFlBKEsxR0a4WvF/KhRANCAAS4lq+3cK9ib4a6ncYK0YWpDzLZqtdM
zyAUaG9g34Uis+lzJlC9XQhg8nN85f7OBxRZ87bkv+frPuqtqhUJyRsU
-----END PRIVATE KEY-----`

/** The certificate of the server, as PEM. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBcTCCARegAwIBAgIBATAKBggqhkjOPQQDAjAgMR4wHAYDVQQDDBVsb29wYmFj
ayBvZiB0aGUgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBa
MCAxHjAcBgNVBAMMFWxvb3BiYWNrIG9mIHRoZSB0ZXN0czBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABLiWr7dwr2JvhrqdxgrRhakPMtmq10zPIBRob2DfhSKz6XMm
UL1dCGDyc3zl/s4HFFnztuS/5+s+6q2qFQnJGxSjQDA+MA8GA1UdEQQIMAaHBH8A
AAEwDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUrNE7ql7/QrDeSYtTM3XL3a3YYUcw
CgYIKoZIzj0EAwIDSAAwRQIhAOzEA1aJNEuFMf/2STB4a0Punm8e4Gu+UjzoVJuc
KhYHAiAFWVEYv9s+j5Q0Hve03rbShijaOvyhxzovCnicpPuL9A==
-----END CERTIFICATE-----`

/** Starts a server that answers by path, and ends it with the scope; returns its origin and how many connections are open. */
export const server = Effect.fn(function* (
  answers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>
) {
  const connections = { open: 0 }
  const listening = createServer({ key, cert: certificate }, (request, response) => {
    const answer = answers[request.url ?? ""]
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  listening.on("secureConnection", (socket) => {
    connections.open++
    socket.on("error", () => {}).once("close", () => connections.open--)
  })
  // A client that does not trust the certificate ends the handshake.
  listening.on("tlsClientError", () => {})
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      listening.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        listening.close(() => resume(Effect.void))
        listening.closeAllConnections()
      })
  )
  const address = listening.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { origin: `https://127.0.0.1:${port}`, connections }
})
