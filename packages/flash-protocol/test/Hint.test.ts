import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result } from "effect"
import { hints } from "../src/Constants.ts"
import * as Hint from "../src/Hint.ts"
import * as Corpus from "./support/corpus.ts"
import * as Hostile from "./support/hostile.ts"
import { json, value, verdict } from "./support/json.ts"

const frame = { x: 0, y: 0, width: 10, height: 20 }
const target = (fields: object = {}) => ({ id: "a", frame, ...fields })
const decode = (text: string, pid = 7) => Hint.decodeReply(json(text), pid)

/** What becomes of the second of two targets, given as text. */
const second = (text: string) =>
  verdict(Hint.decodeReply({ ok: true, targets: [target(), { ...target(), ...json(text) }] }, 7))

const framed = (fields: string) => second(`{"frame":${JSON.stringify(frame).replace("}", `,${fields}}`)}}`)

const only = (fields: object): Hint.Hint | undefined =>
  Result.getOrThrow(Hint.decodeReply({ ok: true, targets: [target(fields)] }, 7))[0]

describe("Hint.decodeParams", () => {
  it.each<[string, Hint.Received]>([
    [
      '{"bundle_id":"b","pid":7,"front_window_frame":{"x":1.0,"y":-2.5,"width":3,"height":4}}',
      { bundle_id: "b", pid: 7, front_window_frame: { x: 1, y: -2.5, width: 3, height: 4 } }
    ],
    [
      '{"bundle_id":null,"pid":null,"front_window_frame":null}',
      { bundle_id: null, pid: null, front_window_frame: null }
    ],
    ['{"pid":2147483647,"more":1}', { pid: 2147483647 }],
    ["{}", {}]
  ])("reads %s [FLASH-HINT-02]", (text, params) => {
    assert.deepStrictEqual(Result.getOrThrow(Hint.decodeParams(json(text))), params)
  })

  it.each([
    '{"pid":0}',
    '{"pid":-1}',
    '{"pid":2147483648}',
    '{"pid":7.0}',
    '{"pid":true}',
    '{"pid":"7"}',
    '{"bundle_id":1}',
    '{"front_window_frame":{}}',
    '{"front_window_frame":{"x":1,"y":1,"width":1}}',
    '{"front_window_frame":{"x":1,"y":1,"width":1,"height":null}}',
    '{"front_window_frame":{"x":1,"y":1,"width":1,"height":"1"}}',
    '{"front_window_frame":[]}',
    '{"front_window_frame":1.0}',
    "null",
    "[]",
    "1.0"
  ])("refuses %s [FLASH-HINT-02]", (text) => {
    assert.isTrue(Result.isFailure(Hint.decodeParams(value(text))))
  })
})

describe("Hint.decodeReply", () => {
  it.each([
    ['{"ok":true,"targets":[]}', "accepted"],
    ['{"ok":true,"targets":[],"context_pid":null}', "accepted"],
    ['{"ok":true,"targets":[],"context_pid":7}', "accepted"],
    ['{"ok":true,"targets":[],"context_pid":8}', "context_pid: expected the process that was asked for"],
    ['{"ok":true,"targets":[],"context_pid":7.0}', "context_pid: expected the process that was asked for"],
    ['{"ok":true,"targets":[],"context_pid":"7"}', "context_pid: expected the process that was asked for"],
    ['{"ok":true,"targets":[],"context_pid":0}', "context_pid: expected the process that was asked for"],
    ['{"ok":true,"targets":[],"more":1}', "*: expected no key but those of the contract"],
    ['{"ok":true}', "targets: expected a list"],
    ['{"ok":true,"targets":null}', "targets: expected a list"],
    ['{"ok":true,"targets":{}}', "targets: expected a list"],
    ['{"ok":true,"targets":1.0}', "targets: expected a list"],
    ['{"ok":false,"error":"invalid hints response"}', "ReplyRefused"],
    ['{"ok":false,"unhandled":true}', "error: expected text that is not blank"],
    ['{"ok":1,"targets":[]}', "ok: expected a boolean"]
  ])("reads %s [FLASH-HINT-04, FLASH-HINT-05]", (text, expected) => {
    assert.strictEqual(verdict(decode(text)), expected)
  })

  it.each([
    ['"id":null', "id: expected text"],
    ['"id":""', "id: expected text that is not empty"],
    ['"id":1', "id: expected text"],
    ['"frame":null', "frame: expected an object"],
    ['"frame":[0,0,1,1]', "frame: expected an object"],
    ['"frame":{"x":0,"y":0,"width":1}', "frame.height: expected a value"],
    ['"frame":{"x":0,"y":0,"width":1,"height":1,"z":0}', "frame.*: expected no key but those of the contract"],
    ['"x":0', "*: expected no key but those of the contract"],
    ['"text":"x"', "*: expected no key but those of the contract"],
    ['"__proto__":"x"', "*: expected no key but those of the contract"],
    ['"role":1', "role: expected text"],
    ['"label":[]', "label: expected text"],
    ['"url":{}', "url: expected text"],
    ['"pid":0', "pid: expected an integer from 1 to 2147483647"],
    ['"pid":7.0', "pid: expected an integer from 1 to 2147483647"],
    ['"pid":2147483648', "pid: expected an integer from 1 to 2147483647"],
    ['"context_id":""', "context_id: expected text that is not empty"],
    ['"context_id":1', "context_id: expected text"],
    ['"enters_insert_mode":1', "enters_insert_mode: expected a boolean"],
    ['"priority":"medium"', "priority: expected low or normal or high or important or urgent"],
    ['"priority":1', "priority: expected low or normal or high or important or urgent"]
  ])(
    "refuses every target for one with %s [FLASH-HINT-06, FLASH-HINT-08, FLASH-HINT-09, FLASH-HINT-10, FLASH-HINT-11]",
    (field, message) => {
      assert.include(second(`{${field}}`), `targets[1].${message}`)
    }
  )

  it.each(["id", "frame"])("refuses every target for one without %s [FLASH-HINT-06, FLASH-HINT-10]", (name) => {
    const { [name]: _, ...rest }: Record<string, unknown> = target()
    const reply = Hint.decodeReply({ ok: true, targets: [target(), rest] }, 7)
    assert.strictEqual(verdict(reply), `targets[1].${name}: expected a value`)
  })

  it.each(["null", "[]", "1.0", '"a"'])("refuses %s for a target [FLASH-HINT-10]", (text) => {
    assert.include(verdict(Hint.decodeReply({ ok: true, targets: [target(), value(text)] }, 7)), "targets[1]")
  })

  it.each(['"x":-1', '"y":-2.5', '"width":0.5', '"width":1.0', '"height":1e308', '"x":1e308,"width":1'])(
    "takes a frame with %s [FLASH-HINT-07]",
    (fields) => {
      assert.strictEqual(framed(fields), "accepted")
    }
  )

  it.each([
    ['"width":0', "width: expected a number above 0"],
    ['"width":0.0', "width: expected a number above 0"],
    ['"width":-1', "width: expected a number above 0"],
    ['"width":false', "width: expected a number"],
    ['"width":"1"', "width: expected a number"],
    ['"height":0', "height: expected a number above 0"],
    ['"height":-0.5', "height: expected a number above 0"],
    ['"height":null', "height: expected a number"],
    ['"x":true', "x: expected a number"],
    ['"y":[]', "y: expected a number"]
  ])("refuses every target for a frame with %s [FLASH-HINT-07, FLASH-HINT-10]", (fields, message) => {
    assert.strictEqual(framed(fields), `targets[1].frame.${message}`)
  })

  it.each(['"x":1e308,"width":1e308', '"y":1.7e308,"height":1e308'])(
    "refuses every target for a frame whose far edge is infinite: %s [FLASH-HINT-07]",
    (fields) => {
      assert.strictEqual(framed(fields), "targets[1].frame: expected finite edges")
    }
  )

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "refuses %d for a number [FLASH-HINT-07]",
    (number) => {
      for (const name of ["x", "y", "width", "height"]) {
        const reply = { ok: true, targets: [target({ frame: { ...frame, [name]: number } })] }
        assert.include(verdict(Hint.decodeReply(reply, 7)), `targets[0].frame.${name}`)
      }
    }
  )

  it("fills in priority, process and insert mode, and nothing else [FLASH-HINT-12]", () => {
    assert.deepStrictEqual(only({}), { id: "a", frame, pid: 7, enters_insert_mode: false, priority: "normal" })
    const nulls = Object.fromEntries(
      ["role", "label", "url", "pid", "context_id", "enters_insert_mode", "priority"].map((name) => [name, null])
    )
    assert.deepStrictEqual(only(nulls), only({}))
  })

  it("keeps what a target says [FLASH-HINT-08, FLASH-HINT-11, FLASH-HINT-12]", () => {
    const full = {
      role: "AXLink",
      label: "",
      url: "not an address",
      pid: 8,
      context_id: "c",
      enters_insert_mode: true,
      priority: "urgent"
    }
    assert.deepStrictEqual<unknown>(only(full), target(full))
    for (const priority of ["low", "normal", "high", "important", "urgent"]) {
      assert.strictEqual<unknown>(only({ priority })?.priority, priority)
    }
  })

  it.each([
    ["AXTextField", true],
    ["AXTextArea", true],
    ["AXSearchField", true],
    ["AXComboBox", true],
    ["AXButton", false],
    ["AXLink", false],
    ["FlashTerminalLink", false],
    ["axtextfield", false],
    ["constructor", false]
  ])("enters insert mode for the role %s: %j, unless the target says otherwise [FLASH-HINT-12]", (role, expected) => {
    assert.strictEqual(only({ role })?.enters_insert_mode, expected)
    assert.strictEqual(only({ role, enters_insert_mode: !expected })?.enters_insert_mode, !expected)
  })

  it.prop(
    "takes anything without throwing, and says nothing of what it refuses [FLASH-HINT-16]",
    [Hostile.Choices],
    ([choices]) => {
      const hostile = Hostile.from(choices, [
        ...Object.keys(Hint.Target.fields),
        "x",
        "width",
        "targets",
        Hostile.marker
      ])
      const replies = [hostile, [hostile], [target(), target({ frame: hostile, [Hostile.marker]: hostile })]]
      for (const targets of replies) assert.isFalse(Hostile.leaks(Hint.decodeReply({ ok: true, targets }, 7)))
      assert.isFalse(Hostile.leaks(Hint.decodeReply({ ok: true, targets: [], context_pid: hostile }, 7)))
      assert.isFalse(Hostile.leaks(Hint.decodeParams(hostile)))
    },
    { arbitrary: { runs: 300 } }
  )

  it("reads very many targets, up to the last [FLASH-HINT-10]", () => {
    const many = (last: object) => ({ ok: true, targets: [...Array(20_000).fill(target()), last] })
    assert.strictEqual(verdict(Hint.decodeReply(many(target()), 7)), "accepted")
    assert.include(verdict(Hint.decodeReply(many(target({ role: Hostile.deep })), 7)), "targets[20000].role")
  })
})

describe("Hint.reply", () => {
  it("writes the targets, and the context if there is one [FLASH-HINT-04, FLASH-HINT-14]", () => {
    assert.strictEqual(
      JSON.stringify(Hint.reply({ targets: [{ id: "a", frame }] }, { pid: 7 })),
      '{"ok":true,"targets":[{"id":"a","frame":{"x":0,"y":0,"width":10,"height":20}}]}'
    )
    assert.strictEqual(
      JSON.stringify(Hint.reply({ targets: [], context_pid: 7 }, { pid: 7 })),
      '{"ok":true,"targets":[],"context_pid":7}'
    )
    assert.strictEqual(
      JSON.stringify(Hint.reply({ targets: [], context_pid: null }, { pid: 7 })),
      '{"ok":true,"targets":[]}'
    )
  })

  it.each<[Hint.Answer, Hint.Received]>([
    [{ targets: [{ id: "", frame }] }, { pid: 7 }],
    [
      {
        targets: [
          { id: "a", frame },
          { id: "b", frame: { ...frame, width: 0 } }
        ]
      },
      { pid: 7 }
    ],
    [{ targets: [{ id: "a", frame: { ...frame, x: Number.NaN } }] }, { pid: 7 }],
    [{ targets: [], context_pid: 8 }, { pid: 7 }],
    [{ targets: [], context_pid: 0 }, {}]
  ])("answers `invalid hints response` instead of %j [FLASH-HINT-14]", (answer, received) => {
    assert.deepStrictEqual(Hint.reply(answer, received), { ok: false, error: "invalid hints response" })
  })

  it("passes over fields that are undefined, which no frame holds [FLASH-HINT-14]", () => {
    const fields = { role: undefined, label: undefined, url: undefined, pid: undefined, context_id: undefined }
    const targets = [{ id: "a", frame, ...fields, enters_insert_mode: undefined, priority: undefined }]
    assert.strictEqual(Hint.reply({ targets }, { pid: 7 }).ok, true)
  })

  it("looks at every target behind one with undefined fields [FLASH-HINT-14]", () => {
    const targets = [
      { id: "a", frame, label: undefined },
      { id: "", frame }
    ]
    assert.strictEqual(Hint.reply({ targets }, { pid: 7 }).error, "invalid hints response")
  })

  it("lets a plugin that was asked about no process name one [FLASH-HINT-14]", () => {
    assert.deepStrictEqual(Hint.reply({ targets: [], context_pid: 8 }, {}), { ok: true, targets: [], context_pid: 8 })
    assert.deepStrictEqual(Hint.reply({ targets: [], context_pid: 8 }, { pid: null }).ok, true)
  })

  it.prop(
    "sends exactly what the host takes once it is encoded [FLASH-HINT-14]",
    [Hostile.Choices],
    ([choices]) => {
      const fields = Hostile.from([1, 3, ...choices], [...Object.keys(Hint.Target.fields), "undefined"])
      // A plugin in plain JavaScript passes anything.
      const answer = { targets: [{ label: undefined, ...target(), ...(fields as object) }] } as Hint.Answer
      const reply = Hint.reply(answer, { pid: 7 })
      const wire = Json.encode({ ok: true, targets: answer.targets })
      const taken = Result.isSuccess(wire) && Result.isSuccess(decode(wire.success.text))
      assert.strictEqual(reply.ok, taken)
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("Hint.isSameContext", () => {
  it.each([
    ["c", "c", true],
    ["c", "d", false],
    ["c", null, false],
    [null, "c", false],
    [undefined, "c", false],
    [null, undefined, true],
    [undefined, undefined, true]
  ])("compares the context %j with %j exactly: %j [FLASH-HINT-13]", (captured, live, expected) => {
    const hint = (context_id: string | null | undefined) => only(context_id === undefined ? {} : { context_id })!
    assert.strictEqual(Hint.isSameContext(hint(captured), hint(live)), expected)
  })
})

describe("the link roles", () => {
  it("are clicked with these modifiers for f and F [FLASH-HINT-15]", () => {
    assert.deepStrictEqual<unknown>(hints.link_modifiers, {
      AXLink: { f: [], F: ["command", "shift"] },
      FlashTerminalLink: { f: ["shift"], F: ["command", "shift"] }
    })
  })
})

describe("the corpus of hints replies", () => {
  it.each(Corpus.read("hints").map((file) => [file.name, file] as const))(
    "holds for %s [FLASH-HINT-06, FLASH-HINT-10]",
    (_, file) => {
      const body = Corpus.payload(file) as Readonly<Record<string, unknown>>
      const result = Hint.decodeReply(body, file.given.pid as number)
      if (file.isValid) {
        assert.deepStrictEqual<unknown>(Result.getOrThrow(result), file.expect)
      } else {
        const { path } = Result.getOrThrow(Result.flip(result)) as { path?: string }
        assert.strictEqual(path, file.path)
      }
    }
  )
})
