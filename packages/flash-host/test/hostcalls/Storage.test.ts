import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { HostEvent } from "../../src/HostEvent.ts"
import { HostEvents } from "../../src/HostEvents.ts"
import type { Caller } from "../../src/hostcalls/Family.ts"
import { Storage, StorageFiles, StorageRefused, Stored } from "../../src/hostcalls/Storage.ts"
import { caller, callsOf } from "../support/calls.ts"
import { settle } from "../support/time.ts"

/** Folders in memory; reading and writing take a while, and fail while a code is set. */
const folders = () => {
  const files = new Map<string, string>()
  const aside: Array<string> = []
  const trouble: { read?: string; write?: string; aside?: string } = {}
  let writes = 0
  const slow = <A>(code: string | undefined, act: () => A) =>
    Effect.andThen(
      Effect.sleep(10),
      Effect.suspend(() => (code === undefined ? Effect.sync(act) : Effect.fail(new StorageRefused({ code }))))
    )
  const layer = Layer.succeed(StorageFiles, {
    read: (folder) =>
      slow(trouble.read, () => {
        const text = files.get(folder)
        if (text === undefined) return Stored.Nothing()
        return text === "<link>" ? Stored.Other() : Stored.Content({ bytes: new TextEncoder().encode(text) })
      }),
    replace: (folder, content) =>
      slow(trouble.write, () => {
        writes++
        files.set(folder, content)
      }),
    keepAside: (folder) =>
      slow(trouble.aside, () => {
        aside.push(files.get(folder) ?? "")
        files.delete(folder)
        return `${folder}/storage.json.corrupt-${aside.length}`
      })
  })
  return { files, aside, trouble, layer, writes: () => writes }
}

const started = Effect.fn(function* () {
  const disk = folders()
  const context = yield* Layer.build(Layer.provideMerge(Storage.layer, Layer.mergeAll(disk.layer, HostEvents.layer)))
  const events: Array<HostEvent> = []
  const { stream } = yield* Effect.provide(HostEvents, context)
  yield* Effect.forkScoped(
    Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event))),
    { startImmediately: true }
  )
  yield* settle
  const calls = yield* callsOf(Layer.succeedContext(context))
  const ask = (method: string, params: unknown, asking: Caller = caller) =>
    Effect.gen(function* () {
      const answering = yield* Effect.forkChild(calls.answer(asking, method, params))
      yield* TestClock.adjust(100)
      return yield* Fiber.join(answering)
    })
  return {
    ...disk,
    calls,
    events,
    get: (key: string, asking?: Caller) => ask("host.storage_get", { key }, asking),
    set: (key: string, value: string | null, asking?: Caller) => ask("host.storage_set", { key, value }, asking)
  }
})

const ok = { ok: true }
const absent = { ok: true, present: false }
const found = (value: string) => ({ ok: true, present: true, value })
const refused = (error: string) => ({ ok: false, error })
const errors = Constants.hostCallErrors
const full = Object.fromEntries(
  Array.from({ length: Constants.quotas.storage_entries }, (_, index) => [`k${index}`, ""])
)

describe("Storage", () => {
  it.effect("returns what was stored, and nothing of what was not [FLASH-HOST-16]", () =>
    Effect.gen(function* () {
      const { get, set } = yield* started()
      assert.deepStrictEqual(yield* get("a"), absent)
      assert.deepStrictEqual(yield* set("a", "1"), ok)
      assert.deepStrictEqual(yield* get("a"), found("1"))
      assert.deepStrictEqual(yield* set("a", ""), ok)
      assert.deepStrictEqual(yield* get("a"), found(""))
    })
  )

  it.effect("deletes by null, also what is not there [FLASH-HOST-14]", () =>
    Effect.gen(function* () {
      const { files, get, set, writes } = yield* started()
      yield* set("a", "1")
      assert.deepStrictEqual(yield* set("a", null), ok)
      assert.deepStrictEqual(yield* get("a"), absent)
      assert.deepStrictEqual(yield* set("a", null), ok)
      assert.deepStrictEqual([...files], [["/data/asker", "{}\n"]])
      assert.strictEqual(writes(), 2)
    })
  )

  it.effect("keeps plugins apart", () =>
    Effect.gen(function* () {
      const { get, set } = yield* started()
      yield* set("a", "1")
      assert.deepStrictEqual(yield* get("a", { ...caller, plugin: "other", dataDir: "/data/other" }), absent)
    })
  )

  it.effect("writes nothing when nothing changes", () =>
    Effect.gen(function* () {
      const { set, writes } = yield* started()
      yield* set("a", "1")
      yield* set("a", "1")
      assert.strictEqual(writes(), 1)
    })
  )

  it.effect("takes 256 entries, lets them change, and refuses one more [FLASH-HOST-15]", () =>
    Effect.gen(function* () {
      const { files, set } = yield* started()
      const { k0: _, ...almost } = full
      files.set("/data/asker", JSON.stringify(almost))
      assert.deepStrictEqual(yield* set("last", ""), ok)
      assert.deepStrictEqual(yield* set("more", ""), refused(errors.storage_bound))
      assert.deepStrictEqual(yield* set("k1", "changed"), ok)
      assert.deepStrictEqual(yield* set("k1", null), ok)
      assert.deepStrictEqual(yield* set("more", ""), ok)
    })
  )

  it.effect("loses none of many changes that come at once, and takes them in order [FLASH-HOST-54]", () =>
    Effect.gen(function* () {
      const { calls, get } = yield* started()
      const set = (key: string, value: string) => calls.answer(caller, "host.storage_set", { key, value })
      const many = Array.from({ length: 20 }, (_, index) => set(`k${index}`, String(index)))
      const changes = Effect.all([...many, set("k0", "last")], { concurrency: "unbounded" })
      const changing = yield* Effect.forkChild(changes)
      yield* TestClock.adjust(1000)
      yield* Fiber.join(changing)
      assert.deepStrictEqual(yield* get("k19"), found("19"))
      assert.deepStrictEqual(yield* get("k7"), found("7"))
      assert.deepStrictEqual(yield* get("k0"), found("last"))
    })
  )

  it.effect("sees in a reading every change that was asked for before it", () =>
    Effect.gen(function* () {
      const { calls } = yield* started()
      const setting = yield* Effect.forkChild(calls.answer(caller, "host.storage_set", { key: "a", value: "1" }))
      const getting = yield* Effect.forkChild(calls.answer(caller, "host.storage_get", { key: "a" }))
      yield* TestClock.adjust(100)
      yield* Fiber.join(setting)
      assert.deepStrictEqual(yield* Fiber.join(getting), found("1"))
    })
  )

  it.effect("does not let one plugin wait for another", () =>
    Effect.gen(function* () {
      const { calls } = yield* started()
      const other = { ...caller, plugin: "other", dataDir: "/data/other" }
      const set = (asking: Caller) => calls.answer(asking, "host.storage_set", { key: "a", value: "1" })
      const fibers = yield* Effect.forEach([caller, other], (asking) => Effect.forkChild(set(asking)))
      yield* TestClock.adjust(20)
      for (const fiber of fibers) assert.isDefined(fiber.pollUnsafe())
    })
  )

  it.effect("ends a change that has begun when its caller goes away, and drops one that waits", () =>
    Effect.gen(function* () {
      const { calls, get } = yield* started()
      const set = (key: string) => calls.answer(caller, "host.storage_set", { key, value: "1" })
      const [begun, waiting] = yield* Effect.forEach(["begun", "waiting"], (key) => Effect.forkChild(set(key)))
      yield* TestClock.adjust(5)
      const gone = yield* Effect.forkChild(Fiber.interruptAll([begun!, waiting!]))
      yield* TestClock.adjust(100)
      yield* Fiber.join(gone)
      assert.deepStrictEqual(yield* get("begun"), found("1"))
      assert.deepStrictEqual(yield* get("waiting"), absent)
    })
  )

  it.effect.each(["", '{"a":"b"', "[]", '{"a":1}', "<link>"])(
    "keeps %j aside, tells it and begins anew (B145) [FLASH-HOST-59]",
    (text) =>
      Effect.gen(function* () {
        const { aside, events, files, get, set } = yield* started()
        files.set("/data/asker", text)
        assert.deepStrictEqual(yield* get("a"), absent)
        assert.deepStrictEqual(yield* set("a", "1"), ok)
        assert.deepStrictEqual(yield* get("a"), found("1"))
        assert.deepStrictEqual(aside, [text])
        assert.deepStrictEqual<ReadonlyArray<unknown>>(events, [
          { _tag: "StorageKeptAside", plugin: "asker", file: "/data/asker/storage.json.corrupt-1" }
        ])
      })
  )

  it.effect("overwrites nothing that it cannot keep aside [FLASH-HOST-59]", () =>
    Effect.gen(function* () {
      const { events, files, set, trouble } = yield* started()
      files.set("/data/asker", "broken")
      trouble.aside = "EACCES"
      assert.deepStrictEqual(yield* set("a", "1"), refused(errors.storage_unavailable))
      assert.strictEqual(files.get("/data/asker"), "broken")
      assert.deepStrictEqual<ReadonlyArray<unknown>>(events, [
        { _tag: "StorageUnavailable", plugin: "asker", code: "EACCES" }
      ])
    })
  )

  it.effect("refuses what the system refuses, and goes on after it [FLASH-HOST-50]", () =>
    Effect.gen(function* () {
      const { events, get, set, trouble } = yield* started()
      trouble.read = "EIO"
      assert.deepStrictEqual(yield* get("a"), refused(errors.storage_unavailable))
      assert.deepStrictEqual(yield* set("a", "1"), refused(errors.storage_unavailable))
      delete trouble.read
      trouble.write = "ENOSPC"
      assert.deepStrictEqual(yield* set("a", "1"), refused(errors.storage_unavailable))
      delete trouble.write
      assert.deepStrictEqual(yield* set("a", "1"), ok)
      // The second EIO is counted and told later.
      assert.deepStrictEqual(
        events.map((event) => (event._tag === "StorageUnavailable" ? event.code : event._tag)),
        ["EIO", "ENOSPC"]
      )
    })
  )
})
