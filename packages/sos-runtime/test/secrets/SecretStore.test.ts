import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import type { Variables } from "../../src/RunHost.ts"
import * as SecretStore from "../../src/secrets/SecretStore.ts"

const valueOf = (name: string, ...sources: ReadonlyArray<Variables>) =>
  SecretStore.SecretStore.use(({ get }) => get(name)).pipe(
    Effect.map(Option.map(Redacted.value)),
    Effect.map(Option.getOrUndefined),
    Effect.provide(SecretStore.layerOf(...sources))
  )

describe("SecretStore.layerOf", () => {
  it.effect.each([
    ["the first source that has a value", [{ KEY: "one" }, { KEY: "two" }], "one"],
    ["a later source where the first is silent", [{}, { KEY: "two" }], "two"],
    ["a later source where the first is empty", [{ KEY: "" }, { KEY: "two" }], "two"],
    ["an empty value where no source has another one", [{ KEY: "" }, {}], ""],
    ["nothing where no source has one", [{ OTHER: "x" }], undefined]
  ] as const)("takes %s [SOS-SEC-01]", ([, sources, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* valueOf("KEY", ...sources), expected)
    })
  )

  it.effect("knows no names but those of its sources", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* valueOf("toString", {}))
    })
  )

  it.effect("shows the name of a secret and not its value to whoever prints it [SOS-SEC-02]", () =>
    Effect.gen(function* () {
      const store = yield* SecretStore.SecretStore
      const secret = Option.getOrThrow(yield* store.get("KEY"))
      assert.notInclude(`${secret} ${JSON.stringify(secret)}`, "canary")
      assert.include(String(secret), "KEY")
    }).pipe(Effect.provide(SecretStore.layerOf({ KEY: "canary" })))
  )
})
