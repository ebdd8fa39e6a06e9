import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"
import * as ProjectFile from "../../src/project/ProjectFile.ts"
import { document } from "../support/Documents.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => ProjectFile.read("project", "/p/sos.toml", bytesOf(text))
const problems = (text: string) =>
  Result.match(read(text), { onFailure: (all) => all.map(Diagnostic.print), onSuccess: () => [] })
const scriptProblems = (text: string) =>
  Result.match(ProjectFile.readScript("/p/main.sos", text), {
    onFailure: (all) => all.map(Diagnostic.print),
    onSuccess: () => []
  })

const whole = `version = 1

[module]
path = "example.com/app"

[[module.external]]
path = "example.com/acme/weather"
definition = "modules/weather/module.sos.toml"

[[module.external]]
path = "local/git"
definition = "/opt/git/../git.toml"

[external]
process = true
network = false
filesystem = "workspace-read"
secrets = ["WEATHER_API_KEY"]
programs = ["/usr/bin/git"]

[budget.run]
timeout = "30s"
requests = 0

[editor]
assistance = "whatever"

[interpretation]
mode = "assisted"

[runtime]
judgment = "deny"

[language]
libraries = [{ path = "std/http" }, { path = "local/git", as = "git" }]
`

describe("ProjectFile.read", () => {
  it("reads every key that a project may have [SOS-PROJ-02]", () => {
    const file = Result.getOrThrow(read(whole))
    assert.strictEqual(file.modulePath, "example.com/app")
    assert.deepStrictEqual(file.policy, {
      process: true,
      network: false,
      filesystem: "workspace-read",
      secrets: ["WEATHER_API_KEY"],
      programs: ["/usr/bin/git"]
    })
    const { budget, editor, interpretation, runtime } = file.settings
    assert.strictEqual(budget?.run?.timeout?.nanos, 30_000_000_000n)
    assert.deepStrictEqual(
      [budget?.run?.requests, editor?.assistance, interpretation?.mode, runtime?.judgment],
      [0, "whatever", "assisted", "deny"]
    )
    assert.deepStrictEqual(
      file.libraries?.map(({ path, alias, file: lists, range }) => [path, alias, lists, range.start.column]),
      [
        ["std/http", undefined, file.file, 23],
        ["local/git", "git", file.file, 46]
      ]
    )
  })

  it("finds definitions from the folder of the file and cleans their paths [SOS-PROJ-04]", () => {
    assert.deepStrictEqual(
      Result.getOrThrow(read(whole)).registrations.map(({ path, definition, range }) => [
        path,
        definition,
        range.start
      ]),
      [
        ["example.com/acme/weather", "/p/modules/weather/module.sos.toml", { line: 7, column: 8 }],
        ["local/git", "/opt/git.toml", { line: 11, column: 8 }]
      ]
    )
  })

  it.each([
    ["version = 1", []],
    ["\ufeffversion = 1", []],
    ["", ["1:1: version is missing; expected 1"]],
    ["version = 2", ["1:11: version is 2; expected 1"]],
    ["version = 1.0", ["1:11: version is 1.0; expected 1"]],
    ['version = "1"', ['1:11: version is "1"; expected 1']]
  ])("requires of %j its version [SOS-PROJ-02]", (text, expected) => {
    assert.deepStrictEqual(
      problems(text),
      expected.map((each) => `/p/sos.toml:${each}`)
    )
  })

  it.each([
    [
      "[external]\nnetwrok = true",
      '3:1: external.netwrok is no known key; expected one of process, network, filesystem, secrets, programs (did you mean "network"?)'
    ],
    ["[External]\n", "2:2: External is no known key; expected one of "],
    [
      "[[module.external]]\npath = 'a'\ndefinition = 'b'\nversion = 1",
      "5:1: module.external[0].version is no known key"
    ],
    ["[[module.external]]\npath = 'a'", "2:1: module.external[0].definition is missing; expected text"],
    ["[[module.external]]\ndefinition = 'a'", "2:1: module.external[0].path is missing; expected a module path"],
    [
      "[[module.external]]\npath = '/a'\ndefinition = 'b'",
      '3:8: module.external[0].path is "/a"; expected a module path'
    ],
    ["[[module.external]]\npath = 'std/x'\ndefinition = 'b'", "3:8: module.external[0].path is"],
    ["[[module.external]]\npath = 'a'\ndefinition = ' '", '4:14: module.external[0].definition is " "; expected text'],
    ["[module]\npath = 'a b'", '3:8: module.path is "a b"; expected a module path'],
    ["[external]\nprocess = 'yes'", '3:11: external.process is "yes"; expected true or false'],
    [
      "[external]\nfilesystem = 'read-write'",
      '3:14: external.filesystem is "read-write"; expected "none" or "workspace-read"'
    ],
    ["[external]\nfilesystem = ''", '3:14: external.filesystem is ""; expected "none"'],
    ["[external]\nsecrets = ['A B']", '3:12: external.secrets[0] is "A B"; expected a name: letters, digits'],
    ["[external]\nsecrets = 'any'", '3:11: external.secrets is "any"; expected a list'],
    ["[external]\nprograms = ['git']", '3:13: external.programs[0] is "git"; expected the absolute path'],
    ["[budget.run]\ntimeout = ''", '3:11: budget.run.timeout is ""; expected a duration above zero'],
    ["[budget.run]\ntimeout = '0s'", '3:11: budget.run.timeout is "0s"; expected a duration above zero'],
    ["[budget.run]\ntimeout = 5", "3:11: budget.run.timeout is 5; expected a duration above zero"],
    ["[budget.run]\nrequests = -1", "3:12: budget.run.requests is -1; expected an integer from 0 to"],
    ["[budget.run]\nrequests = 1.0", "3:12: budget.run.requests is 1.0; expected an integer from 0 to"],
    ["[budget.run]\nrequests = inf", "3:12: budget.run.requests is inf; expected an integer from 0 to"],
    ["[editor]\nassistance = ''", '3:14: editor.assistance is ""; expected text that is not blank'],
    ["[interpretation]\nmode = ''", '3:8: interpretation.mode is ""; expected "canonical" or "assisted" or "semantic"'],
    ["[runtime]\njudgment = 'denny'", '3:12: runtime.judgment is "denny"; expected "deny" or "explicit" or "semantic"'],
    [
      `language.libraries = [${"{ path = 'std/x' },".repeat(65)}]`,
      "2:22: language.libraries is a list; expected at most 64 libraries"
    ]
  ])("refuses %j with its line and column [SOS-PROJ-03]", (lines, start) => {
    const [message, ...others] = problems(`version = 1\n${lines}`)
    assert.isTrue(message?.startsWith(`/p/sos.toml:${start}`), message)
    assert.deepStrictEqual(others, [])
  })

  it("tells all problems at once, in the order of the text [SOS-PROJ-03]", () => {
    const all = problems("version = 3\n[external]\nprocess = 1\nshell = true\n[[module.external]]\npath = 'a//b'\n")
    assert.deepStrictEqual(
      all.map((each) => /^\/p\/sos\.toml:(\d+:\d+): (\S+)/.exec(each)?.slice(1)),
      [
        ["1:11", "version"],
        ["3:11", "external.process"],
        ["4:1", "external.shell"],
        ["5:1", "module.external[0].definition"],
        ["6:8", "module.external[0].path"]
      ]
    )
  })

  it("shows both places of a path that is registered twice, even for one definition [SOS-PROJ-05]", () => {
    const entry = "[[module.external]]\npath = 'a'\ndefinition = 'm.toml'\n"
    const [problem, ...others] = Result.getOrThrow(Result.flip(read(`version = 1\n${entry}${entry}`)))
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(
      [problem?.message, problem?.range.start, problem?.related[0]?.range.start],
      ['"a" is registered twice; expected one registration', { line: 6, column: 8 }, { line: 3, column: 8 }]
    )
  })

  it("shows both places of a library whose name another one has [SOS-LINK-08]", () => {
    const listed = (...libraries: ReadonlyArray<string>) =>
      Result.match(read(`version = 1\n[language]\nlibraries = [\n${libraries.join(",\n")}\n]\n`), {
        onSuccess: () => [],
        onFailure: (problems) =>
          problems.map(({ message, range, related }) => [message, range.start.line, related[0]?.range.start.line])
      })
    const twice = (name: string) => [[`"${name}" is listed twice; expected one library of a name`, 5, 4]]
    assert.deepStrictEqual(listed('{ path = "a/b", as = "w" }', '{ path = "a/c", as = "w" }'), twice("w"))
    assert.deepStrictEqual(listed('{ path = "a/b" }', '{ path = "a/b" }'), twice("a/b"))
    assert.deepStrictEqual(listed('{ path = "a/b" }', '{ path = "a/b", as = "w" }'), [])
  })

  it("shows a path that is registered twice beside the other problems of a file [SOS-PROJ-03, SOS-PROJ-05]", () => {
    const entry = "[[module.external]]\npath = 'a'\ndefinition = 'm.toml'\n"
    assert.deepStrictEqual(problems(`version = 2\n${entry}${entry}`), [
      "/p/sos.toml:1:11: version is 2; expected 1",
      '/p/sos.toml:6:8: "a" is registered twice; expected one registration'
    ])
  })

  it("reads a text as it reads its bytes [SOS-PROJ-02]", () => {
    const policy = (file: ProjectFile.ProjectFile) => file.policy
    assert.deepStrictEqual(
      Result.map(ProjectFile.readText("project", "/p/sos.toml", whole), policy),
      Result.map(read(whole), policy)
    )
  })

  it("takes 65,536 bytes and not one more (S4) [SOS-PROJ-03]", () => {
    const text = `version = 1 #${"x".repeat(65_523)}`
    assert.strictEqual(text.length, 65_536)
    assert.deepStrictEqual(problems(text), [])
    assert.deepStrictEqual(problems(`${text}x`), ["/p/sos.toml:1:1: the file is longer than 65536 bytes"])
  })

  it.prop(
    "neither throws nor hangs, whatever the file holds [SOS-TOML-05]",
    { seed: Schema.Int, head: Schema.String },
    ({ seed, head }) => {
      for (const text of [document(seed), head + document(seed), `version = 1\n[external]\n${document(seed)}`]) {
        for (const each of problems(text)) assert.match(each, /^\/p\/sos\.toml:\d+:\d+: /)
      }
    },
    { arbitrary: { runs: 300 } }
  )
})

describe("ProjectFile.readScript", () => {
  it("says nothing of a script without frontmatter [SOS-PROJ-06]", () => {
    assert.deepStrictEqual(ProjectFile.readScript("/p/main.sos", "show 1\n"), Result.succeed(undefined))
  })

  it("reads what a script narrows [SOS-PROJ-06]", () => {
    const file = Result.getOrThrow(
      ProjectFile.readScript("/p/main.sos", "+++\nversion = 1\nbudget.run.timeout = '2s'\n+++\nshow 1\n")
    )
    assert.strictEqual(file?.settings.budget?.run?.timeout?.nanos, 2_000_000_000n)
    assert.strictEqual(file?.origin, "script")
  })

  it.each(["external", "module", "editor", "language"])(
    "refuses the table %s in a script, even an empty one [SOS-PROJ-07]",
    (table) => {
      assert.deepStrictEqual(scriptProblems(`+++\nversion = 1\n[${table}]\n+++\n`), [
        `/p/main.sos:3:2: ${table} stands in a script; expected it in sos.toml alone`
      ])
    }
  )

  it("tells a table of projects among the other problems of a script, in the order of the text [SOS-PROJ-07]", () => {
    assert.deepStrictEqual(scriptProblems("+++\nversion = 2\n[external]\n[budget]\nruns = 1\n+++\n"), [
      "/p/main.sos:2:11: version is 2; expected 1",
      "/p/main.sos:3:2: external stands in a script; expected it in sos.toml alone",
      '/p/main.sos:5:1: budget.runs is no known key; expected one of run (did you mean "run"?)'
    ])
  })

  it("expects only tables that a script may have where it has an unknown one [SOS-PROJ-07]", () => {
    assert.deepStrictEqual(scriptProblems("+++\nversion = 1\nexternals = 1\n[language]\nlibrary = 1\n+++\n"), [
      "/p/main.sos:3:1: externals is no known key; expected one of version, budget, interpretation, runtime",
      "/p/main.sos:4:2: language stands in a script; expected it in sos.toml alone"
    ])
  })

  it("shows problems at the lines of the script [SOS-PROJ-06]", () => {
    assert.deepStrictEqual(scriptProblems("+++\nversion = 1\n\nbudget = 1\n+++\nshow 1"), [
      "/p/main.sos:4:10: budget is 1; expected a table"
    ])
    assert.deepStrictEqual(scriptProblems("+++\n\n+++"), ["/p/main.sos:1:1: version is missing; expected 1"])
  })

  it("refuses frontmatter that does not end [SOS-PROJ-06]", () => {
    assert.deepStrictEqual(scriptProblems("+++\nversion = 1\n"), [
      "/p/main.sos:1:1: the frontmatter does not end; expected a second line +++"
    ])
  })

  it("refuses frontmatter of more than 65,536 bytes [SOS-PROJ-03]", () => {
    assert.include(scriptProblems(`+++\n#${"x".repeat(65_536)}\n+++\n`)[0], "longer than 65536 bytes")
  })
})
