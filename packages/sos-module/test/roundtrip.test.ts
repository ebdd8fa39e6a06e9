/** What is written can be read again: values across the border, both ways, and interfaces. */
import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as ValueCodec from "../src/codec/ValueCodec.ts"
import type { Definition } from "../src/definition/Definition.ts"
import * as Interface from "../src/interface/Interface.ts"
import { parse, print } from "../src/values/TypeExpr.ts"
import * as Values from "../src/values/Values.ts"
import { drawing, recordsFrom, shownFrom, typeFrom, valueFrom } from "./support/Draws.ts"
import * as InterfaceReader from "./support/InterfaceReader.ts"

const numbers = Schema.Array(Schema.Int).check(Schema.isMinLength(60))
const often = { arbitrary: { runs: 1000 } }

describe("a value of any type", () => {
  it.prop(
    "crosses to a module and back unchanged, over JSON text [SOS-VAL-06]",
    { numbers },
    ({ numbers }) => {
      const draw = drawing(numbers)
      const types = recordsFrom(draw)
      const type = typeFrom(
        draw,
        types.map(({ name }) => name)
      )
      const value = valueFrom(draw, type, types)
      const codec = ValueCodec.make({ types })
      const written = Result.getOrThrow(codec.encode(type, value))
      const { text } = Result.getOrThrow(Json.encode(written))
      const read = Result.getOrThrow(codec.decode(type, Result.getOrThrow(Json.parseValue(text))))
      assert.isTrue(Values.equals(read, value), `${print(type)}: ${text}`)
      const again = Result.getOrThrow(Json.encode(Result.getOrThrow(codec.encode(type, read))))
      assert.strictEqual(again.text, text)
    },
    often
  )

  it.prop(
    "is the only kind that is taken, and nothing makes the reader throw [SOS-VAL-02]",
    { numbers, json: Schema.Json },
    ({ json, numbers }) => {
      const draw = drawing(numbers)
      const types = recordsFrom(draw)
      const type = typeFrom(
        draw,
        types.map(({ name }) => name)
      )
      const codec = ValueCodec.make({ types })
      const taken = codec.decode(type, json)
      if (Result.isSuccess(taken)) assert.isTrue(Result.isSuccess(codec.encode(type, taken.success)))
      else assert.isNotEmpty(taken.failure.expected)
    },
    often
  )
})

describe("a type", () => {
  it.prop("is read as it was written [SOS-TYPE-04]", { numbers }, ({ numbers }) => {
    const type = typeFrom(drawing(numbers), ["Report"])
    assert.deepStrictEqual(parse(print(type)), Result.succeed(type))
  })
})

describe("an interface", () => {
  it.prop(
    "is read as it was written, with everything that it shows [SOS-IFC-04]",
    { numbers },
    ({ numbers }) => {
      const shown = shownFrom(drawing(numbers))
      // Only these parts are shown.
      const source = Interface.source(shown as Definition)
      const path = shown.actions.length === 0 ? "" : shown.path
      assert.deepStrictEqual(InterfaceReader.read(source), { ...shown, path })
    },
    often
  )

  it.prop("equals its own formatting [SOS-IFC-05]", { numbers }, ({ numbers }) => {
    const source = Interface.source(shownFrom(drawing(numbers)) as Definition)
    assert.notMatch(source, /[ \t\r]$|\n{3}|\n\n$/m)
    assert.isTrue(source === "" || source.endsWith("\n"))
  })
})
