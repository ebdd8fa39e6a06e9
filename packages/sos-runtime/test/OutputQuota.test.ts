import { assert, describe, it } from "@effect/vitest"
import type { DuplexReader } from "@lanyard/wire"
import * as OutputQuota from "../src/OutputQuota.ts"

/** A duplex that the test plays, read through a quota; what was read and told, in order. */
const limited = (quota: number) => {
  const seen: Array<string> = []
  let reader: DuplexReader | undefined
  const duplex = {
    open: (next: DuplexReader) => {
      reader = next
      return () => {}
    },
    write: () => true,
    end: () => {}
  }
  OutputQuota.limited(duplex, quota, () => seen.push("exceeded")).open({
    chunk: (chunk) => seen.push(new TextDecoder().decode(chunk)),
    end: () => seen.push("end"),
    drain: () => {},
    broken: () => {}
  })
  const write = (text: string) => reader?.chunk(new TextEncoder().encode(text))
  return { seen, write, end: () => reader?.end() }
}

describe("OutputQuota", () => {
  it("passes as many bytes as a process may write in its life, and ends at one more [SOS-PLUG-60]", () => {
    const { end, seen, write } = limited(8)
    write("1234")
    write("5678")
    assert.deepStrictEqual(seen, ["1234", "5678"])
    write("9")
    write("more")
    end()
    assert.deepStrictEqual(seen, ["1234", "5678", "exceeded", "end"])
  })

  it("passes the end of an output that stays within it", () => {
    const { end, seen, write } = limited(8)
    write("12345678")
    end()
    assert.deepStrictEqual(seen, ["12345678", "end"])
  })
})
