import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option, Result, Stream } from "effect"
import * as Configuration from "../../src/manager/Configuration.ts"
import { Materializer } from "../../src/manager/Materializer.ts"
import { PluginManager } from "../../src/manager/PluginManager.ts"
import type { Report } from "../../src/manager/Report.ts"
import { ThirdParty } from "../../src/manager/ThirdParty.ts"
import { dataFolderLock, folderWatch } from "../../src/node.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import { posix } from "../support/groups.ts"
import { hostOf, temporaryFolder } from "../support/live.ts"
import { materialising, repositoryOf } from "../support/repositories.ts"

const bookmarks = fileURLToPath(new URL("../../../../fixtures/plugins/bookmarks", import.meta.url))

const platform = Layer.mergeAll(folderWatch, dataFolderLock, NodeFileSystem.layer, NodePath.layer)

/** A manager of a started host, over plugin folders below a temporary one that holds a copy of the bookmarks. */
const managed = Effect.fn(function* (materializer: Layer.Layer<Materializer> = Materializer.layerNone) {
  const base = yield* temporaryFolder
  const root = join(base, "plugins")
  const folder = join(root, "bookmarks")
  cpSync(bookmarks, folder, { recursive: true })
  const live = yield* hostOf([])
  const build = Layer.build(
    PluginManager.layer({ roots: [root], dataBase: join(base, "data") }).pipe(
      Layer.provide([platform, materializer, Layer.succeed(PluginHost, live.plugins)])
    )
  )
  const manager = Context.get(yield* build, PluginManager)
  yield* live.plugins.start
  yield* manager.reconcile(Configuration.empty)
  return { ...live, base, root, folder, manager, build }
})

/** Listens for the next report of a kind from now on. */
const listen = (manager: PluginManager["Service"], tag: Report["_tag"]) =>
  Effect.forkChild(Stream.runHead(Stream.filter(manager.reports, ({ _tag }) => _tag === tag)), {
    startImmediately: true
  })

/** Writes beside, then takes the place of what is there, as many editors and compilers do. */
const replace = (base: string, file: string, text: string) => {
  const beside = join(base, "new")
  writeFileSync(beside, text)
  renameSync(beside, file)
}

describe("A plugin in a real folder", () => {
  it.live("follows its manifest and its program as they are edited, broken, fixed and replaced [FLASH-RELO-04]", () =>
    Effect.gen(function* () {
      const { base, folder, manager, plugins, until } = yield* managed()
      const file = join(folder, "manifest.json")
      const manifest = JSON.parse(readFileSync(file, "utf8"))
      const [first] = yield* until("Ready")

      writeFileSync(file, JSON.stringify({ ...manifest, priority: 7 }))
      const [, second] = yield* until("Ready", 2)
      assert.strictEqual((yield* plugins.roster).plugins[0]?.priority, 7)
      assert.notStrictEqual(second?.pid, first?.pid)

      const failing = yield* listen(manager, "Failed")
      writeFileSync(file, JSON.stringify({ ...manifest, priority: "high" }))
      const failed = Option.getOrThrow(yield* Fiber.join(failing))
      assert.deepInclude(failed, { plugin: "bookmarks", isLoaded: true })
      const [row] = yield* manager.plugins
      assert.strictEqual(row?.failure?.message, `${file}: priority: expected an integer of at most 53 bits`)
      assert.deepStrictEqual(Option.getOrThrow(row?.standing ?? Option.none()).pid, Option.fromUndefinedOr(second?.pid))
      assert.isTrue(yield* plugins.ping("bookmarks"))

      const recovering = yield* listen(manager, "Recovered")
      replace(base, file, JSON.stringify({ ...manifest, priority: 7 }))
      yield* Fiber.join(recovering)
      yield* until("Ready", 3)

      const program = join(folder, "bookmarks.mjs")
      replace(base, program, readFileSync(program, "utf8").replace('["Effect"', '["Replaced"'))
      yield* until("Ready", 4)
      yield* until("Published", 4)
      assert.include(
        (yield* plugins.catalog("bookmarks")).map(({ title }) => title),
        "Replaced"
      )
    }).pipe(Effect.scoped)
  )

  it.live("is told from what is no plugin, and keeps its data where the host says (F9)", () =>
    Effect.gen(function* () {
      const { base, manager, root, until } = yield* managed()
      yield* until("Ready")
      mkdirSync(join(root, "empty"))
      writeFileSync(join(root, "README.md"), "no plugin")
      yield* manager.reconcile(Configuration.empty)
      assert.deepStrictEqual(
        (yield* manager.plugins).map(({ plugin, isLoaded, failure }) => [plugin, isLoaded, failure?.message]),
        [
          ["bookmarks", true, undefined],
          ["empty", false, `${join(root, "empty", "manifest.json")} is missing`]
        ]
      )
      assert.deepStrictEqual(readdirSync(join(base, "data")).toSorted(), ["@host.lock", "bookmarks"])
    }).pipe(Effect.scoped)
  )

  it.live("is missed where a link leads nowhere, and there when it leads to it again", () =>
    Effect.gen(function* () {
      const { base, folder, manager, root, until } = yield* managed()
      yield* until("Ready")
      const away = join(base, "away")
      renameSync(folder, away)
      symlinkSync(join(base, "nowhere"), join(root, "bookmarks"))
      symlinkSync("itself", join(root, "itself"))
      symlinkSync(join(base, "README.md"), join(root, "text"))
      writeFileSync(join(base, "README.md"), "no plugin")
      const failing = yield* Effect.forkChild(
        Stream.runCollect(
          Stream.take(
            Stream.filter(manager.reports, ({ _tag }) => _tag === "Failed"),
            2
          )
        ),
        { startImmediately: true }
      )
      yield* manager.reconcile(Configuration.empty)
      const rows = Effect.map(manager.plugins, (all) =>
        all.map(({ plugin, isLoaded, failure }) => [plugin, isLoaded, failure?.message])
      )
      assert.deepStrictEqual(yield* rows, [
        ["bookmarks", true, `${join(root, "bookmarks")} is a link that leads nowhere`],
        ["itself", false, `${join(root, "itself")} is a link that leads nowhere`]
      ])
      assert.lengthOf(yield* Fiber.join(failing), 2)
      renameSync(away, join(base, "nowhere"))
      rmSync(join(root, "itself"))
      yield* manager.reconcile(Configuration.empty)
      assert.deepStrictEqual(yield* rows, [["bookmarks", true, undefined]])
    }).pipe(Effect.scoped)
  )

  it.live("has one host at a time for its data (F9)", () =>
    Effect.gen(function* () {
      const { build } = yield* managed()
      const second = Result.getOrThrow(Result.flip(yield* Effect.result(build)))
      assert.deepInclude(second, { _tag: "DataFolderTaken", pid: process.pid })
    }).pipe(Effect.scoped)
  )
})

describe.runIf(posix)("A plugin in a repository", () => {
  it.live("joins those that run when its checkout is there [FLASH-INST-11]", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repositoryOf((working: string) => {
        cpSync(bookmarks, working, { recursive: true })
        const file = join(working, "manifest.json")
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), id: "joining", commands: [] }))
      })
      const [commit = ""] = commits
      const { make, place } = yield* materialising(url)
      const released = yield* Deferred.make<void>()
      const held = Layer.succeed(Materializer, {
        folder: (asked) => Effect.andThen(Deferred.await(released), make(asked.commit))
      })
      const { manager, until } = yield* managed(held)
      const repository = ThirdParty.Repository({ owner: "someone", reference: "plugin", commit })
      yield* manager.reconcile({ ...Configuration.empty, thirdParty: [repository] })
      const [first] = yield* until("Ready")
      yield* Deferred.succeed(released, undefined)
      const [, second] = yield* until("Ready", 2)
      assert.deepStrictEqual([first?.plugin, second?.plugin], ["bookmarks", "joining"])
      yield* manager.arrived
      const [, joined] = yield* manager.plugins
      assert.strictEqual(joined?.failure, undefined)
      assert.isTrue(existsSync(join(place(commit), "bookmarks.mjs")))
    }).pipe(Effect.scoped)
  )
})
