import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope, Stream } from "effect"
import * as ScriptedFolders from "../../src/testing/ScriptedFolders.ts"
import { FolderSystem } from "../../src/watch/FolderSystem.ts"
import { FolderEvent, FolderWatch } from "../../src/watch/FolderWatch.ts"
import { advance } from "../support/scripted.ts"

const folder = "/plugin"
const manifest = "/plugin/manifest.json"
const other = "/plugin/other"

/** Watches a folder; `told` holds what its watch told, and `since` what it told after the last question. */
const watch = Effect.fn(function* (
  folders: ScriptedFolders.ScriptedFolders = ScriptedFolders.make({ [manifest]: "{}" }),
  handle: (event: FolderEvent) => Effect.Effect<void> = () => Effect.void
) {
  const told: Array<FolderEvent> = []
  const scope = yield* Scope.fork(yield* Effect.scope)
  yield* FolderWatch.use((watches) =>
    Stream.runForEach(watches.events(folder), (event) =>
      Effect.andThen(
        Effect.sync(() => told.push(event)),
        handle(event)
      )
    )
  ).pipe(Effect.provide(Layer.provide(FolderWatch.layer, folders.layer)), Effect.forkIn(scope))
  yield* advance(0)
  const since = () => told.splice(0).map(({ _tag }) => _tag)
  return { folders, told, since, close: Scope.close(scope, Exit.void) }
})

/** Writes a file again and again, so often for so long. */
const writing = (folders: ScriptedFolders.ScriptedFolders, path: string, every: number, times: number) =>
  Effect.gen(function* () {
    for (let at = 0; at < times; at++) {
      folders.write(path, String(at))
      yield* advance(every)
    }
  })

describe("FolderWatch.events", () => {
  it.effect("says first that it watches, and nothing of what was there", () =>
    Effect.gen(function* () {
      const { since } = yield* watch()
      assert.deepStrictEqual(since(), ["Watching"])
      yield* advance("1 day")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("tells a change 300 ms after it, and once [FLASH-RELO-08]", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write(manifest, "{ }")
      yield* advance(299)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("starts to wait again with every change [FLASH-RELO-08]", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      yield* writing(folders, manifest, 299, 5)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("tells a burst of many files once", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      for (let at = 0; at < 200; at++) {
        folders.write(`/plugin/out-${at}.js`, `${at}`)
        if (at % 10 === 0) yield* advance(20)
      }
      yield* advance(300)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("tells a save by rename once, with the file absent for 200 ms (B089)", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write("/plugin/.manifest.json.tmp", '{"new":1}')
      folders.remove(manifest)
      yield* advance(200)
      folders.remove("/plugin/.manifest.json.tmp")
      folders.write(manifest, '{"new":1}')
      yield* advance(299)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("tells nothing of a file written 50 times in 2 s as it was (B075)", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      for (let at = 0; at < 50; at++) {
        folders.write(manifest, "{}")
        yield* advance(40)
      }
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("tells nothing of a file that came and went, or of no change at all", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write(other, "x")
      yield* advance(100)
      folders.remove(other)
      folders.touch(folder)
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("waits for a file that was emptied to be filled (B090)", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write(manifest, "")
      yield* advance(599)
      assert.deepStrictEqual(since(), [])
      folders.write(manifest, '{"new":1}')
      yield* advance(299)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("tells a file that stays empty 300 ms later than others, once", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write(other, "")
      yield* advance(599)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
      folders.write(manifest, "{ }")
      yield* advance(300)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("waits no longer than 3 s for a folder that never rests (B090)", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write(manifest, '{"new":1}')
      yield* writing(folders, other, 100, 29)
      yield* advance(99)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("finds a file that is emptied just then whole, in a folder that never rests (B090)", () =>
    Effect.gen(function* () {
      const folders = ScriptedFolders.make({ [manifest]: "{}" })
      const read: Array<string | undefined> = []
      const { told } = yield* watch(folders, () => Effect.sync(() => read.push(folders.text(manifest))))
      yield* writing(folders, other, 100, 29)
      yield* advance(90)
      folders.write(manifest, "")
      yield* advance(30)
      folders.write(manifest, '{"new":1}')
      yield* writing(folders, other, 100, 40)
      assert.deepStrictEqual(
        told.map(({ _tag }) => _tag),
        ["Watching", "Changed"]
      )
      assert.deepStrictEqual(read, ["{}", '{"new":1}'])
    })
  )

  it.effect("tells files of a folder that was not there, and that it is gone", () =>
    Effect.gen(function* () {
      const folders = ScriptedFolders.make()
      const { since } = yield* watch(folders)
      assert.deepStrictEqual(since(), ["Watching"])
      folders.write(manifest, "{}")
      yield* advance(300)
      assert.deepStrictEqual(since(), ["Changed"])
      folders.remove(manifest)
      yield* advance(300)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("tells nothing of other folders", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write("/plugin/node_modules/x.js", "x")
      folders.write("/elsewhere/manifest.json", "x")
      folders.touch(folder)
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("tells a slow reader everything that happened meanwhile in one event, once it has rested", () =>
    Effect.gen(function* () {
      const folders = ScriptedFolders.make({ [manifest]: "{}" })
      const { since } = yield* watch(folders, ({ _tag }) =>
        _tag === "Changed" ? Effect.sleep("10 seconds") : Effect.void
      )
      folders.write(manifest, "1")
      yield* advance(300)
      assert.deepStrictEqual(since(), ["Watching", "Changed"])
      folders.write(manifest, "2")
      yield* advance(5_000)
      folders.write(manifest, "3")
      yield* advance(4_999)
      assert.deepStrictEqual(since(), [])
      folders.write(other, "late")
      yield* advance(299)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("takes what the system notices before it watches for nothing", () =>
    Effect.gen(function* () {
      const folders = ScriptedFolders.make({ [manifest]: "{}" })
      const hasty = Layer.effect(
        FolderSystem,
        Effect.map(FolderSystem, ({ look, watch }) => ({
          look,
          watch: (folder, notice) => Effect.andThen(Effect.sync(notice), watch(folder, notice))
        }))
      ).pipe(Layer.provide(folders.layer))
      const { since } = yield* watch({ ...folders, layer: hasty })
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), ["Watching"])
    })
  )

  it.effect("does not look at a folder that is left alone", () =>
    Effect.gen(function* () {
      const { folders } = yield* watch()
      const looks = folders.looks()
      yield* advance("1 day")
      assert.strictEqual(folders.looks(), looks)
    })
  )

  it.effect("ends its watch with the reader", () =>
    Effect.gen(function* () {
      const { close, folders } = yield* watch()
      assert.strictEqual(folders.watches(), 1)
      yield* close
      assert.strictEqual(folders.watches(), 0)
    })
  )
})

describe("FolderWatch.events, when the system does not watch", () => {
  const refusing = (code: string) => {
    const folders = ScriptedFolders.make({ [manifest]: "{}" })
    folders.refuseWatches(code)
    return folders
  }

  it.effect("says so once, with the system's code, and looks every 2 s", () =>
    Effect.gen(function* () {
      const { folders, told } = yield* watch(refusing("ENOSPC"))
      assert.deepStrictEqual(told, [FolderEvent.Polling({ code: "ENOSPC" })])
      const looks = folders.looks()
      yield* advance(1_999)
      assert.strictEqual(folders.looks(), looks)
      yield* advance(1)
      assert.strictEqual(folders.looks(), looks + 1)
      yield* advance("20 seconds")
      assert.strictEqual(folders.looks(), looks + 11)
      assert.strictEqual(told.length, 1)
    })
  )

  it.effect("tells a change once a look has found nothing new after it", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch(refusing("EMFILE"))
      since()
      yield* advance(1_000)
      folders.write(manifest, "1")
      yield* advance(1_500)
      folders.write(manifest, "2")
      yield* advance(3_799)
      assert.deepStrictEqual(since(), [])
      yield* advance(1)
      assert.deepStrictEqual(since(), ["Changed"])
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), [])
    })
  )

  it.effect("waits no longer than 5 s for a folder that never rests", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch(refusing("ENOSPC"))
      since()
      yield* writing(folders, other, 100, 70)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )

  it.effect("watches again as soon as it may, and misses nothing on the way", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch(refusing("ENOSPC"))
      since()
      yield* advance(2_500)
      folders.write(manifest, "1")
      folders.acceptWatches()
      yield* advance(1_500)
      assert.deepStrictEqual([folders.watches(), since()], [1, ["Watching"]])
      yield* advance(300)
      assert.deepStrictEqual(since(), ["Changed"])
      const looks = folders.looks()
      yield* advance("1 day")
      assert.strictEqual(folders.looks(), looks)
    })
  )

  it.effect("says so when a watch is lost, and misses nothing on the way", () =>
    Effect.gen(function* () {
      const { folders, told } = yield* watch()
      told.splice(0)
      folders.refuseWatches("EIO")
      yield* advance(0)
      folders.write(manifest, "1")
      yield* advance(10_000)
      assert.deepStrictEqual(told, [FolderEvent.Polling({ code: "EIO" }), FolderEvent.Changed()])
      assert.strictEqual(folders.watches(), 0)
    })
  )

  it.effect("says so when a watch is lost while a change comes to rest", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.write(manifest, "1")
      yield* advance(100)
      folders.refuseWatches("EIO")
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), ["Changed", "Polling"])
    })
  )

  it.effect("tells a slow reader only how it watches now, and then what changed meanwhile", () =>
    Effect.gen(function* () {
      const slowly = () => Effect.sleep("1 minute")
      const { folders, since } = yield* watch(ScriptedFolders.make({ [manifest]: "{}" }), slowly)
      folders.refuseWatches("EIO")
      yield* advance(5_000)
      folders.acceptWatches()
      yield* advance(5_000)
      folders.refuseWatches("EIO")
      yield* advance(5_000)
      folders.write(manifest, "1")
      yield* advance("1 hour")
      assert.deepStrictEqual(since(), ["Watching", "Polling", "Changed"])
    })
  )

  it.effect("takes no scarcity of the system for a change", () =>
    Effect.gen(function* () {
      const { folders, since } = yield* watch()
      since()
      folders.refuseLooks("EMFILE")
      folders.write(manifest, "1")
      yield* advance(60_000)
      assert.deepStrictEqual(since(), [])
      folders.refuseLooks(undefined)
      yield* advance(2_000)
      assert.deepStrictEqual(since(), ["Changed"])
    })
  )
})
