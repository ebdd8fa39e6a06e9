/** Payloads that no honest peer sends. A marker stands in every text and key, so that a reason can be searched for it. */
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import { PayloadRejected } from "../../src/Rejection.ts"

/** What a hostile peer's texts and keys hold. */
export const marker = "qzxv"

/** A value nested as deep as memory lets a parser go. */
export const deep: unknown = JSON.parse(`${'{"a":['.repeat(50_000)}1${"]}".repeat(50_000)}`)

const leaves: ReadonlyArray<unknown> = [
  null,
  true,
  0,
  -1,
  1,
  0.5,
  1e308,
  new Json.Decimal(1),
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  `${marker}-text`,
  `${marker}\0\u2028`.repeat(10_000),
  JSON.parse(`{"__proto__":{"${marker}":1},"constructor":1,"toString":null}`),
  deep
]

/** What a property draws a hostile value from. */
export const Choices = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))).check(
  Schema.isMaxLength(40)
)

/** Builds one value out of leaves, lists and objects; `names` are keys that the codec under test knows. */
export const from = (choices: ReadonlyArray<number>, names: ReadonlyArray<string>): unknown => {
  let at = 0
  const next = (): number => choices[at++] ?? 0
  const build = (depth: number): unknown => {
    const choice = next()
    const size = next() % 4
    switch (depth === 0 ? 2 : choice % 3) {
      case 0:
        return Array.from({ length: size }, () => build(depth - 1))
      case 1:
        return Object.fromEntries(
          Array.from({ length: size }, () => [names[next() % names.length] ?? marker, build(depth - 1)])
        )
      default:
        return leaves[choice % leaves.length]
    }
  }
  return build(4)
}

/** Whether a result's reason repeats what the peer chose. */
export const leaks = (result: Result.Result<unknown, unknown>): boolean =>
  Result.isFailure(result) &&
  result.failure instanceof PayloadRejected &&
  `${result.failure.message} ${JSON.stringify(result.failure)}`.includes(marker)
