import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Project from "../../src/project/Project.ts"
import * as ProjectFile from "../../src/project/ProjectFile.ts"

const read = (origin: "global" | "project", text: string) =>
  Result.getOrThrow(
    ProjectFile.read(
      origin,
      origin === "global" ? "/home/config.toml" : "/p/sos.toml",
      new TextEncoder().encode(`version = 1\n${text}`)
    )
  )
const entry = (path: string, definition: string) =>
  `[[module.external]]\npath = "${path}"\ndefinition = "${definition}"\n`
const make = (global: string, project: string, real?: (file: string) => string) =>
  Project.make({ global: read("global", global), project: read("project", project) }, real)

describe("Project.make", () => {
  it("knows what both files register, by exact path [SOS-PROJ-05]", () => {
    const { registrations, file } = Result.getOrThrow(make(entry("a", "a.toml"), entry("b/c", "c.toml")))
    assert.strictEqual(file, "/p/sos.toml")
    assert.deepStrictEqual(
      [...registrations].map(([path, { definition }]) => [path, definition]),
      [
        ["a", "/home/a.toml"],
        ["b/c", "/p/c.toml"]
      ]
    )
  })

  it("shows both places of a path that two files register differently (S3) [SOS-PROJ-05]", () => {
    const problems = Result.getOrThrow(Result.flip(make(entry("a", "a.toml"), entry("a", "a.toml"))))
    assert.deepStrictEqual(
      problems.map(({ file, range, related }) => [
        file,
        range.start.line,
        related[0]?.file,
        related[0]?.range.start.line
      ]),
      [["/p/sos.toml", 3, "/home/config.toml", 3]]
    )
  })

  it("takes a path that two files register alike (S3) [SOS-PROJ-05]", () => {
    const { registrations } = Result.getOrThrow(make(entry("a", "/m/a.toml"), entry("a", "../m/./a.toml")))
    assert.deepStrictEqual([...registrations.keys()], ["a"])
  })

  it("compares files where links lead (S3) [SOS-PROJ-05]", () => {
    const real = (file: string) => file.replace("/home/link", "/p/m")
    assert.isTrue(Result.isSuccess(make(entry("a", "link/a.toml"), entry("a", "m/a.toml"), real)))
    assert.isTrue(Result.isFailure(make(entry("a", "link/b.toml"), entry("a", "m/a.toml"), real)))
  })

  it("refuses the path of the project itself [SOS-PROJ-05]", () => {
    const [problem] = Result.getOrThrow(Result.flip(make("", `module.path = "b"\n${entry("b", "b.toml")}`)))
    assert.strictEqual(problem?.message, '"b" is the path of the project itself; expected another one')
  })

  it("has the libraries of the project, or else those of the user", () => {
    const list = (path: string) => `language.libraries = [{ path = "${path}" }]\n`
    const paths = (global: string, project: string) =>
      Result.getOrThrow(make(global, project)).libraries.map(({ path }) => path)
    assert.deepStrictEqual(paths(list("a"), list("b")), ["b"])
    assert.deepStrictEqual(paths(list("a"), ""), ["a"])
    assert.deepStrictEqual(paths(list("a"), "language.libraries = []"), [])
    assert.deepStrictEqual(paths("", ""), [])
  })

  it("is empty without files", () => {
    assert.deepStrictEqual(Project.make({ global: undefined, project: undefined }), Result.succeed(Project.empty))
  })
})
