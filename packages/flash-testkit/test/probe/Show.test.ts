import { assert, describe, it } from "@effect/vitest"
import { Violation } from "@lanyard/wire"
import * as Show from "../../src/probe/Show.ts"

const pending = new Map([[2, { method: "evaluate", trace: "probe2", at: 10 }]])

describe("Show", () => {
  it.each([
    [
      "a reply, with its method, its time and its trace",
      { id: 2, result: { ok: true, answers: [] } },
      '← evaluate replied in 12.5 ms [probe2]\n  {\n    "ok": true,\n    "answers": []\n  }'
    ],
    ["a reply to nobody", { id: 9, result: {} }, '← replies to nobody\n  {\n    "id": 9,\n    "result": {}\n  }'],
    [
      "a log line, with the request that it belongs to",
      { method: "log", params: { trace: "probe2" } },
      '← log [probe2, for evaluate]\n  {\n    "trace": "probe2"\n  }'
    ],
    [
      "a trace that nobody gave out",
      { method: "log", params: { trace: "x" } },
      '← log [unknown trace]\n  {\n    "trace": "x"\n  }'
    ],
    [
      "a host call, with how it is answered",
      { id: 1, method: "host.ping", params: {} },
      "← calls host.ping as 1, and waits for: reply 1 RESULT\n  {}"
    ],
    ["no params", { method: "status" }, "← status"],
    ["nothing that drives a terminal", { method: "\u001b[2J", params: {} }, "← \\u001b[2J\n  {}"]
  ])("prints %s", (_, frame, expected) => {
    assert.strictEqual(Show.frame(frame, 22.5, pending), expected)
  })

  it("prints everything else that happens", () => {
    assert.deepStrictEqual(
      [
        Show.sent({ id: 1, method: "ping" }),
        Show.noFrame(Violation.NotJson()),
        Show.diagnostic("a\u0007"),
        Show.exit({ _tag: "Exited", code: 0 }),
        Show.exit({ _tag: "Signaled", signal: "SIGTERM" })
      ],
      [
        '→ {"id":1,"method":"ping"}',
        "← no frame: NotJson",
        "  stderr: a\\u0007",
        "the plugin exited with 0",
        "the plugin was ended by SIGTERM"
      ]
    )
  })
})
