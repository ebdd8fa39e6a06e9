import { assert, describe, it } from "@effect/vitest"
import { answered, received, replied, written } from "../support/hostcall.ts"

const invalid = "invalid host response"
const row = { pid: 7, comm: "a", cpu_percent: 12.5, mem_percent: 0 }
const tree = {
  ...row,
  memory_bytes: 1,
  disk_read_bytes: 0,
  disk_write_bytes: 9007199254740991,
  uptime_seconds: 3.25,
  process_count: 2,
  thread_count: 3,
  socket_count: 0
}

describe("host.process_table", () => {
  it.each([
    ["9", 10],
    ["10", 10],
    ["11", 11],
    ["1999", 1999],
    ["2000", 2000],
    ["2001", 2000],
    ["-1", 10],
    ["500.0", 150],
    ["500.5", 150],
    ['"500"', 150],
    ["true", 150],
    ["9007199254740993", 150],
    ["null", 150]
  ])("moves a window of %s to %d ms [FLASH-HOST-06, FLASH-HOST-33]", (window, expected) => {
    assert.deepStrictEqual(received("host.process_table", `{"sample_window_ms":${window}}`), {
      sample_window_ms: expected
    })
  })

  it.each<[string, unknown]>([
    ["{}", { sample_window_ms: 150 }],
    ["[]", { sample_window_ms: 150 }],
    ['{"pid":null}', { sample_window_ms: 150 }],
    ['{"pid":1,"more":1}', { sample_window_ms: 150, pid: 1 }],
    ['{"pid":2147483647,"sample_window_ms":20}', { sample_window_ms: 20, pid: 2147483647 }]
  ])("reads %s [FLASH-HOST-06, FLASH-HOST-33, FLASH-HOST-34]", (params, query) => {
    assert.deepStrictEqual(received("host.process_table", params), query)
  })

  it.each(['{"pid":0}', '{"pid":-1}', '{"pid":1.0}', '{"pid":"1"}', '{"pid":false}', '{"pid":2147483648}'])(
    "refuses %s [FLASH-HOST-07, FLASH-HOST-34]",
    (params) => {
      assert.strictEqual(received("host.process_table", params), "host.process_table pid must be positive")
    }
  )

  it("writes what it was given [FLASH-HOST-33, FLASH-HOST-34]", () => {
    assert.strictEqual(written("host.process_table", {}), "{}")
    assert.strictEqual(
      written("host.process_table", { pid: 7, sample_window_ms: 20 }),
      '{"sample_window_ms":20,"pid":7}'
    )
    assert.strictEqual(
      answered("host.process_table", { processes: [row] }),
      JSON.stringify({ ok: true, processes: [row] })
    )
  })

  it.each<[string, unknown]>([
    ['{"ok":true,"processes":[]}', { processes: [] }],
    [JSON.stringify({ ok: true, processes: [row, tree] }), { processes: [row, tree] }],
    [
      '{"ok":true,"processes":[{"pid":7,"comm":"","cpu_percent":1.0,"mem_percent":1e0,"memory_bytes":null,"uptime_seconds":2.0,"more":1}]}',
      { processes: [{ pid: 7, comm: "", cpu_percent: 1, mem_percent: 1, uptime_seconds: 2 }] }
    ],
    ['{"ok":true}', invalid],
    ['{"ok":true,"processes":null}', invalid],
    ['{"ok":false,"error":"operation not permitted"}', "operation not permitted"]
  ])("reads %s [FLASH-HOST-06, FLASH-HOST-08, FLASH-HOST-35]", (result, reply) => {
    assert.deepStrictEqual(replied("host.process_table", result), reply)
  })

  it.each<[object]>([
    [{ pid: 0 }],
    [{ comm: null }],
    [{ cpu_percent: "1" }],
    [{ cpu_percent: undefined }],
    [{ mem_percent: null }],
    [{ memory_bytes: -1 }],
    [{ memory_bytes: 0.5 }],
    [{ disk_read_bytes: "1" }],
    [{ disk_write_bytes: true }],
    [{ uptime_seconds: "1" }],
    [{ process_count: 1.5 }],
    [{ thread_count: [] }],
    [{ socket_count: {} }]
  ])("cannot use a table with a row of %j [FLASH-HOST-03, FLASH-HOST-35]", (fields) => {
    const processes = [row, { ...tree, ...fields }]
    assert.strictEqual(replied("host.process_table", JSON.stringify({ ok: true, processes })), invalid)
  })
})

describe("host.signal", () => {
  it.each([2, 2147483647])("takes the pid %d [FLASH-HOST-36]", (pid) => {
    assert.deepStrictEqual(received("host.signal", JSON.stringify({ pid })), { pid })
    assert.strictEqual(written("host.signal", { pid }), `{"pid":${pid}}`)
  })

  it.each([
    "{}",
    '{"pid":1}',
    '{"pid":0}',
    '{"pid":-2}',
    '{"pid":2.0}',
    '{"pid":"2"}',
    '{"pid":true}',
    '{"pid":2147483648}'
  ])("refuses %s [FLASH-HOST-07, FLASH-HOST-36]", (params) => {
    assert.strictEqual(received("host.signal", params), "host.signal requires pid > 1")
  })

  it("answers nothing but ok [FLASH-HOST-36]", () => {
    assert.strictEqual(answered("host.signal", undefined), '{"ok":true}')
    assert.isUndefined(replied("host.signal", '{"ok":true}'))
    assert.strictEqual(replied("host.signal", '{"ok":false,"error":"no such process"}'), "no such process")
  })
})
