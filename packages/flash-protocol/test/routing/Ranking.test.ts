import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Ranking from "../../src/routing/Ranking.ts"
import { plugin } from "../support/plugins.ts"

const candidate = (id: string, priority: number, specificity: number): Ranking.Candidate => ({
  plugin: plugin(id, { priority }),
  specificity
})

describe("Ranking.byCandidate", () => {
  it.each([
    ["a matching selector beats any priority", candidate("b", 0, 1), candidate("a", 90, 0)],
    ["the higher priority wins among scoped plugins", candidate("b", 90, 1), candidate("a", 89, 1)],
    ["the higher priority wins among unscoped plugins", candidate("b", 0, 0), candidate("a", -1, 0)],
    ["the smaller id wins", candidate("a", 25, 0), candidate("b", 25, 0)],
    ["ids are compared by their characters", candidate("a10", 25, 1), candidate("a9", 25, 1)]
  ])("decides that %s [FLASH-BIND-03, FLASH-BIND-04, FLASH-BIND-05]", (_, winner, loser) => {
    assert.strictEqual(Ranking.byCandidate(winner, loser), -1)
    assert.strictEqual(Ranking.byCandidate(loser, winner), 1)
  })

  const Rank = Schema.Struct({
    id: Schema.Literals(["a", "b", "a-b", "a.b"]),
    priority: Schema.Literals([0, 25, 90, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]),
    specificity: Schema.Literals([0, 1, 2])
  })

  it.prop("ties no two plugins of different ids, and orders any three [FLASH-ROUT-23]", [Rank, Rank, Rank], (ranks) => {
    const [one, two, three] = ranks.map(({ id, priority, specificity }) => candidate(id, priority, specificity))
    const compare = Ranking.byCandidate
    assert.strictEqual(compare(one!, two!) + compare(two!, one!), 0)
    if (one!.plugin.id !== two!.plugin.id) assert.notStrictEqual(compare(one!, two!), 0)
    if (compare(one!, two!) <= 0 && compare(two!, three!) <= 0) assert.isAtMost(compare(one!, three!), 0)
  })
})

describe("Ranking.byPriorityThenId", () => {
  it.each([
    ["the higher priority first", plugin("b", { priority: 26 }), plugin("a")],
    ["then the smaller id", plugin("a"), plugin("b")]
  ])("puts %s [FLASH-ROUT-05, FLASH-ROUT-08]", (_, first, second) => {
    assert.strictEqual(Ranking.byPriorityThenId(first, second), -1)
    assert.strictEqual(Ranking.byPriorityThenId(second, first), 1)
    assert.strictEqual(Ranking.byPriorityThenId(first, first), 0)
  })
})
