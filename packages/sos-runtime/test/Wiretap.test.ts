import { assert, describe, it } from "@effect/vitest"
import type { DuplexReader } from "@lanyard/wire"
import * as PluginProtocol from "../src/PluginProtocol.ts"
import * as Wiretap from "../src/Wiretap.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

/** A tap on a duplex that the test plays, and what it was told, in order. */
const tapped = () => {
  const told: Array<string> = []
  let reader: DuplexReader | undefined
  const duplex = {
    open: (next: DuplexReader) => {
      reader = next
      return () => {}
    },
    write: () => true,
    end: () => {}
  }
  const line = { duplex, envelope: PluginProtocol.envelope }
  const tap = Wiretap.make(line, {
    sent: ({ action, id, method }, size) => told.push(`sent ${method} ${id} ${action} ${size}`),
    received: ({ id, method }, size) => told.push(`received ${method} ${id} ${size}`)
  })
  tap.duplex.open({ chunk: () => {}, end: () => {}, drain: () => {}, broken: () => {} })
  return { line, tap, told, write: (text: string) => reader?.chunk(bytes(text)) }
}

describe("Wiretap", () => {
  it("names messages in the order in which they leave, many in one write too", () => {
    const { tap, told } = tapped()
    tap.envelope.request(1, "invoke", { action: "current" }, {})
    tap.envelope.notification("cancel", { id: 1 })
    tap.duplex.write("é\n{}\n")
    assert.deepStrictEqual(told, ["sent invoke 1 current 3", "sent cancel undefined undefined 3"])
  })

  it("forgets a message that did not leave", () => {
    const { tap, told } = tapped()
    tap.envelope.request(1, "invoke", { action: "large" }, {})
    tap.unsent()
    tap.envelope.request(1, "invoke", { action: "small" }, {})
    tap.duplex.write("{}\n")
    assert.deepStrictEqual(told, ["sent invoke 1 small 3"])
  })

  it("tells a reply to a request once, with the bytes since the one before", () => {
    const { tap, told, write } = tapped()
    const reply = { jsonrpc: "2.0", id: 1, result: null }
    tap.envelope.request(1, "invoke", {}, {})
    write("12345")
    write("67\n")
    tap.envelope.decode(reply)
    tap.envelope.decode(reply)
    assert.deepStrictEqual(told, ["received invoke 1 8"])
  })

  it("leaves a connection as it is where nobody listens", () => {
    const { line } = tapped()
    const { duplex, envelope } = Wiretap.none(line)
    assert.strictEqual(duplex, line.duplex)
    assert.strictEqual(envelope, line.envelope)
  })
})
