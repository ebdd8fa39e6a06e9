import { assert, describe, it } from "@effect/vitest"
import { type Message, Violation } from "@lanyard/wire"
import * as Envelope from "../src/Envelope.ts"
import type { Body } from "../src/Response.ts"
import { json } from "./support/json.ts"

type Decoded = Message<Body> | Violation

const request = (id: number, extra: object = {}): Decoded => ({
  _tag: "Request",
  id,
  method: "ping",
  params: {},
  ...extra
})
const notification = (params: unknown = {}): Decoded => ({ _tag: "Notification", method: "ping", params })
const reply = (id: number, body: Body): Decoded => ({ _tag: "Reply", id, body })
const malformed = (id: number): Decoded => Violation.MalformedReply({ id })

const badIds = ["0", "-1", "1.5", "1.0", "1e0", "true", '"7"', "[]", "{}", "9007199254740992"]

describe("Envelope.host", () => {
  it.each<[string, Decoded]>([
    ['{"id":1,"method":"ping"}', request(1)],
    ['{"id":1,"method":"ping","params":{"a":1}}', request(1, { params: { a: 1 } })],
    ['{"id":9007199254740991,"method":"ping"}', request(9007199254740991)],
    ['{"method":"ping"}', notification()],
    ['{"method":"ping","params":{"__proto__":1}}', notification(json('{"__proto__":1}'))],
    ['{"id":3,"result":{"ok":true}}', reply(3, { ok: true })],
    ['{"id":3,"result":{"ok":1},"result":{"ok":true}}', reply(3, { ok: true })]
  ])("sorts %s [FLASH-ENV-01, FLASH-ENV-05, FLASH-ENV-09]", (frame, message) => {
    assert.deepStrictEqual(Envelope.host.decode(json(frame)), message)
  })

  it.each([
    '{"id":3}',
    '{"id":3,"result":[]}',
    '{"id":3,"result":null}',
    '{"id":3,"result":"ok"}',
    '{"id":3,"result":1.0}',
    '{"id":3,"result":{"ok":true},"params":{}}',
    '{"id":3,"result":{"ok":true},"trace":"a"}'
  ])("blames %s on request 3 (F4) [FLASH-ENV-14]", (frame) => {
    assert.deepStrictEqual(Envelope.host.decode(json(frame)), malformed(3))
  })

  it.each([
    ...badIds.flatMap((id) => [`{"id":${id},"method":"ping"}`, `{"id":${id},"result":{"ok":true}}`]),
    '{"id":null,"method":"ping"}',
    '{"id":null,"result":{"ok":true}}',
    "{}",
    '{"params":{}}',
    '{"result":{"ok":true}}',
    '{"id":1,"method":""}',
    '{"id":1,"method":5}',
    '{"id":1,"method":null,"result":{"ok":true}}',
    '{"id":1,"method":"ping","result":{"ok":true}}',
    '{"method":"ping","result":{"ok":true}}',
    '{"id":1,"method":"ping","params":null}',
    '{"id":1,"method":"ping","params":[]}',
    '{"method":"ping","params":1.0}',
    '{"id":1,"method":"ping","deadline_ms":5}',
    '{"id":1,"method":"ping","trace":"a"}',
    '{"method":"ping","jsonrpc":"2.0"}',
    '{"method":"ping","__proto__":{}}'
  ])(
    "drops %s (F5) [FLASH-ENV-02, FLASH-ENV-04, FLASH-ENV-10, FLASH-ENV-11, FLASH-ENV-12, FLASH-ENV-13, FLASH-ENV-20]",
    (frame) => {
      assert.strictEqual(Envelope.host.decode(json(frame))._tag, "BadEnvelope")
    }
  )

  it.each([
    [{ deadline: 50, trace: "a1" }, '{"id":1,"method":"m","params":{},"trace":"a1","deadline_ms":50}'],
    [{ deadline: 49.9 }, '{"id":1,"method":"m","params":{},"deadline_ms":49}'],
    [{ deadline: 0 }, '{"id":1,"method":"m","params":{},"deadline_ms":1}'],
    [{ deadline: -20 }, '{"id":1,"method":"m","params":{},"deadline_ms":1}'],
    [{ trace: "NOT-VALID" }, '{"id":1,"method":"m","params":{}}'],
    [{ trace: "" }, '{"id":1,"method":"m","params":{}}'],
    [{ trace: "a\n" }, '{"id":1,"method":"m","params":{}}'],
    [{ trace: "0123456789abcdef" }, '{"id":1,"method":"m","params":{},"trace":"0123456789abcdef"}'],
    [{ trace: "0123456789abcdefg" }, '{"id":1,"method":"m","params":{}}']
  ])("writes a request with %j [FLASH-ENV-15, FLASH-ENV-17]", (meta, frame) => {
    assert.strictEqual(JSON.stringify(Envelope.host.request(1, "m", {}, meta)), frame)
  })

  it("writes notifications and replies", () => {
    assert.strictEqual(
      JSON.stringify(Envelope.host.notification("event", { name: "n" })),
      '{"method":"event","params":{"name":"n"}}'
    )
    assert.strictEqual(JSON.stringify(Envelope.host.reply(7, { ok: true })), '{"id":7,"result":{"ok":true}}')
  })
})

describe("Envelope.plugin", () => {
  it.each<[string, Decoded]>([
    ['{"id":1,"method":"ping","extra":1}', request(1)],
    ['{"id":1,"method":"ping","params":null}', request(1, { params: null })],
    ['{"id":1,"method":"ping","params":[]}', request(1, { params: [] })],
    ['{"id":1,"method":"ping","result":{"ok":true}}', request(1)],
    ['{"id":1,"method":"ping","trace":"a1","deadline_ms":50}', request(1, { trace: "a1", deadline: 50 })],
    ['{"id":1,"method":"ping","deadline_ms":600000}', request(1, { deadline: 600_000 })],
    ...["600001", "0", "-1", '"500"', "50.5", "50.0", "true", "null"].map((deadline): [string, Decoded] => [
      `{"id":1,"method":"ping","deadline_ms":${deadline}}`,
      request(1)
    ]),
    ...['"NOT-VALID"', '"0123456789abcdefg"', '""', "1", "null"].map((trace): [string, Decoded] => [
      `{"id":1,"method":"ping","trace":${trace}}`,
      request(1)
    ]),
    ['{"id":null,"method":"ping"}', notification()],
    ['{"method":"ping"}', notification()],
    ['{"id":7,"method":5,"result":{"ok":true}}', reply(7, { ok: true })],
    ['{"id":7,"method":"","result":{"ok":true}}', reply(7, { ok: true })],
    ['{"id":7,"result":{"ok":true},"params":{}}', reply(7, { ok: true })],
    ['{"id":7}', malformed(7)],
    ['{"id":7,"result":[]}', malformed(7)]
  ])(
    "sorts %s [FLASH-ENV-03, FLASH-ENV-10, FLASH-ENV-11, FLASH-ENV-12, FLASH-ENV-13, FLASH-ENV-16, FLASH-ENV-18]",
    (frame, message) => {
      assert.deepStrictEqual(Envelope.plugin.decode(json(frame)), message)
    }
  )

  it.each([...badIds.map((id) => `{"id":${id},"method":"ping"}`), "{}", '{"id":null,"result":{}}', '{"params":{}}'])(
    "ignores %s [FLASH-ENV-04, FLASH-ENV-20]",
    (frame) => {
      assert.strictEqual(Envelope.plugin.decode(json(frame))._tag, "BadEnvelope")
    }
  )

  it("writes host calls without the keys a host refuses [FLASH-ENV-19]", () => {
    const frame = Envelope.plugin.request(1, "host.ping", {}, { deadline: 5_000, trace: "a" })
    assert.strictEqual(JSON.stringify(frame), '{"id":1,"method":"host.ping","params":{}}')
    assert.strictEqual(Envelope.host.decode(frame)._tag, "Request")
  })

  it("understands what the host writes [FLASH-ENV-15, FLASH-ENV-17]", () => {
    assert.deepStrictEqual(
      Envelope.plugin.decode(Envelope.host.request(1, "ping", {}, { deadline: 50, trace: "a" })),
      request(1, { deadline: 50, trace: "a" })
    )
  })
})
