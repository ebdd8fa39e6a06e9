/** Holds the files of the corpus to the form that `fixtures/README.md` gives them, and that page to the files. */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { isObject } from "../src/Scalar.ts"
import { isRepeat } from "./support/corpus.ts"

const fixtures = new URL("../../../fixtures/", import.meta.url)
const text = (path: string) => readFileSync(new URL(path, fixtures), "utf8")

const areas = readdirSync(new URL("flash/", fixtures)).sort()
const files = readdirSync(new URL("flash/", fixtures), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath.replace(/^.*\/fixtures\//, "")}/${entry.name}`.replaceAll("//", "/"))
  .sort()

/** The areas that the page describes, and what it says of each, on one line. */
const descriptions = Array.from(
  text("README.md")
    .replaceAll("\n  ", " ")
    .matchAll(/^- \*\*`([a-z-]+)`\*\*: (.*)$/gm),
  ([, area = "", words = ""]) => [area, words] as const
)
const described = new Map(descriptions)

const ids = new Set(
  JSON.parse(text("../protocol/requirements.json")).map((requirement: { readonly id: string }) => requirement.id)
)

describe("the corpus", () => {
  it("has an area for each that the page describes, and no other", () => {
    assert.deepStrictEqual(descriptions.map(([area]) => area).sort(), areas)
  })

  it.each(areas)("has valid and invalid files for %s, and nothing else", (area) => {
    const kinds = files.filter((file) => file.startsWith(`flash/${area}/`)).map((file) => file.split("/")[2])
    assert.deepStrictEqual([...new Set(kinds)].sort(), ["invalid", "valid"])
  })

  it.each(files)("%s has the form that the page gives it", (file) => {
    assert.match(file, /^flash\/[a-z-]+\/(?:valid|invalid)\/[a-z0-9_-]+\.json$/)
    assert.deepStrictEqual(problems(file, JSON.parse(text(file))), [])
  })
})

const problems = (file: string, content: unknown): ReadonlyArray<string> => {
  if (!isObject(content)) return ["is no object"]
  const [, area = "", kind] = file.split("/")
  const { about, requirements, given = {}, limit } = content
  const has = (...names: ReadonlyArray<string>) => names.filter((name) => Object.hasOwn(content, name)).length
  const own = kind === "valid" ? ["expect"] : ["path", "limit", "outcome"]
  const known = ["about", "requirements", "given", "input", "text", "lines", "schema", ...own]
  const words = described.get(area) ?? ""
  return [
    ...Object.keys(content).flatMap((name) => (known.includes(name) ? [] : [`has ${name}`])),
    ...(typeof about === "string" && /^\S.*\.$/.test(about) ? [] : ["says its rule in no sentence"]),
    ...(isListOf(requirements, (id) => ids.has(id)) ? [] : ["cites no known requirement"]),
    ...(has("input", "text", "lines") === 1 ? [] : ["has not exactly one of input, text and lines"]),
    ...(has("text") === 0 || typeof content.text === "string" ? [] : ["has a text that is none"]),
    ...(has("lines") === 0 || isListOf(content.lines, (line) => typeof line === "string") ? [] : ["has no lines"]),
    ...(has(...own.filter((name) => name !== "limit")) === 1
      ? []
      : [`has not exactly one of ${own.filter((name) => name !== "limit").join(", ")}`]),
    ...(has("path") === 0 || typeof content.path === "string" ? [] : ["has a path that is no text"]),
    ...(has("limit") === 0 || (has("path") === 1 && Number.isInteger(limit)) ? [] : ["has a limit without a path"]),
    ...(has("schema") === 0 || words.includes("`schema`") ? [] : ["has a schema"]),
    ...Object.keys(isObject(given) ? given : { given }).flatMap((name) =>
      words.includes(`\`${name}\``) ? [] : [`is given ${name}, which the page does not describe`]
    ),
    ...[content.given, content.path, content.outcome].flatMap((part) =>
      holdsRepeat(part) ? ["repeats elsewhere"] : []
    ),
    ...malformedRepeats(content.input)
  ]
}

const isListOf = (value: unknown, holds: (element: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(holds)

const parts = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value) : []

const holdsRepeat = (value: unknown): boolean => isRepeat(value) || parts(value).some(holdsRepeat)

const malformedRepeats = (value: unknown): ReadonlyArray<string> => {
  if (!isRepeat(value)) return parts(value).flatMap(malformedRepeats)
  const isSound = (typeof value.repeat === "string" || Array.isArray(value.repeat)) && Number.isInteger(value.times)
  return isSound ? malformedRepeats(value.repeat) : ["repeats what cannot be repeated"]
}
