import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Diagnostic } from "../src/diagnostics/Diagnostic.ts"
import * as EffectiveSettings from "../src/project/EffectiveSettings.ts"
import * as ProjectFile from "../src/project/ProjectFile.ts"

interface Case {
  readonly about: string
  readonly requirements: ReadonlyArray<string>
  readonly expect?: Readonly<Record<string, unknown>>
  readonly problems?: ReadonlyArray<{ readonly line: number; readonly column: number; readonly key?: string }>
}

const folder = new URL("../../../fixtures/sos/settings/", import.meta.url)
const names = (kind: string) => readdirSync(new URL(kind, folder)).filter((name) => !name.endsWith(".json"))

const load = (kind: string, name: string) => {
  const bytes = readFileSync(new URL(`${kind}/${name}`, folder))
  // The format of the corpus, which the assertions below would not pass without.
  const about = JSON.parse(readFileSync(new URL(`${kind}/${name.replace(/\.\w+$/, ".json")}`, folder), "utf8")) as Case
  const read: Result.Result<ProjectFile.ProjectFile | undefined, ReadonlyArray<Diagnostic>> = name.endsWith(".sos")
    ? ProjectFile.readScript(`/project/${name}`, bytes.toString("utf8"))
    : ProjectFile.read("project", "/project/sos.toml", bytes)
  return { about, read }
}

/** What the corpus may say of a file. */
const facts = (file: ProjectFile.ProjectFile): Readonly<Record<string, unknown>> => {
  const { grant, timeout, requests, interpretation, judgment } = EffectiveSettings.make([file])
  return {
    modulePath: file.modulePath,
    registrations: Object.fromEntries(file.registrations.map(({ path, definition }) => [path, definition])),
    grant,
    timeoutNanos: timeout?.nanos.toString(),
    requests,
    interpretation,
    judgment
  }
}

describe("the corpus of settings", () => {
  it("has an explanation beside every file and a file beside every explanation", () => {
    for (const kind of ["valid", "invalid"]) {
      const explained = readdirSync(new URL(kind, folder)).filter((name) => name.endsWith(".json"))
      assert.deepStrictEqual(
        explained.map((name) => name.replace(/\.json$/, "")),
        names(kind).map((name) => name.replace(/\.\w+$/, ""))
      )
    }
  })

  it.each(names("valid"))("is taken: %s", (name) => {
    const { about, read } = load("valid", name)
    const file = Result.getOrThrow(read)
    assert.isDefined(file)
    if (file === undefined) return
    const known = facts(file)
    assert.isAbove(Object.keys(about.expect ?? {}).length, 0)
    for (const [fact, expected] of Object.entries(about.expect ?? {}))
      assert.deepStrictEqual(known[fact], expected, fact)
  })

  it.each(names("invalid"))("is refused at every place: %s", (name) => {
    const { about, read } = load("invalid", name)
    const problems = Result.getOrThrow(Result.flip(read)).map(({ range: { start }, key }) => ({
      ...start,
      ...(key === undefined ? {} : { key })
    }))
    assert.deepStrictEqual(problems, about.problems)
  })
})
