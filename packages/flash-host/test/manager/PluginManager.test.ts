import { assert, describe, it } from "@effect/vitest"
import { Deadlines } from "@lanyard/flash-protocol"
import { type ChildSpec, Environment } from "@lanyard/process"
import type { Script } from "@lanyard/process/testing"
import { Deferred, Effect, Exit, Layer, Option, Path, Scope, Stream } from "effect"
import * as Configuration from "../../src/manager/Configuration.ts"
import { DataFolderTaken } from "../../src/manager/DataFolderLock.ts"
import { Materializer } from "../../src/manager/Materializer.ts"
import { ThirdParty } from "../../src/manager/ThirdParty.ts"
import { configured, managed, manifest, plugin } from "../support/managed.ts"
import { advance, publish, row, serving } from "../support/scripted.ts"

const quick: Script.Script = { answers: serving(() => '{"ok":true}') }
const commit = "0123456789abcdef0123456789abcdef01234567"
const sources = { sources: [{ name: "scripted.items" }] }
const command = (name: string) => ({ commands: [{ command: name, subcommand: "on" }] })

describe("PluginManager.reconcile", () => {
  it.effect("loads official plugins by the names of their folders, then third parties' as they are listed", () =>
    Effect.gen(function* () {
      const { load, manager } = yield* managed(() => quick, {
        ...plugin("/official/b", manifest("zebra")),
        ...plugin("/official/a", manifest("yak")),
        ...plugin("/official/.hidden", manifest("hidden")),
        "/official/README.md": "no plugin",
        ...plugin("/third/two", manifest("two")),
        ...plugin("/third/one", manifest("one"))
      })
      yield* load(configured("/third/two", "/official/a", "/third/one", "/third/two"))
      const plugins = yield* manager.plugins
      assert.deepStrictEqual(
        plugins.map(({ plugin, origin, key }) => [plugin, origin, key]),
        [
          ["yak", "official", "/official/a"],
          ["zebra", "official", "/official/b"],
          ["two", "third party", "/third/two"],
          ["one", "third party", "/third/one"]
        ]
      )
      for (const { failure, isLoaded, standing } of plugins) {
        assert.isTrue(isLoaded)
        assert.isUndefined(failure)
        assert.strictEqual(Option.getOrUndefined(standing)?.state._tag, "Running")
      }
    })
  )

  it.effect("gives each plugin its own settings and data folder", () =>
    Effect.gen(function* () {
      const started: Array<ChildSpec.ChildSpec> = []
      const { load } = yield* managed(
        (_, spec) => {
          started.push(spec)
          return quick
        },
        { ...plugin("/official/a", manifest("a")), ...plugin("/official/b", manifest("b")) }
      )
      yield* load({ ...Configuration.empty, settings: new Map([["b", { colour: "red", nested: { deep: [1] } }]]) })
      assert.deepStrictEqual(
        started.map(({ cwd, environment }) => [
          cwd,
          Environment.toRecord(environment).FLASH_PLUGIN_DATA_DIR,
          Environment.toRecord(environment).FLASH_PLUGIN_CONFIG
        ]),
        [
          ["/official/a", "/data/a", "{}"],
          ["/official/b", "/data/b", '{"colour":"red","nested":{"deep":[1]}}']
        ]
      )
    })
  )

  it.effect("leaves out what is disabled, shows a folder without a manifest and a root that cannot be listed", () =>
    Effect.gen(function* () {
      const { load, rows, told } = yield* managed(
        () => quick,
        {
          ...plugin("/official/a", manifest("a")),
          ...plugin("/official/b", manifest("b")),
          "/official/empty/README.md": "",
          ...plugin("/official/wrong", "{}")
        },
        { roots: ["/official", "/nowhere"] }
      )
      yield* load({ ...configured("/gone"), disabled: new Set(["b"]) })
      assert.deepStrictEqual(yield* rows, [
        ["a", true, undefined],
        ["empty", false, "ManifestUnreadable"],
        ["wrong", false, "ManifestRefused"],
        ["nowhere", false, "FolderUnlisted"],
        ["gone", false, "ManifestUnreadable"]
      ])
      assert.lengthOf(told(), 4)
      yield* load({ ...configured(), disabled: new Set(["a"]) })
      assert.deepStrictEqual((yield* rows)[0], ["b", true, undefined])
      assert.deepStrictEqual(told(), [])
    })
  )

  it.effect("ignores the later of two plugins with one id, until the earlier one is gone [FLASH-RELO-07]", () =>
    Effect.gen(function* () {
      const { load, manager, remove, rows, told, times } = yield* managed(() => quick, {
        "/official/README.md": "",
        ...plugin("/official/a", manifest("same")),
        ...plugin("/third/b", manifest("same"))
      })
      yield* load(configured("/third/b"))
      assert.deepStrictEqual(yield* rows, [
        ["same", true, undefined],
        ["same", false, "IdTaken"]
      ])
      assert.deepStrictEqual(told(), [["same", "IdTaken", false]])
      const [, second] = yield* manager.plugins
      assert.strictEqual(second?.failure?.message, "the id same is taken by /official/a")
      assert.deepStrictEqual(second?.standing, Option.none())
      assert.lengthOf(times("started"), 1)
      remove("/official/a/manifest.json")
      remove("/official/a/program")
      yield* load(configured("/third/b"))
      assert.deepStrictEqual(yield* rows, [["same", true, undefined]])
      assert.deepStrictEqual(told(), [["same", "Recovered"]])
      assert.lengthOf(times("started"), 2)
    })
  )

  it.effect("keeps out everyone who claims a command that another claims, and says so", () =>
    Effect.gen(function* () {
      const { load, manager, rows } = yield* managed(() => quick, {
        ...plugin("/official/a", manifest("a", command("go"))),
        ...plugin("/official/b", manifest("b", { query: {} })),
        ...plugin("/official/c", manifest("c", command("go"))),
        ...plugin("/third/a", manifest("a"))
      })
      yield* load(configured("/third/a"))
      assert.deepStrictEqual(yield* rows, [
        ["a", false, "CommandsClaimed"],
        ["b", true, undefined],
        ["c", false, "CommandsClaimed"],
        ["a", false, "IdTaken"]
      ])
      const [first] = yield* manager.plugins
      assert.strictEqual(first?.failure?.message, "the command go is claimed by a and c")
      yield* load({ ...configured(), disabled: new Set(["c"]) })
      assert.deepStrictEqual(yield* rows, [
        ["a", true, undefined],
        ["b", true, undefined]
      ])
    })
  )

  it.effect("says of a repository that it is not materialised here, and runs one that is", () =>
    Effect.gen(function* () {
      const repository = { owner: "o", reference: "r", commit }
      const configuration = { ...configured(), thirdParty: [ThirdParty.Repository(repository)] }
      const files = { "/official/README.md": "", ...plugin("/checkouts/o-r", manifest("a")) }
      const without = yield* managed(() => quick, files)
      yield* without.load(configuration)
      const [absent] = yield* without.manager.plugins
      assert.deepInclude(absent, { plugin: `github:o/r@${commit}`, origin: "third party", isLoaded: false })
      assert.strictEqual(
        absent?.failure?.message,
        `github:o/r@${commit} is not materialised on this host: nothing here does that`
      )

      const asked: Array<unknown> = []
      const materializer = Layer.succeed(Materializer, {
        folder: (found) => {
          asked.push(found)
          return Effect.succeed("/checkouts/o-r")
        }
      })
      const { load, manager } = yield* managed(() => quick, files, { materializer })
      yield* load(configuration)
      const [there] = yield* manager.plugins
      assert.deepInclude(there, { plugin: "a", key: `github:o/r@${commit}`, isLoaded: true, failure: undefined })
      assert.deepStrictEqual(asked, [ThirdParty.Repository(repository)])
    })
  )

  it.effect("leaves alone what is unchanged, and replaces a process for new settings alone", () =>
    Effect.gen(function* () {
      const { load, plugins, times, stage } = yield* managed(
        (attempt) => (attempt === 1 ? { ...quick, emits: [publish(10, "old")] } : quick),
        { ...plugin("/official/a", manifest("a", sources)), ...plugin("/official/b", manifest("b")) }
      )
      yield* load()
      yield* load({ ...Configuration.empty, settings: new Map([["unknown", { a: 1 }]]) })
      assert.lengthOf(times("started"), 2)
      yield* load({ ...Configuration.empty, settings: new Map([["a", { a: 1 }]]) })
      assert.lengthOf(times("started"), 3)
      assert.deepStrictEqual(yield* plugins.catalog("a"), [row("old")])
      yield* load({ ...Configuration.empty, settings: new Map([["a", Object.assign(Object.create(null), { a: 1 })]]) })
      assert.lengthOf(times("started"), 3)
      assert.isAtMost(stage.mostAlive(), 2)
    })
  )

  it.effect("replaces whole what has another manifest by now [FLASH-RELO-02]", () =>
    Effect.gen(function* () {
      const { load, plugins, times, write } = yield* managed(
        (attempt) => (attempt === 1 ? { ...quick, emits: [publish(10, "old")] } : quick),
        plugin("/official/a", manifest("a", sources))
      )
      const unwatched = { ...Configuration.empty, watching: false }
      yield* load(unwatched)
      write("/official/a/manifest.json", manifest("a", { ...sources, priority: 7 }))
      yield* load(unwatched)
      assert.strictEqual((yield* plugins.roster).plugins[0]?.priority, 7)
      assert.deepStrictEqual(yield* plugins.catalog("a"), [])
      assert.lengthOf(times("started"), 2)
    })
  )

  it.effect("stops and forgets what is there no more", () =>
    Effect.gen(function* () {
      const { load, plugins, rows, times } = yield* managed(() => quick, {
        ...plugin("/official/a", manifest("a")),
        ...plugin("/third/b", manifest("b"))
      })
      yield* load(configured("/third/b"))
      yield* load(configured())
      assert.deepStrictEqual(yield* rows, [["a", true, undefined]])
      assert.lengthOf(times("gone"), 1)
      assert.lengthOf(yield* plugins.status, 1)
    })
  )

  it.effect("keeps the last valid definition of what became invalid, with new settings too (51) [FLASH-RELO-04]", () =>
    Effect.gen(function* () {
      const { load, plugins, rows, times, told, write } = yield* managed(
        () => quick,
        plugin("/official/a", manifest("a"))
      )
      yield* load()
      write("/official/a/manifest.json", '{"id":"a","secret":1}')
      yield* load()
      yield* load()
      assert.deepStrictEqual(yield* rows, [["a", true, "ManifestRefused"]])
      assert.deepStrictEqual(told(), [["a", "ManifestRefused", true]])
      assert.lengthOf(times("started"), 1)
      yield* load({ ...Configuration.empty, settings: new Map([["a", { a: 1 }]]) })
      assert.lengthOf(times("started"), 2)
      assert.isTrue(yield* plugins.ping("a"))
      write("/official/a/manifest.json", manifest("a"))
      yield* load({ ...Configuration.empty, settings: new Map([["a", { a: 1 }]]) })
      assert.deepStrictEqual(yield* rows, [["a", true, undefined]])
      assert.deepStrictEqual(told(), [["a", "Recovered"]])
    })
  )

  it.effect("keeps the plugins of a root that cannot be listed any more", () =>
    Effect.gen(function* () {
      const { load, remove, rows, times } = yield* managed(() => quick, plugin("/official/a", manifest("a")))
      yield* load()
      remove("/official/a/manifest.json")
      remove("/official/a/program")
      yield* load()
      assert.deepStrictEqual(yield* rows, [
        ["official", false, "FolderUnlisted"],
        ["a", true, "ManifestUnreadable"]
      ])
      assert.deepStrictEqual(times("end of input"), [])
    })
  )

  it.effect("gives way to a later configuration, and never brings the earlier one into force", () =>
    Effect.gen(function* () {
      const { gate, manager, rows, times } = yield* managed(() => quick, {
        "/official/README.md": "",
        ...plugin("/third/a", manifest("a")),
        ...plugin("/third/b", manifest("b"))
      })
      gate.closeUnsafe()
      const first = yield* Effect.forkChild(manager.reconcile(configured("/third/a")))
      yield* advance(1000)
      const second = yield* Effect.forkChild(manager.reconcile(configured("/third/b")))
      yield* advance(1000)
      gate.openUnsafe()
      yield* advance(100)
      assert.isDefined(first.pollUnsafe())
      assert.isDefined(second.pollUnsafe())
      assert.deepStrictEqual(yield* rows, [["b", true, undefined]])
      assert.lengthOf(times("started"), 1)
    })
  )

  it.effect("lets a startup timeout reach the timer (B077)", () =>
    Effect.gen(function* () {
      const table = { plugins: { startup_timeout: 1 } }
      const configuration = yield* Configuration.decode(table, { folder: "/", home: "/" })
      const { load, times } = yield* managed(() => ({}), plugin("/official/a", manifest("a")))
      yield* load(configuration)
      yield* advance(899)
      assert.deepStrictEqual(times("end of input"), [])
      yield* advance(1)
      assert.deepStrictEqual(times("end of input"), [1000])
    }).pipe(Effect.provide(Path.layer))
  )

  it.effect("changes the deadlines of calls that begin from then on, of a plugin that runs too [FLASH-DEAD-02]", () =>
    Effect.gen(function* () {
      const live = { sources: [{ name: "a.found", live: true }] }
      const { lines, load, plugins, times } = yield* managed(
        () => quick,
        plugin("/official/a", manifest("a", live))
      ).pipe(Effect.provide(Deadlines.layer({ live: 700, startup: 3000 })))
      const search = Effect.andThen(
        Effect.forkChild(plugins.search({ _tag: "Source", name: "a.found" }, { query: "q", scope: "all" })),
        advance(0)
      )
      const deadlines = (method: string) =>
        lines()
          .filter((line) => line.method === method)
          .map(({ deadline_ms }) => deadline_ms)
      yield* load()
      yield* search
      yield* load({ ...Configuration.empty, deadlines: { live: 300, startup: 2000 } })
      yield* search
      yield* load()
      yield* search
      assert.deepStrictEqual([deadlines("search"), deadlines("initialize")], [[700, 300, 700], [3000]])
      assert.lengthOf(times("started"), 1)
      yield* load({ ...Configuration.empty, deadlines: { startup: 2000 } })
      yield* plugins.reload("a")
      yield* advance(0)
      assert.deepStrictEqual(deadlines("initialize"), [3000, 2000])
    })
  )
})

describe("PluginManager.layer", () => {
  it.effect("refuses to manage data folders that another host has (F9)", () =>
    Effect.gen(function* () {
      const lock = (folder: string) => Effect.fail(new DataFolderTaken({ folder, pid: 7 }))
      const failure = yield* Effect.flip(managed(() => quick, {}, { lock }))
      assert.deepInclude(failure, { _tag: "DataFolderTaken", folder: "/data", pid: 7 })
    })
  )

  it.effect("holds its data folders as long as it is there, and then watches nothing and tells nothing", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const lock = (folder: string) =>
        Effect.acquireRelease(
          Effect.sync(() => void log.push(`take ${folder}`)),
          () => Effect.sync(() => log.push(`give back ${folder}`))
        )
      const scope = yield* Scope.make()
      const { folders, load, manager } = yield* Scope.provide(
        managed(() => quick, plugin("/official/a", manifest("a")), { lock }),
        scope
      )
      yield* load()
      assert.strictEqual(folders.watches(), 1)
      assert.deepStrictEqual(log, ["take /data"])
      const reading = yield* Effect.forkChild(Stream.runDrain(manager.reports), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      yield* advance(0)
      assert.deepStrictEqual(log, ["take /data", "give back /data"])
      assert.strictEqual(folders.watches(), 0)
      assert.isDefined(reading.pollUnsafe())
    })
  )
})

describe("PluginManager.reports", () => {
  it.effect("keep the newest 256 for a reader that fell behind", () =>
    Effect.gen(function* () {
      const broken = Array.from({ length: 300 }, (_, at) => `/third/p${at}`)
      const { load, manager } = yield* managed(
        () => quick,
        Object.assign({}, ...broken.map((folder) => plugin(folder, "{}")))
      )
      const seen: Array<string> = []
      const goOn = yield* Deferred.make<void>()
      yield* manager.reports.pipe(
        Stream.runForEach((report) =>
          Effect.andThen(
            Effect.sync(() => {
              if (report._tag === "Failed") seen.push(report.plugin)
            }),
            Deferred.await(goOn)
          )
        ),
        Effect.forkScoped({ startImmediately: true })
      )
      yield* load(configured(...broken))
      yield* Deferred.succeed(goOn, undefined)
      yield* advance(0)
      assert.strictEqual(seen.at(-1), "p299")
      assert.isAtMost(seen.length, 258)
    })
  )
})
