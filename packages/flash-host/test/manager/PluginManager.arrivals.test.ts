import { assert, describe, it } from "@effect/vitest"
import type { Script } from "@lanyard/process/testing"
import { Effect, Layer } from "effect"
import * as Configuration from "../../src/manager/Configuration.ts"
import { Materializer, NotMaterialised, type Obstacle } from "../../src/manager/Materializer.ts"
import { print, ThirdParty } from "../../src/manager/ThirdParty.ts"
import { managed, manifest, plugin } from "../support/managed.ts"
import { advance, serving } from "../support/scripted.ts"

const quick: Script.Script = { answers: serving(() => '{"ok":true}') }

const repository = (reference: string) =>
  ThirdParty.Repository({ owner: "o", reference, commit: "0123456789abcdef0123456789abcdef01234567" })

/** Says that these repositories and folders hold third parties' plugins. */
const configured = (...entries: ReadonlyArray<string>): Configuration.Configuration => ({
  ...Configuration.empty,
  thirdParty: entries.map((entry) => (entry.startsWith("/") ? ThirdParty.Folder({ path: entry }) : repository(entry)))
})

/** Takes as long for each repository as its name says in seconds; those that begin with "no" come to nothing. */
const slow = (log: Array<string>) =>
  Layer.succeed(Materializer, {
    folder: (asked) =>
      Effect.gen(function* () {
        const { reference } = asked
        log.push(`asks ${reference}`)
        yield* Effect.sleep(`${Number(/\d+$/.exec(reference)?.[0] ?? 0)} seconds`)
        const obstacle: Obstacle = "the commit could not be fetched"
        if (reference.startsWith("no")) return yield* new NotMaterialised({ entry: print(asked), obstacle })
        return `/checkouts/${reference}`
      }).pipe(Effect.onInterrupt(() => Effect.sync(() => log.push(`gives up ${asked.reference}`))))
  })

/** A manager of official, folder and repository plugins. */
const managing = Effect.gen(function* () {
  const log: Array<string> = []
  const files = {
    ...plugin("/official/own", manifest("own")),
    ...plugin("/third/beside", manifest("beside")),
    ...plugin("/checkouts/at20", manifest("at20")),
    ...plugin("/checkouts/at40", manifest("at40"))
  }
  return { log, ...(yield* managed(() => quick, files, { materializer: slow(log) })) }
})

const entry = (reference: string) => print(repository(reference))

describe("PluginManager.reconcile, with repositories", () => {
  it.effect("starts at once what needs none; each of the others joins when it is there, in its place", () =>
    Effect.gen(function* () {
      const { load, rows, times, told } = yield* managing
      yield* load(configured("at40", "/third/beside", "at20"))
      assert.deepStrictEqual(yield* rows, [
        ["own", true, undefined],
        [entry("at40"), false, "RepositoryAwaited"],
        ["beside", true, undefined],
        [entry("at20"), false, "RepositoryAwaited"]
      ])
      assert.deepStrictEqual(times("started"), [0, 0])
      yield* advance("60 seconds")
      assert.deepStrictEqual(yield* rows, [
        ["own", true, undefined],
        ["at40", true, undefined],
        ["beside", true, undefined],
        ["at20", true, undefined]
      ])
      assert.deepStrictEqual(times("started"), [0, 0, 20_000, 40_000])
      assert.deepStrictEqual(told(), [])
    })
  )

  it.effect("tells why one does not come, which costs the others nothing, and asks again when it is told to", () =>
    Effect.gen(function* () {
      const { load, log, rows, times, told } = yield* managing
      yield* load(configured("no10", "at20"))
      assert.deepStrictEqual(told(), [])
      yield* advance("10 seconds")
      assert.deepStrictEqual(told(), [[entry("no10"), "NotMaterialised", false]])
      yield* advance("10 seconds")
      const expected = [
        ["own", true, undefined],
        [entry("no10"), false, "NotMaterialised"],
        ["at20", true, undefined]
      ] as const
      assert.deepStrictEqual(yield* rows, [...expected])
      yield* load(configured("no10", "at20"))
      assert.deepStrictEqual(yield* rows, [...expected])
      yield* advance("20 seconds")
      assert.deepStrictEqual(log, ["asks no10", "asks at20", "asks no10", "asks at20"])
      assert.deepStrictEqual([told(), times("started").length], [[], 2])
    })
  )

  it.effect("gives up one that a later configuration does not name, and lets no old one in", () =>
    Effect.gen(function* () {
      const { load, log, rows, times } = yield* managing
      yield* load(configured("at20", "at40"))
      yield* advance("19 seconds")
      yield* load(configured("at40"))
      yield* advance("1 minute")
      assert.deepStrictEqual(yield* rows, [
        ["own", true, undefined],
        ["at40", true, undefined]
      ])
      assert.deepStrictEqual(log, ["asks at20", "asks at40", "gives up at20"])
      assert.deepStrictEqual(times("started"), [0, 40_000])
    })
  )

  it.effect("begins anew one that is named again after it was given up", () =>
    Effect.gen(function* () {
      const { load, log, manager, rows, times } = yield* managing
      yield* load(configured("at20"))
      yield* load(configured())
      yield* load(configured("at20"))
      const arrived = yield* Effect.forkChild(manager.arrived)
      yield* advance("19 seconds")
      assert.isUndefined(arrived.pollUnsafe())
      yield* advance("2 seconds")
      assert.isDefined(arrived.pollUnsafe())
      assert.deepStrictEqual((yield* rows)[1], ["at20", true, undefined])
      assert.deepStrictEqual(log, ["asks at20", "gives up at20", "asks at20"])
      assert.deepStrictEqual(times("started"), [0, 20_200])
    })
  )

  it.effect("watches what came, and leaves a plugin alone whose repository is asked for again", () =>
    Effect.gen(function* () {
      const { load, times, write } = yield* managing
      yield* load(configured("at20"))
      yield* advance("20 seconds")
      yield* load(configured("at20"))
      yield* advance("20 seconds")
      assert.lengthOf(times("started"), 2)
      write("/checkouts/at20/manifest.json", manifest("at20", { query: {}, priority: 7 }))
      yield* advance("1 second")
      assert.lengthOf(times("started"), 3)
    })
  )
})
