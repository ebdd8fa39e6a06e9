import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Json from "../src/Json.ts"
import * as JsonRpc from "../src/JsonRpc.ts"

const decode = (text: string) => JsonRpc.envelope.decode(Result.getOrThrow(Json.parse(new TextEncoder().encode(text))))

describe("JsonRpc.envelope", () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"m"}', { _tag: "Request", id: 1, method: "m", params: undefined }],
    ['{"jsonrpc":"2.0","id":"x","method":"m","params":[1]}', { _tag: "Request", id: "x", method: "m", params: [1] }],
    ['{"jsonrpc":"2.0","method":"m","params":{"a":1}}', { _tag: "Notification", method: "m", params: { a: 1 } }],
    ['{"jsonrpc":"2.0","id":1,"result":null}', { _tag: "Reply", id: 1, body: { result: null } }],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
      { _tag: "Reply", id: 1, body: { error: { code: -32601, message: "no" } } }
    ],
    [
      '{"jsonrpc":"2.0","id":9007199254740991,"result":1}',
      { _tag: "Reply", id: 9007199254740991, body: { result: 1 } }
    ],
    ['{"jsonrpc":"2.0","id":"1","result":1}', { _tag: "Reply", id: "1", body: { result: 1 } }]
  ])("decodes %s", (text, expected) => {
    assert.deepStrictEqual<unknown>(decode(text), expected)
  })

  it.each([
    '{"id":1,"method":"m"}',
    '{"jsonrpc":"1.0","id":1,"method":"m"}',
    '{"jsonrpc":2.0,"id":1,"method":"m"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","method":1}',
    '{"jsonrpc":"2.0","id":1,"method":null}',
    '{"jsonrpc":"2.0","method":"m","params":1}',
    '{"jsonrpc":"2.0","method":"m","params":1.0}',
    '{"jsonrpc":"2.0","method":"m","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"m","result":1}',
    '{"jsonrpc":"2.0","id":"x","result":1,"error":{}}'
  ])("refuses %s", (text) => {
    assert.strictEqual(decode(text)._tag, "BadEnvelope")
  })

  it.each(["7.0", "7.5", "1e0", "-0", "-0.0", "true", "null", "9007199254740993", "{}", "[1]"])(
    "takes %s for no id at all (B058)",
    (id) => {
      assert.strictEqual(decode(`{"jsonrpc":"2.0","id":${id},"result":1}`)._tag, "BadEnvelope")
      assert.strictEqual(decode(`{"jsonrpc":"2.0","id":${id},"method":"m"}`)._tag, "BadEnvelope")
    }
  )

  it.each([
    '{"jsonrpc":"2.0","id":3}',
    '{"jsonrpc":"2.0","id":3,"result":1,"error":{"code":1,"message":"x"}}',
    '{"jsonrpc":"2.0","id":3,"error":"text"}',
    '{"jsonrpc":"2.0","id":3,"error":null}',
    '{"jsonrpc":"2.0","id":3,"error":1.0}',
    '{"jsonrpc":"2.0","id":3,"error":{"code":1.0,"message":"x"}}',
    '{"jsonrpc":"2.0","id":3,"error":{"code":1}}'
  ])("ties the unusable reply %s to its request", (text) => {
    assert.deepStrictEqual<unknown>(decode(text), { _tag: "MalformedReply", id: 3 })
  })

  it.each([
    [JsonRpc.textIdQuota, "Request"],
    [JsonRpc.textIdQuota + 1, "BadEnvelope"]
  ])("takes a text id of %d characters for a %s", (length, expected) => {
    assert.strictEqual(decode(`{"jsonrpc":"2.0","id":"${"é".repeat(length)}","method":"m"}`)._tag, expected)
  })

  it("builds frames that it decodes to the same message", () => {
    const frames = [
      JsonRpc.envelope.request(1, "m", { a: 1 }, { deadline: 5, trace: "t" }),
      JsonRpc.envelope.request(2, "m", undefined, {}),
      JsonRpc.envelope.notification("n", [1]),
      JsonRpc.envelope.notification("n", undefined),
      JsonRpc.envelope.reply(3, { result: 1 }),
      JsonRpc.envelope.reply("x", JsonRpc.failure(JsonRpc.codes.invalidParams, "bad", { at: 1 })),
      JsonRpc.envelope.reply("x", JsonRpc.failure(JsonRpc.codes.methodNotFound, "no"))
    ]
    assert.deepStrictEqual<unknown>(
      frames.map((frame) => JsonRpc.envelope.decode(frame)),
      [
        { _tag: "Request", id: 1, method: "m", params: { a: 1 } },
        { _tag: "Request", id: 2, method: "m", params: undefined },
        { _tag: "Notification", method: "n", params: [1] },
        { _tag: "Notification", method: "n", params: undefined },
        { _tag: "Reply", id: 3, body: { result: 1 } },
        { _tag: "Reply", id: "x", body: { error: { code: -32602, message: "bad", data: { at: 1 } } } },
        { _tag: "Reply", id: "x", body: { error: { code: -32601, message: "no" } } }
      ]
    )
  })
})
