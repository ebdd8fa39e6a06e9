import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Manifest from "../../src/manifest/Manifest.ts"
import { File, hostServed } from "../../src/manifest/Shape.ts"
import { read } from "../support/corpus.ts"
import { plugins } from "../support/fixture.ts"
import * as Hostile from "../support/hostile.ts"
import { value } from "../support/json.ts"
import { paths, processless, running, wrong } from "./support.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)
const text = JSON.stringify(running)

/** What is wrong with the bytes of a file, a line each. */
const wrongBytes = (bytes: Uint8Array) =>
  Result.match(Manifest.parse(bytes), {
    onFailure: ({ problems }) => problems.map(Manifest.print),
    onSuccess: () => []
  })

/** The manifest of the specification, which has every section. */
const specification = read("manifest").find(({ name }) => name.endsWith("valid/specification.json"))?.input

describe("Manifest.parse", () => {
  it("reads the bytes of a file, white space and all [FLASH-MAN-44]", () => {
    assert.deepStrictEqual(wrongBytes(utf8(`\r\n\t${JSON.stringify(running, null, 2)}\n`)), [])
    assert.strictEqual(Result.getOrThrow(Manifest.parse(utf8(text))).id, "example")
  })

  it("passes over the byte order mark that some editors write (B043) [FLASH-MAN-44]", () => {
    assert.strictEqual(Result.getOrThrow(Manifest.parse(utf8(`\ufeff${text}`))).id, "example")
  })

  it.each([
    ["", "expected a JSON object, not an empty file"],
    [`\ufeff\ufeff${text}`, "expected one byte order mark at most"],
    ["[]", "expected one JSON object"],
    ['"text"', "expected one JSON object"],
    [`${text}${text}`, "expected JSON"],
    [`${text.slice(0, -1)},}`, "expected JSON"],
    [text.replace("{", '{"priority":NaN,'), "expected JSON"],
    [text.replace("{", "{/* no */"), "expected JSON"],
    [text.replace("Example", "\\ud800"), "expected no half of a surrogate pair"],
    [text.replace("{", '{"priority":1e400,'), "expected no number beyond the range of a double"],
    [text.replace("{", '{"priority":1.0,'), "priority: expected an integer of at most 53 bits"],
    [`{"a":1.0,"b":${"[".repeat(100)}${"]".repeat(100)}}`, "expected no more than 64 levels"]
  ])("refuses %j [FLASH-MAN-44]", (file, expected) => {
    assert.deepStrictEqual(wrongBytes(utf8(file)), [expected])
  })

  it.each<readonly [string, (count: number) => object]>([
    ["entries of a list", (count) => ({ listen: Array.from({ length: count }, (_, at) => `e${at}`) })],
    ["lists in a list", (count) => ({ listen: Array(count).fill([]) })],
    ["unknown keys", (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))]
  ])("says only that there are too many values when 10,001 of them are %s", (_, section) => {
    assert.deepStrictEqual(wrong({ ...running, ...section(10_001) }), ["expected at most 10000 values"])
    assert.notDeepEqual(wrong({ ...running, ...section(10) }), ["expected at most 10000 values"])
  })

  it("takes 10,000 values and not one more", () => {
    // The object, its four words, the list of a program and its word, the list of patterns.
    const listening = (patterns: number) => ({
      id: "a",
      name: "a",
      version: "1",
      description: "d",
      exec: ["p"],
      listen: Array.from({ length: patterns }, (_, at) => `e${at}`)
    })
    assert.deepStrictEqual(wrong(listening(10_000 - 8)), [])
    assert.deepStrictEqual(wrong(listening(10_000 - 7)), ["expected at most 10000 values"])
  })

  it("refuses bytes that are no UTF-8 [FLASH-MAN-44]", () => {
    assert.deepStrictEqual(wrongBytes(Uint8Array.of(0x7b, 0xff, 0x7d)), ["expected UTF-8"])
  })

  const folders = readdirSync(plugins, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const manifests = folders.flatMap(({ name }) =>
    readdirSync(`${plugins}${name}`).includes("manifest.json") ? [`${name}/manifest.json`] : []
  )

  it.each(manifests)("reads the fixture %s", (file) => {
    assert.deepStrictEqual(wrongBytes(readFileSync(`${plugins}${file}`)), [])
  })

  it("has fixtures to read", () => {
    assert.isAtLeast(manifests.length, 3)
  })
})

describe("Manifest.decode", () => {
  it("says everything that is wrong, in the order of the paths [FLASH-MAN-08]", () => {
    const manifest = {
      ...processless,
      id: "A",
      exec: [],
      sorces: [],
      priority: 1.5,
      capabilities: ["network_fetch", "opn", "open", "open"],
      sources: [{ name: "a", live: true }, { name: "A", colour: 1 }, 7],
      commands: [
        { command: "status", subcommand: "" },
        { command: "a", subcommand: "b" },
        { command: "a", subcommand: "b", timeout_ms: 0 }
      ],
      mappings: [{ key: "k", mode: "command", command: [""], priority: 1 }],
      verbs: []
    }
    assert.deepStrictEqual(wrong(manifest), [
      'expected no key but those of the contract, found "sorces" (did you mean "sources"?)',
      'capabilities[1]: expected one of accessibility, app_control, clipboard, media_keys, network, network_fetch, notify, open, process_control, subprocess, wifi_info (did you mean "open"?)',
      "capabilities[3]: expected an entry that the list does not have already",
      "commands[0].command: expected a word that Flash does not use itself",
      "commands[0].subcommand: expected one word",
      "commands[2]: expected a pair of words that no command before it has",
      "commands[2].timeout_ms: expected a positive integer",
      "exec: expected at least the name of a program",
      "fetch_urls: expected at least one address, for network_fetch is among the capabilities",
      'id: expected lower-case letters, digits, ".", "_" and "-", not "." alone and no ".."',
      'mappings[0]: expected no key but those of the contract, found "priority"',
      "mappings[0].command[0]: expected text that is not blank and has no NUL",
      "mappings[0].key: expected one chord with a modifier in command mode",
      "priority: expected an integer of at most 53 bits",
      "sources: expected sources that are all live or all published",
      'sources[1]: expected no key but those of the contract, found "colour"',
      "sources[1].name: expected a name that no source before it has",
      "sources[2]: expected an object",
      'verbs: expected no verbs: a verb was one word, and an entry of "commands" is two'
    ])
  })

  it("says the same whatever the order of the keys [FLASH-MAN-08]", () => {
    const manifest = { ...running, zeta: 1, alpha: 2, hints: 1, query: 1, listen: [""] }
    const reversed = Object.fromEntries(Object.entries(manifest).reverse())
    assert.deepStrictEqual(wrong(reversed), wrong(manifest))
    assert.strictEqual(wrong(manifest).length, 4)
  })

  it.each(["null", "true", "7", "1.0", '"manifest"', "[]", `[${text}]`])(
    "refuses %s, which is no object [FLASH-MAN-08]",
    (json) => {
      assert.deepStrictEqual(wrong(value(json)), ["expected an object"])
    }
  )

  it("reports all unknown keys of one object together, sorted [FLASH-MAN-07]", () => {
    const { problems } = Result.getOrThrow(
      Result.flip(Manifest.decode({ ...running, b: 1, A: 1, a: 1, hints: { x: 1 } }))
    )
    assert.deepStrictEqual(problems, [
      { path: "", expected: "no key but those of the contract", keys: ["A", "a", "b"] },
      { path: "hints", expected: "no key but those of the contract", keys: ["x"] }
    ])
  })

  it("takes null for a key that may be left out, and no other [FLASH-MAN-08, FLASH-MAN-01]", () => {
    const required = ["id", "name", "version", "description"]
    const nulls = Object.fromEntries(Object.keys(File.fields).map((key) => [key, null]))
    assert.deepStrictEqual(paths(nulls), required.toSorted())
    assert.deepStrictEqual(paths({ ...nulls, ...processless }), [])
    assert.deepStrictEqual(paths({}), required.toSorted())
  })

  it("refuses by name what needs a process when there is none [FLASH-MAN-06]", () => {
    const sections = Object.keys(File.fields).filter((key) => !hostServed.has(key) && key !== "exec")
    assert.deepStrictEqual(
      sections.toSorted(),
      "action_confirmations actions bangs capabilities commands fetch_urls hints install listen navigation query sandbox sources status".split(
        " "
      )
    )
    for (const section of sections) {
      assert.include(
        wrong({ ...processless, [section]: {} }),
        `${section}: expected no such section in a manifest without exec`
      )
      assert.notInclude(wrong({ ...running, [section]: {} }).join(), "without exec")
    }
  })

  it("takes every key of a word that Flash, or the host, uses itself [FLASH-MAN-22]", () => {
    const commands = (command: string) => ({ ...running, commands: [{ command, subcommand: "run" }] })
    for (const word of ["status", "doctor", "config_check", "confirm", "send_key", "tab_new"]) {
      assert.isTrue(Manifest.flashWords.has(word))
      assert.deepStrictEqual(paths(commands(word)), ["commands[0].command"])
      assert.deepStrictEqual(paths(commands(` ${word.toUpperCase()}`)), ["commands[0].command"])
    }
    assert.deepStrictEqual(wrong(commands("quit")), [])
    assert.deepStrictEqual(wrong(commands("quit"), { reserved: ["QUIT"] }), [
      "commands[0].command: expected a word that Flash does not use itself"
    ])
  })

  it("keeps keys of any name away from prototypes [FLASH-MAN-45]", () => {
    const proto = JSON.parse('{"__proto__":{"priority":90},"constructor":1}')
    assert.deepStrictEqual(wrong(Object.assign(Object.create(null), proto, running, { __proto__: 1 })).length, 1)
    const apps = JSON.parse('{"__proto__":"cmd+t","constructor":false}')
    const manifest = Result.getOrThrow(Manifest.decode({ ...processless, action_bindings: { tab_new: apps } }))
    assert.deepStrictEqual([...(manifest.action_bindings.get("tab_new")?.keys() ?? [])], ["__proto__", "constructor"])
    assert.isFalse("priority" in {})
  })

  it("never repeats a value [FLASH-MAN-47]", () => {
    const secret = "hunter2"
    const hostile = Object.fromEntries(
      Object.keys(File.fields).map((key) => [key, [secret, { name: secret, live: secret }]])
    )
    const problems = wrong({
      ...hostile,
      action_bindings: { tab_new: { "": secret, a: [secret], b: { menu: [secret] } } }
    })
    assert.isAbove(problems.length, 20)
    assert.notInclude(problems.join("\n"), secret)
  })

  it("takes a number with a fraction for no object, list or integer [FLASH-MAN-40]", () => {
    const bytes = utf8(
      text.replace("{", '{"hints":1.0,"help":1e0,"listen":1.0,"priority":10e0,"action_bindings":{"tab_new":1.0},')
    )
    assert.deepStrictEqual(wrongBytes(bytes), [
      "action_bindings.tab_new: expected an object",
      "help: expected an object",
      "hints: expected an object",
      "listen: expected a list",
      "priority: expected an integer of at most 53 bits"
    ])
  })

  it("survives nesting of any depth, wherever it is", () => {
    for (const key of Object.keys(File.fields)) assert.isNotEmpty(wrong({ ...running, [key]: Hostile.deep }), key)
  })

  it("keeps reasons short under keys of any length", () => {
    const apps = { ["x".repeat(100_000)]: Array.from({ length: 1_000 }, () => "") }
    const { problems } = Result.getOrThrow(
      Result.flip(Manifest.decode({ ...processless, action_bindings: { tab_new: apps } }))
    )
    assert.strictEqual(problems.length, 1_000)
    for (const { path } of problems) assert.isBelow(path.length, 200)
  })

  it("reads very long lists, and says everything that is wrong with them", () => {
    const many = (each: (at: number) => unknown) => Array.from({ length: 1_000 }, (_, at) => each(at))
    const good = { ...running, commands: many((at) => ({ command: `a${at}`, subcommand: "b" })), listen: many(String) }
    assert.deepStrictEqual(wrong(good), [])
    const bad = { ...running, commands: many(() => ({ command: "a", subcommand: "b", x: 1 })), listen: many(() => "a") }
    assert.strictEqual(wrong(bad).length, 1_000 + 999 + 999)
  })
})

type Node = Readonly<Record<string, unknown>>

/** Every object of a value whose keys are the contract's, by its path. */
const objects = (value: unknown, at: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> => {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.entries(value).flatMap(([key, each]) => objects(each, [...at, key]))
  const isFree = Array.isArray(value) || (at[0] === "action_bindings" && at.length === 2)
  return isFree ? inner : [at, ...inner]
}

const insert = (value: unknown, at: ReadonlyArray<string>, key: string): unknown => {
  const [next, ...rest] = at
  if (next === undefined) return Object.fromEntries([...Object.entries(value as Node), [key, 1]])
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === next ? insert(each, rest, key) : each))
  const node = value as Node
  return { ...node, [next]: insert(node[next], rest, key) }
}

const places = objects(specification)

describe("properties of Manifest.decode", () => {
  it.prop(
    "refuses an unknown key wherever it is, and names it [FLASH-MAN-07]",
    [Schema.Literals(places.map((_, index) => index)), Schema.String],
    ([place, name]) => {
      const manifest = insert(specification, places[place] ?? [], `~${name}`)
      const { problems } = Result.getOrThrow(Result.flip(Manifest.decode(manifest)))
      assert.deepStrictEqual(
        problems.map(({ keys }) => keys),
        [[`~${name}`]]
      )
    }
  )

  it("tries more than ten objects", () => {
    assert.isAbove(places.length, 10)
    assert.deepStrictEqual(wrong(specification), [])
  })

  const names = [
    ...Object.keys(File.fields),
    "command",
    "subcommand",
    "name",
    "items",
    "topics",
    "exec",
    "tab_new",
    "",
    "menu"
  ]

  it.prop("never throws, whatever comes", [Hostile.Choices], ([choices]) => {
    const value = Hostile.from(choices, names)
    const manifest = typeof value === "object" && !Array.isArray(value) ? { ...running, ...value } : value
    assert.isString(wrong(manifest).join("\n"))
    assert.isString(wrong(value).join("\n"))
  })
})
