import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Binding from "../../src/manifest/Binding.ts"
import * as Manifest from "../../src/manifest/Manifest.ts"
import { paths, processless, running } from "./support.ts"

/** Holds that a manifest with the first changes is read, and that one with any of the others is wrong where they say. */
const rule = (good: ReadonlyArray<object>, bad: ReadonlyArray<readonly [path: string, changes: object]>) => {
  for (const changes of good) assert.deepStrictEqual(paths({ ...running, ...changes }), [], JSON.stringify(changes))
  for (const [path, changes] of bad) {
    assert.deepStrictEqual(paths({ ...running, ...changes }), [path], JSON.stringify(changes))
  }
}

const loaded = (changes: object) => Result.getOrThrow(Manifest.decode({ ...running, ...changes }))

describe("the identity of a manifest", () => {
  it("has texts that are not blank, and a version of any form [FLASH-MAN-02]", () => {
    rule(
      [{ version: "banana" }, { name: " x " }],
      ["name", "version", "description"].map((key) => [key, { [key]: " \n" }])
    )
  })

  it("has an id that can name a folder [FLASH-MAN-03]", () => {
    rule(
      ["a.b_c-1", "0", "..a".slice(1), "a."].map((id) => ({ id })),
      ["a..b", "..", ".", "A", "", "a b", "a/b", "a\n"].map((id) => ["id", { id }])
    )
  })

  it("has a priority that is any safe integer, 25 when left out [FLASH-MAN-40]", () => {
    rule(
      [{ priority: -1 }, { priority: Number.MAX_SAFE_INTEGER }],
      [0.5, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, "1", true].map((priority) => ["priority", { priority }])
    )
    assert.strictEqual(loaded({}).priority, 25)
  })

  it("may say which apps it is for, as a mapping may [FLASH-MAN-39]", () => {
    rule(
      [{ only_bundle_ids: ["a"], only_terminals: true }],
      [
        ["only_bundle_ids[0]", { only_bundle_ids: [""] }],
        ["only_terminals", { only_terminals: "yes" }],
        ["mappings[0].only_terminals", { mappings: [{ key: "x", command: ["a"], only_terminals: 1 }] }]
      ]
    )
    assert.notProperty(loaded({ only_bundle_ids: [] }), "only_bundle_ids")
    assert.deepStrictEqual(loaded({ only_bundle_ids: [" a "] }).only_bundle_ids, ["a"])
  })
})

describe("the process of a manifest", () => {
  it("may be installed by a command that is not blank [FLASH-MAN-04]", () => {
    rule(
      [{ install: "make" }],
      [
        ["install", { install: "" }],
        ["install", { install: ["make"] }],
        ["install", { install: "a\0" }]
      ]
    )
  })

  it("is an argument vector with a program [FLASH-MAN-05]", () => {
    rule(
      [{ exec: ["a", "-x", "-x"] }],
      [
        ["exec", { exec: [] }],
        ["exec", { exec: "a" }],
        ["exec[0]", { exec: [" "] }],
        ["exec[1]", { exec: ["a", "b\0"] }]
      ]
    )
  })

  it("may ask for a sandbox, even an empty one [FLASH-MAN-09]", () => {
    rule(
      [{ sandbox: {} }, { sandbox: { exec: ["/a b", "git"], appleevents: true, signal: false, mach: ["x"] } }],
      [
        ["sandbox", { sandbox: { network: true } }],
        ["sandbox.exec[0]", { sandbox: { exec: ["bin/git"] } }],
        ["sandbox.exec[0]", { sandbox: { exec: [""] } }],
        ["sandbox.appleevents", { sandbox: { appleevents: "yes" } }],
        ["sandbox.mach[0]", { sandbox: { mach: [1] } }]
      ]
    )
    assert.notProperty(loaded({}), "sandbox")
  })

  it("asks for capabilities of the registry [FLASH-MAN-10]", () => {
    rule([{ capabilities: ["open", "notify"] }], [["capabilities[1]", { capabilities: ["open", "Notify"] }]])
  })

  it("has addresses that are https, with a host and without credentials [FLASH-MAN-11]", () => {
    const addresses = (...fetch_urls: ReadonlyArray<string>) => ({ capabilities: ["network_fetch"], fetch_urls })
    rule(
      ["https://a", "https://a:8443/b?c#d", "https://[::1]/"].map((address) => addresses(address)),
      ["http://a/", "https://", "https:///a", "https://a@b/", "https://a b/", "a", "HTTPS://a"].map((address) => [
        "fetch_urls[0]",
        addresses(address)
      ])
    )
  })

  it("has addresses that admit at least themselves [FLASH-MAN-11]", () => {
    const addresses = (entry: string) => ({ capabilities: ["network_fetch"], fetch_urls: [entry] })
    const hopeless = ["https://a:99999/", "https://a:b/", "https://[::1", "https://%zz/", "https://exa<mple"]
    rule(
      ["https://a:65535/", "https://[::1]:1", "https://ex%61mple/", " https://a/%zz", "https://a/../b"].map(addresses),
      [...hopeless, "https://a/b%2f..%2fc"].map((entry) => ["fetch_urls[0]", addresses(entry)])
    )
  })

  it("has addresses if and only if it may fetch [FLASH-MAN-12]", () => {
    rule(
      [
        { capabilities: ["network_fetch"], fetch_urls: ["https://a/"] },
        { capabilities: [], fetch_urls: [] }
      ],
      [
        ["fetch_urls", { capabilities: ["network_fetch"] }],
        ["capabilities", { fetch_urls: ["https://a/"] }],
        ["capabilities", { capabilities: ["network"], fetch_urls: ["https://a/"] }]
      ]
    )
  })

  it("listens to patterns of names [FLASH-MAN-13]", () => {
    rule(
      [{ listen: ["core:*", "*"] }],
      [
        ["listen", { listen: "core:*" }],
        ["listen[0]", { listen: [""] }]
      ]
    )
  })
})

describe("the surfaces of a manifest", () => {
  it("are sources with a kind, a salience and a live flag [FLASH-MAN-14]", () => {
    rule(
      [{ sources: [{ name: "a", kind: "locations", priority: "low" }] }],
      [
        ["sources[0].name", { sources: [{ kind: "default" }] }],
        ["sources[0].kind", { sources: [{ name: "a", kind: "" }] }],
        ["sources[0].priority", { sources: [{ name: "a", priority: "max" }] }],
        ["sources[0].live", { sources: [{ name: "a", live: 1 }] }]
      ]
    )
    assert.deepStrictEqual(loaded({ sources: [{ name: " a " }] }).sources, [
      { name: " a ", kind: "default", priority: "normal", live: false }
    ])
  })

  it("are sources whose names differ by more than case and white space [FLASH-MAN-15]", () => {
    rule(
      [{ sources: [{ name: "a" }, { name: "a b" }, { name: "ab" }] }],
      [["sources[1].name", { sources: [{ name: "a" }, { name: " A\t" }] }]]
    )
  })

  it("are sources with locations only when they are warm [FLASH-MAN-16]", () => {
    rule(
      [
        { sources: [{ name: "a", kind: "locations", live: false }] },
        { sources: [{ name: "a", kind: "default", live: true }] }
      ],
      [["sources[0].kind", { sources: [{ name: "a", kind: "locations", live: true }] }]]
    )
  })

  it("are sources that are all live or all warm [FLASH-MAN-17]", () => {
    const live = (...flags: ReadonlyArray<boolean>) => ({
      sources: flags.map((each, at) => ({ name: `${at}`, live: each }))
    })
    rule(
      [live(), live(true), live(true, true), live(false, false)],
      [
        ["sources", live(true, false)],
        ["sources", live(false, true)]
      ]
    )
  })

  it("are an evaluator with literal prefixes [FLASH-MAN-18]", () => {
    rule(
      [{ query: {} }, { query: { prefixes: ["=", "^.*$"] } }],
      ["", " ", "a b", "a\n"].map((prefix) => ["query.prefixes[0]", { query: { prefixes: [prefix] } }])
    )
    assert.notProperty(loaded({}), "query")
  })

  it("are commands of two words, the second of which may be * [FLASH-MAN-19]", () => {
    const command = (command: unknown, subcommand: unknown) => ({ commands: [{ command, subcommand }] })
    rule(
      [command("a", "*"), command("A", " b ")],
      [
        ["commands[0].command", command("", "b")],
        ["commands[0].command", command(null, "b")],
        ["commands[0].subcommand", command("a", "")],
        ["commands[0].subcommand", command("a", " \t")],
        ["commands[0].subcommand", command("a", "b c")]
      ]
    )
    assert.deepStrictEqual(loaded(command("A", " B ")).commands, [{ command: "a", subcommand: "b" }])
  })

  it("are no verbs [FLASH-MAN-20]", () => {
    rule(
      [],
      [
        ["verbs", { verbs: [] }],
        ["verbs", { verbs: null }],
        ["verbs", { verbs: { a: 1 } }]
      ]
    )
  })

  it("are commands that may wait for a positive number of milliseconds [FLASH-MAN-21]", () => {
    const wait = (timeout_ms: unknown) => ({ commands: [{ command: "a", subcommand: "b", timeout_ms }] })
    rule(
      [wait(1), wait(86_400_000), wait(null)],
      [0, -1, 0.5, "1"].map((each) => ["commands[0].timeout_ms", wait(each)])
    )
  })

  it("are commands of which no pair is there twice [FLASH-MAN-23]", () => {
    const pairs = (...all: ReadonlyArray<string>) => ({
      commands: all.map((each) => ({ command: each[0], subcommand: each[1] }))
    })
    rule(
      [pairs("ab", "ac", "bb", "a*")],
      [
        ["commands[1]", pairs("ab", "ab")],
        ["commands[2]", pairs("a*", "ab", "A*")]
      ]
    )
  })

  it("are bangs whose sources are declared [FLASH-MAN-24]", () => {
    const bangs = (source: string) => ({
      sources: [{ name: "a" }],
      bangs: { command: "c", items: [{ token: "*" }, { token: "x", source }] }
    })
    rule(
      [bangs("a")],
      [
        ["bangs.items[1].source", bangs("A")],
        ["bangs.items[1].source", bangs("")],
        ["bangs.items[1].source", { ...bangs("a"), sources: [] }]
      ]
    )
    assert.deepStrictEqual(loaded({ bangs: { command: " C ", items: [{ token: " x " }] } }).bangs, {
      command: "c",
      items: [{ token: "x" }]
    })
  })

  it("are actions that Flash knows and a plugin can perform [FLASH-MAN-25]", () => {
    rule(
      [{ actions: ["tab_new", "clipboard_paste"] }],
      ["tab_prev", "app_reload_force", "", "TAB_NEW", " tab_new"].map((action) => ["actions[0]", { actions: [action] }])
    )
  })

  it("are hints, even without a word on empty answers [FLASH-MAN-26]", () => {
    rule(
      [{ hints: {} }, { hints: { fallback_on_empty: true } }],
      [
        ["hints", { hints: [] }],
        ["hints.fallback_on_empty", { hints: { fallback_on_empty: "no" } }]
      ]
    )
    assert.notProperty(loaded({}), "hints")
  })

  it("are schemes to go back to [FLASH-MAN-27]", () => {
    rule(
      [{ navigation: ["tmux", "x+y"] }],
      ["tmux:", "1a", "", "a b"].map((scheme) => ["navigation[0]", { navigation: [scheme] }])
    )
    assert.deepStrictEqual(loaded({ navigation: [" Tmux "] }).navigation, ["tmux"])
  })

  it("are status segments [FLASH-MAN-28]", () => {
    rule(
      [{ status: ["top_cpu", "a-1"] }],
      ["CPU", "", "a.b", "a b"].map((name) => ["status[0]", { status: [name] }])
    )
  })
})

describe("the declarations of a manifest", () => {
  const bind = (binding: unknown, action = "tab_new") => ({ action_bindings: { [action]: { "": binding } } })
  const at = 'action_bindings.tab_new[""]'

  it("are bindings by action and bundle id [FLASH-MAN-29]", () => {
    rule(
      [bind("cmd+t"), bind(["cmd+t"]), bind({ menu: ["A", "B", "C"] }), bind(false), bind("f5", "app_reload_force")],
      [["action_bindings.tab_new", { action_bindings: { tab_new: { " ": false } } }]]
    )
    const bindings = loaded({
      action_bindings: { tab_new: { "": "cmd+T", a: false, b: { menu: ["A", "B"] } } }
    }).action_bindings.get("tab_new")
    assert.deepStrictEqual(
      [...(bindings ?? [])],
      [
        ["", Binding.Binding.Chords({ chords: ["cmd+T"] })],
        ["a", Binding.Binding.Nothing()],
        ["b", Binding.Binding.Menu({ path: ["A", "B"] })]
      ]
    )
  })

  it("are bindings of the union and nothing else [FLASH-MAN-30]", () => {
    rule(
      [],
      [
        ...[true, 0, null, "", "cmd", "cmd+foo", []].map((binding) => [at, bind(binding)] as const),
        [`${at}[1]`, bind(["cmd+k", ""])],
        [`${at}[0]`, bind([false])],
        [`${at}.menu`, bind({ menu: ["File"] })],
        [`${at}.menu[0]`, bind({ menu: ["", "New"] })],
        [at, bind({ menu: ["File", "New"], x: 1 })],
        ["action_bindings", bind("cmd+t", "tab_prev")]
      ]
    )
  })

  it("are bindings that name a tab only where one is selected [FLASH-MAN-31, FLASH-MAN-32]", () => {
    rule(
      [bind("cmd+{index}", "tab_select"), bind({ menu: ["Window", "{index}"] }, "tab_select")],
      [
        [at, bind("cmd+{index}")],
        [`${at}[0]`, bind(["cmd+{index}"])],
        [`${at}.menu[1]`, bind({ menu: ["Window", "{index}"] })],
        ['action_bindings.tab_select[""]', bind("cmd+0{index}", "tab_select")]
      ]
    )
  })

  it("are questions before actions that the manifest performs [FLASH-MAN-33]", () => {
    const confirm = (action: string, prompt: string) => ({
      actions: ["tab_close"],
      action_confirmations: { [action]: prompt }
    })
    rule(
      [confirm("tab_close", "Close?")],
      [
        ["action_confirmations.tab_close", confirm("tab_close", " ")],
        ["action_confirmations.tab_new", confirm("tab_new", "New?")],
        ["action_confirmations", confirm("app_reload_force", "Reload?")]
      ]
    )
    assert.deepStrictEqual([...loaded(confirm("tab_close", "Close?")).action_confirmations], [["tab_close", "Close?"]])
  })

  it("are terminal emulators and apps whose hints are costly [FLASH-MAN-34]", () => {
    rule(
      [{ terminal_emulators: ["a"], on_demand_hints: ["a"] }],
      [
        ["terminal_emulators[0]", { terminal_emulators: [""] }],
        ["on_demand_hints", { on_demand_hints: "a" }]
      ]
    )
  })

  const map = (changes: object) => ({ mappings: [{ key: "x", command: ["a"], ...changes }] })

  it("are mappings in one of seven modes, without a priority [FLASH-MAN-35]", () => {
    rule(
      ["all", "normal", "insert", "terminal", "hyper", "hold"].map((mode) => map({ mode })),
      [
        ["mappings[0].mode", map({ mode: "visual" })],
        ["mappings[0].command", map({ command: [] })],
        ["mappings[0].command[1]", map({ command: ["a", ""] })],
        ["mappings[0].key", map({ key: "" })],
        ["mappings[0].repeat", map({ repeat: 1 })],
        ["mappings[0]", map({ priority: 1 })]
      ]
    )
    assert.deepStrictEqual(loaded(map({})).mappings, [
      { key: "x", mode: "normal", command: ["a"], only_terminals: false, repeat: false }
    ])
  })

  it("are command mappings of one chord with a modifier [FLASH-MAN-36]", () => {
    rule(
      [map({ mode: "command", key: "cmd+shift+F5" })],
      ["x", "f5", "cmd", "cmd+k cmd+l", "<leader>x"].map((key) => ["mappings[0].key", map({ mode: "command", key })])
    )
  })

  it("are terminal mappings without a leader [FLASH-MAN-37]", () => {
    rule(
      [map({ mode: "terminal", key: "gx" }), map({ mode: "insert", key: "<leader>x" })],
      ["<leader>x", "g<LEADER>"].map((key) => ["mappings[0].key", map({ mode: "terminal", key })])
    )
  })

  it("are topics of help with a name [FLASH-MAN-38]", () => {
    rule(
      [{ help: { topics: [] } }, { help: { topics: [{ name: "a", body: "" }] } }],
      [
        ["help.topics", { help: {} }],
        ["help.topics[0].name", { help: { topics: [{ name: "" }] } }],
        ["help.topics[0].aliases[0]", { help: { topics: [{ name: "a", aliases: [""] }] } }],
        ["help.topics[0]", { help: { topics: [{ name: "a", text: "" }] } }]
      ]
    )
    assert.deepStrictEqual(loaded({ help: { topics: [{ name: "a", title: null }] } }).help?.topics, [
      { name: "a", title: "a", aliases: [] }
    ])
  })
})

describe("the lists of a manifest", () => {
  it("have no entry twice, and none that is blank [FLASH-MAN-41]", () => {
    const lists = ["listen", "only_bundle_ids", "terminal_emulators", "on_demand_hints", "navigation", "status"]
    for (const key of lists)
      rule(
        [{ [key]: ["a", "b"] }],
        [
          [`${key}[2]`, { [key]: ["a", "b", "a"] }],
          [`${key}[1]`, { [key]: ["a", " "] }]
        ]
      )
    rule(
      [],
      [
        ["capabilities[1]", { capabilities: ["open", "open"] }],
        ["actions[1]", { actions: ["tab_new", "tab_new"] }],
        ["query.prefixes[1]", { query: { prefixes: ["=", "="] } }],
        ["sandbox.mach[1]", { sandbox: { mach: ["a", "a"] } }],
        ["mappings[0].only_bundle_ids[1]", { mappings: [{ key: "x", command: ["a"], only_bundle_ids: ["a", " a"] }] }],
        ["help.topics[0].aliases[1]", { help: { topics: [{ name: "a", aliases: ["b", "b"] }] } }]
      ]
    )
  })

  it("are looked at even where another entry is wrong [FLASH-MAN-08]", () => {
    assert.deepStrictEqual(paths({ ...running, listen: ["a", 7, "", "a"] }), ["listen[1]", "listen[2]", "listen[3]"])
    assert.deepStrictEqual(paths({ ...processless, terminal_emulators: ["a", "a"], sorces: 1 }), [
      "",
      "terminal_emulators[1]"
    ])
  })
})
