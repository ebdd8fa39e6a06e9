import { assert, describe, it } from "@effect/vitest"
import type { DuplexReader } from "@lanyard/wire"
import * as PluginProtocol from "../src/PluginProtocol.ts"
import * as Wiretap from "../src/Wiretap.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

/** A tap on a duplex that the test plays; what it was told, in order. */
const tapped = (outputBytes: number) => {
  const told: Array<string> = []
  const read: Array<string> = []
  let reader: DuplexReader | undefined
  const duplex = {
    open: (next: DuplexReader) => {
      reader = next
      return () => {}
    },
    write: () => true,
    end: () => {}
  }
  const tap = Wiretap.make(duplex, PluginProtocol.envelope, outputBytes, {
    sent: ({ action, id, method }, size) => told.push(`sent ${method} ${id} ${action} ${size}`),
    received: ({ id, method }, size) => told.push(`received ${method} ${id} ${size}`),
    exceeded: () => told.push("exceeded")
  })
  tap.duplex.open({
    chunk: (chunk) => read.push(new TextDecoder().decode(chunk)),
    end: () => read.push("end"),
    drain: () => {},
    broken: () => {}
  })
  return { tap, told, read, write: (text: string) => reader?.chunk(bytes(text)), end: () => reader?.end() }
}

describe("Wiretap", () => {
  it("names messages in the order in which they leave, many in one write too", () => {
    const { tap, told } = tapped(100)
    tap.envelope.request(1, "invoke", { action: "current" }, {})
    tap.envelope.notification("cancel", { id: 1 })
    tap.duplex.write("é\n{}\n")
    assert.deepStrictEqual(told, ["sent invoke 1 current 3", "sent cancel undefined undefined 3"])
  })

  it("forgets a message that did not leave", () => {
    const { tap, told } = tapped(100)
    tap.envelope.request(1, "invoke", { action: "large" }, {})
    tap.unsent()
    tap.envelope.request(1, "invoke", { action: "small" }, {})
    tap.duplex.write("{}\n")
    assert.deepStrictEqual(told, ["sent invoke 1 small 3"])
  })

  it("tells a reply to a request once, with the bytes since the one before", () => {
    const { tap, told, write } = tapped(1000)
    const reply = { jsonrpc: "2.0", id: 1, result: null }
    tap.envelope.request(1, "invoke", {}, {})
    write("12345")
    write("67\n")
    tap.envelope.decode(reply)
    tap.envelope.decode(reply)
    assert.deepStrictEqual(told, ["received invoke 1 8"])
  })

  it("passes as many bytes as a process may write in its life, and ends at one more [SOS-PLUG-60]", () => {
    const { end, read, told, write } = tapped(8)
    write("1234")
    write("5678")
    assert.deepStrictEqual(told, [])
    write("9")
    write("more")
    end()
    assert.deepStrictEqual(told, ["exceeded"])
    assert.deepStrictEqual(read, ["1234", "5678", "end"])
  })
})
