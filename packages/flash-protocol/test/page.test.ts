/** Holds `protocol/flash.md` to the codecs and to `protocol/flash.json`, so that it cannot say what is not so. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { capabilities, hostCallErrors, hostCalls, hostEvents } from "../src/Constants.ts"
import * as Manifest from "../src/manifest/Manifest.ts"
import { File } from "../src/manifest/Shape.ts"
import { hear } from "./support/conversation.ts"
import * as Page from "./support/page.ts"
import { schemaKeys } from "./support/schemaKeys.ts"

const frames = Page.fences("ndjson")
const declared = { sources: new Set(["example.items"]), status: new Set(["state"]) }
const heard = frames.flatMap(({ lines }) => hear(lines, declared))

describe("the frames of protocol/flash.md", () => {
  it.each(frames.map(({ line, lines }) => [line, lines] as const))(
    "mean in the block at line %d what both ends read and write",
    (line, lines) => {
      const wrong = hear(lines, declared).flatMap((one, at) =>
        one.wrong === undefined ? [] : [`line ${line + at + 1}: ${one.wrong}`]
      )
      assert.deepStrictEqual(wrong, [])
    }
  )

  it.each([
    ["host", false, ["initialize", "ping", "evaluate", "search", "hints", "perform"]],
    ["plugin", true, ["initialize", "ping", "evaluate", "search", "hints", "perform"]],
    ["host", false, hostEvents.names.map((name) => `event ${name}`)],
    ["plugin", false, ["publish", "status", "poll", "log", ...Object.keys(hostCalls)]],
    ["host", true, Object.keys(hostCalls)]
  ] as const)("show what the %s can send (reply: %s)", (sender, isReply, expected) => {
    const shown = heard.filter((one) => one.sender === sender && one.isReply === isReply).map(({ about }) => about)
    assert.includeMembers(shown, [...expected])
  })
})

describe("the manifest of protocol/flash.md", () => {
  const keys = Object.keys(File.fields)
  const [shown = ""] = Page.fences("json").map(({ lines }) => lines.join("\n"))

  it("loads", () => {
    assert.deepStrictEqual(
      Result.match(Manifest.parse(new TextEncoder().encode(shown)), {
        onFailure: ({ problems }) => problems,
        onSuccess: () => []
      }),
      []
    )
  })

  it("is the only one, and has every section but those that exclude or restrict the others", () => {
    assert.strictEqual(Page.fences("json").length, 1)
    assert.sameMembers(
      Object.keys(JSON.parse(shown)),
      keys.filter((key) => key !== "install" && key !== "only_terminals")
    )
  })

  it("is explained key by key, at any depth, and has no key but those", () => {
    assert.includeMembers(
      [...schemaKeys],
      [...keys, "sandbox.exec", "bangs.items[].description", "help.topics[].aliases"]
    )
    assert.sameMembers([...Page.manifestKeys], [...schemaKeys])
  })
})

describe("the numbers and names of protocol/flash.md", () => {
  it("are tables of the parts that have values", () => {
    assert.sameMembers(
      Page.tables.map(({ path }) => path),
      [
        "deadlines",
        "errors",
        "host_calls",
        "host_events.names",
        "plugin_errors",
        "poll",
        "poll.priorities",
        "quotas",
        "transport"
      ]
    )
  })

  it.each(Page.tables.map(({ path, members }) => [path, members] as const))(
    "are in the table of %s those of flash.json",
    (path, members) => {
      const part = Page.at(path)
      if (Array.isArray(part))
        return assert.deepStrictEqual(
          members.map(([name]) => name),
          part
        )
      const isFlat = (value: unknown) => typeof value !== "object" || value === null
      const flat = Object.entries(part as object).filter(([, value]) => isFlat(value))
      assert.deepStrictEqual(members, flat)
    }
  )

  it.each([
    ["capabilities", capabilities.length],
    ["host_events.ax_notifications", hostEvents.ax_notifications.length],
    ["actions", 35],
    ["priorities", 5]
  ] as const)("list %s, %d of them, in the order of flash.json", (path, count) => {
    const list = Page.lists.find((claim) => claim.path === path)
    const names = list?.members.map(([name]) => name)
    assert.strictEqual(names?.length, count)
    assert.deepStrictEqual(names, Page.at(path))
  })

  it.each(Page.numbers)("give %s as %d", (path, value) => {
    assert.strictEqual(Page.at(path), value)
  })

  it("give numbers in prose", () => {
    assert.isAtLeast(Page.numbers.length, 10)
  })

  it("say which events supersede, and by what", () => {
    const said = new Map(Page.tables.find(({ path }) => path === "host_events.names")?.members)
    const keys = new Map<string, ReadonlyArray<string>>(Object.entries(hostEvents.coalescing_payload_keys))
    for (const name of hostEvents.names) {
      const supersedes = hostEvents.replacement.some((one) => one === name)
      const expected = supersedes ? ["name", ...(keys.get(name) ?? [])].join(", ") : "nothing"
      assert.strictEqual(said.get(name), expected)
    }
  })

  it.each(Object.values(hostCallErrors))("have the refusal %j of a host call", (text) => {
    assert.isTrue(Page.hasCode(text))
  })
})
