import { assert, describe, it } from "@effect/vitest"
import { Bindings } from "../../src/checker/Bindings.ts"
import { Known, print } from "../../src/checker/Known.ts"

const state = (bindings: Bindings) =>
  Object.fromEntries([...bindings.names].map((name) => [name, shown(bindings, name)]))

const shown = (bindings: Bindings, name: string) => {
  const known = bindings.get(name)
  return known === undefined ? "none" : print(known)
}

describe("Bindings", () => {
  it("comes back from a way with everything as it was, however the way ended [SOS-CHK-05]", () => {
    const bindings = new Bindings()
    bindings.set("a", Known.Text())
    const changes = bindings.aside(() => {
      bindings.set("a", Known.Number())
      bindings.set("b", Known.Boolean())
      bindings.join([bindings.aside(() => bindings.set("c", Known.Text())), new Map()])
      bindings.set("b", undefined)
    })
    assert.deepStrictEqual(state(bindings), { a: "text" })
    assert.deepStrictEqual([...changes.keys()], ["a", "b", "c"])
    assert.isUndefined(changes.get("b"))
  })

  it("goes on with what all ways agree on [SOS-CHK-05]", () => {
    const bindings = new Bindings()
    bindings.set("same", Known.Text())
    bindings.set("kept", Known.Text())
    const way = (known: Known) => bindings.aside(() => bindings.set("same", known))
    bindings.join([way(Known.Number()), way(Known.Number())])
    assert.strictEqual(shown(bindings, "same"), "number")
    bindings.join([way(Known.Number()), way(Known.Null())])
    assert.strictEqual(shown(bindings, "same"), "optional number")
    bindings.join([way(Known.Text()), new Map()])
    assert.strictEqual(shown(bindings, "same"), "any")
    assert.strictEqual(shown(bindings, "kept"), "text")
  })

  it("gives names back what they had before [SOS-CHK-07]", () => {
    const bindings = new Bindings()
    bindings.set("a", Known.Text())
    const seen: Array<unknown> = []
    bindings.within(
      new Map<string, Known>([
        ["a", Known.Number()],
        ["b", Known.Number()]
      ]),
      () => {
        bindings.set("b", Known.Boolean())
        seen.push(state(bindings))
      }
    )
    assert.deepStrictEqual([seen, state(bindings)], [[{ a: "number", b: "boolean" }], { a: "text" }])
  })
})
