import { existsSync, readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { folder, told } from "./support/checks.ts"

/** Checks a program of the corpus against what is to be told of it, no more and no less. */
const holds = (name: string) =>
  Effect.gen(function* () {
    const lines = yield* told(readFileSync(`${folder}${name}.sos`, "utf8"), {}, `${name}.sos`)
    const expected = readFileSync(`${folder}${name}.sos.expect`, "utf8")
    assert.strictEqual(lines.map((line) => `${line}\n`).join(""), expected)
  })

describe("the corpus of checked programs", () => {
  it("says of every program what is to be told", () => {
    const programs = readdirSync(folder).filter((name) => name.endsWith(".sos"))
    assert.isAtLeast(programs.length, 15)
    assert.deepStrictEqual(
      programs.filter((name) => !existsSync(`${folder}${name}.expect`)),
      []
    )
  })

  it.effect("a sound program has no problem, whatever it uses [SOS-CHK-01]", () => holds("sound"))

  it.effect("a name has to be one that something binds; set, assign and append need one too [SOS-CHK-13]", () =>
    holds("names")
  )

  it.effect("a name has to have got its value above; what no run comes to is told [SOS-CHK-14]", () => holds("order"))

  it.effect("a call needs an import, an action that it has, and as many arguments as it takes [SOS-CHK-15]", () =>
    holds("calls")
  )

  it.effect("files, folders and timestamps take quoted text, durations do not, and literals fit [SOS-CHK-16]", () =>
    holds("literals")
  )

  it.effect("the type of a result is known where its fields are read and where it is worked with [SOS-CHK-17]", () =>
    holds("fields")
  )

  it.effect(
    "a handler is of a possible failure, once, and before the general one; typed actions handle or declare [SOS-CHK-18]",
    () => holds("failures")
  )

  it.effect("a handler binds each name once, and fields that its failure has [SOS-CHK-19]", () =>
    holds("handler-names")
  )

  it.effect(
    "recover has a value of the result's type where there is a result, and only in a handler [SOS-CHK-20]",
    () => holds("recovering")
  )

  it.effect("an action with a result comes to it on every way, as the body of a map does [SOS-CHK-21]", () =>
    holds("endings")
  )

  it.effect("names of records and failures begin with a capital letter, as no scalar does [SOS-CHK-22]", () =>
    holds("capitals")
  )

  it.effect("records and failures have each field once, of known types, and are made whole [SOS-CHK-22]", () =>
    holds("records")
  )

  it.effect("an action has one name and binds each name once; declarations stand at the top level [SOS-CHK-23]", () =>
    holds("actions")
  )

  it.effect("what two imports call by one name is told with both places [SOS-CHK-24]", () => holds("imports"))

  it.effect("packages are checked in their own files, and bring what they declare [SOS-CHK-25]", () =>
    Effect.forEach(["packages", "broken", "tools", "more"], holds, { discard: true })
  )
})
