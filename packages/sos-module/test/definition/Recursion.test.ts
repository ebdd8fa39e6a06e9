import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { circles, type Graph } from "../../src/definition/Recursion.ts"

/** What can be reached from a node by one step or more. */
const reachable = (graph: Graph<number>, start: number): ReadonlySet<number> => {
  const seen = new Set<number>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const node of graph.get(next) ?? []) {
      if (seen.has(node) || !graph.has(node)) continue
      seen.add(node)
      waiting.push(node)
    }
  }
  return seen
}

const Node = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))

describe("Recursion.circles", () => {
  it.each([
    ["nothing", [], []],
    [
      "a chain",
      [
        [1, 2],
        [2, 3],
        [3, 9]
      ],
      []
    ],
    [
      "a diamond",
      [
        [1, 2],
        [1, 3],
        [2, 4],
        [3, 4]
      ],
      []
    ],
    [
      "a loop of one",
      [
        [1, 1],
        [1, 2]
      ],
      [[1]]
    ],
    [
      "a loop of two and what leads to and from it",
      [
        [0, 1],
        [1, 2],
        [2, 1],
        [2, 3]
      ],
      [[1, 2]]
    ],
    [
      "two loops with a bridge",
      [
        [1, 2],
        [2, 1],
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 4]
      ],
      [
        [1, 2],
        [4, 5]
      ]
    ]
  ])("finds in %s what leads back to itself [SOS-DEF-21]", (_, edges, expected) => {
    const graph = new Map<number, Array<number>>()
    for (const [from = 0, to = 0] of edges) graph.set(from, [...(graph.get(from) ?? []), to])
    // The last node of a chain mentions nothing, but is there.
    for (const [, to = 0] of edges) if (to !== 9 && !graph.has(to)) graph.set(to, [])
    const found = new Map<number, Array<number>>()
    for (const [node, circle] of circles(graph)) found.set(circle, [...(found.get(circle) ?? []), node])
    assert.deepStrictEqual([...found.values()].map((nodes) => nodes.sort()).sort(), expected)
  })

  it.prop(
    "agrees with following every way [SOS-DEF-21]",
    { edges: Schema.Array(Schema.Tuple([Node, Node])) },
    ({ edges }) => {
      const graph = new Map<number, Array<number>>()
      for (const [from, to] of edges) graph.set(from, [...(graph.get(from) ?? []), to])
      const found = circles(graph)
      for (const one of graph.keys()) {
        const ways = reachable(graph, one)
        assert.strictEqual(found.has(one), ways.has(one))
        for (const other of graph.keys()) {
          const together = ways.has(other) && reachable(graph, other).has(one)
          assert.strictEqual(found.has(one) && found.get(one) === found.get(other), together)
        }
      }
    }
  )

  it("follows a chain of any length [SOS-DEF-21]", () => {
    const length = 100_000
    const graph = new Map(Array.from({ length }, (_, node) => [node, [node + 1]]))
    assert.strictEqual(circles(graph).size, 0)
    graph.set(length - 1, [0])
    assert.strictEqual(circles(graph).size, length)
  })
})
