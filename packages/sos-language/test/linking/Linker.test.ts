import { assert, describe, it } from "@effect/vitest"
import { type Diagnostic, ModuleFiles, ProjectLoader, Resolver } from "@lanyard/sos-module"
import { Effect } from "effect"
import * as Checker from "../../src/checker/Checker.ts"
import type * as Linked from "../../src/Linked.ts"
import * as Linker from "../../src/linking/Linker.ts"

const definition = (path: string) => `schema = 1
[module]
path = "${path}"
version = "1.0.0"
[runtime]
kind = "command"
[capabilities]
process = true
[[action]]
name = "run"
[action.command]
program = "true"
`

const project = `version = 1
[module]
path = "example.com/me"
[[module.external]]
path = "local/tool"
definition = "tool.toml"
[[module.external]]
path = "local/broken"
definition = "broken.toml"
[[module.external]]
path = "example.com/me/both"
definition = "both.toml"
`

/** Links `/p/main.sos` among files. */
const link = (main: string, files: Readonly<Record<string, string>> = {}, at = "main.sos") =>
  Effect.gen(function* () {
    const opened = yield* ProjectLoader.open({ folder: "/p", workspace: "/p", config: "/none" })
    const resolver = yield* Resolver.make(opened.project)
    const { diagnostics, modules, unit } = yield* Linker.link({
      file: `/p/${at}`,
      text: main,
      project: opened.project,
      resolver,
      shown: (file) => file.replace("/p/", "")
    })
    const told = diagnostics.map(
      ({ file, message, range: { start } }) => `${file}:${start.line}:${start.column}: ${message}`
    )
    return {
      told,
      related: diagnostics.flatMap(({ related }) => related),
      modules: modules.map(({ path }) => path),
      unit
    }
  }).pipe(
    Effect.provide(
      ModuleFiles.layerMemory({
        "/p/sos.toml": project,
        "/p/tool.toml": definition("local/tool"),
        "/p/broken.toml": "schema = 2",
        "/p/both.toml": definition("example.com/me/both"),
        ...files
      })
    ),
    Effect.orDie
  )

const refused = (main: string, files?: Readonly<Record<string, string>>) =>
  Effect.map(link(main, files), ({ told }) => told)

describe("Linker.link", () => {
  it.effect("finds external modules, packages beside a file and packages of the project, each once [SOS-LINK-01]", () =>
    Effect.gen(function* () {
      const { modules, told, unit } = yield* link(
        'import "local/tool" as tool\nimport "./a" as a\nimport "example.com/me/sub/b" as b\n',
        {
          "/p/a.sos": 'import "local/tool" as t\nimport "./sub/b" as b\n',
          "/p/sub/b.sos": 'import "local/tool"\n'
        }
      )
      assert.deepStrictEqual([told, modules], [[], ["local/tool"]])
      const [tool, a, b] = unit.imports
      assert.deepInclude(tool, { _tag: "Module", alias: "tool" })
      assert.isTrue(a?._tag === "Package" && b?._tag === "Package")
      if (a?._tag !== "Package" || b?._tag !== "Package") return
      assert.deepStrictEqual([a.unit.file, b.unit.file], ["a.sos", "sub/b.sos"])
      // What two files import is one file.
      const inner = a.unit.imports[1]
      assert.isTrue(inner?._tag === "Package" && inner.unit === b.unit)
    })
  )

  it.effect.each([
    ['import "local/nothing" as x', 'main.sos:1:1: "local/nothing" is not registered; expected it in /p/sos.toml'],
    [
      'import "local/tol" as x',
      'main.sos:1:1: "local/tol" is not registered; expected it in /p/sos.toml (did you mean "local/tool"?)'
    ],
    [
      'import "https://a/b" as x',
      'main.sos:1:1: "https://a/b" is no module path; expected names with / between them, or ./ and a file beside this one'
    ],
    [
      'import "/etc/x" as x',
      'main.sos:1:1: "/etc/x" is no module path; expected names with / between them, or ./ and a file beside this one'
    ],
    [
      'import "example.com/me/../tool" as x',
      'main.sos:1:1: "example.com/me/../tool" is no module path: it has a part "." or ".."; it is no file'
    ],
    ['import "std/time" as x', 'main.sos:1:1: "std/time" is no module of this version, which has no standard modules'],
    [
      'show 1\nimport "./none" as x',
      'main.sos:2:1: "./none": there is no file none.sos that can be read as text of at most 1048576 bytes'
    ]
  ] as const)("refuses %s on its line [SOS-LINK-02]", ([main, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(main), [expected])
    })
  )

  it.effect("tells on the import that a definition is broken, and where [SOS-LINK-03]", () =>
    Effect.gen(function* () {
      const [told, ...more] = yield* refused('import "local/broken" as x')
      assert.match(told ?? "", /^main\.sos:1:1: "local\/broken": \/p\/broken\.toml:1:/)
      assert.deepStrictEqual(more, [])
    })
  )

  it.effect("tells no warning of a definition as a reason to refuse it [SOS-LINK-03]", () =>
    Effect.gen(function* () {
      const files = {
        "/p/broken.toml": `${definition("local/broken").replace("true\n", 'true\nsecrets = ["A"]\n')}x = 1\n`
      }
      const { related } = yield* link('import "local/broken" as x', files)
      assert.deepStrictEqual(
        related.map(({ message }) => message.slice(0, 22)),
        ["action[0].command.x is"]
      )
    })
  )

  it.effect("refuses a path that is an external module and a package of the project [SOS-LINK-04]", () =>
    Effect.gen(function* () {
      const main = 'import "example.com/me/both" as x'
      assert.deepStrictEqual(yield* refused(main), [])
      assert.deepStrictEqual(yield* refused(main, { "/p/both.sos": "show 1" }), [
        'main.sos:1:1: "example.com/me/both" is an external module and the package both.sos too; expected one of them'
      ])
    })
  )

  it.effect("refuses packages that import themselves, in a circle or alone [SOS-LINK-05]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused('import "./main" as x'), [
        'main.sos:1:1: "./main": main.sos imports itself, directly or by another package'
      ])
      const files = { "/p/a.sos": 'import "./b" as b', "/p/b.sos": 'import "./a" as a' }
      assert.deepStrictEqual(yield* refused('import "./a" as a', files), [
        'b.sos:1:1: "./a": a.sos imports itself, directly or by another package'
      ])
    })
  )

  it.effect("tells the mistakes of packages in their own files [SOS-LINK-06]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused('import "./a" as a\nmake', { "/p/a.sos": "\nshow" }), [
        "a.sos:2:5: found the end of the line; expected a value",
        "main.sos:2:5: found the end of the line; expected the name of a binding"
      ])
    })
  )

  it.effect("takes 16 imports inside each other and 64 files, and no more [SOS-LINK-07]", () =>
    Effect.gen(function* () {
      const chain = (length: number) =>
        Object.fromEntries(
          Array.from({ length }, (_, at) => [
            `/p/f${at}.sos`,
            at + 1 < length ? `import "./f${at + 1}" as f` : "show 1"
          ])
        )
      assert.deepStrictEqual(yield* refused('import "./f0" as f', chain(15)), [])
      assert.deepStrictEqual(yield* refused('import "./f0" as f', chain(16)), [
        'f14.sos:1:1: "./f15" is the 17th import inside another; expected at most 16'
      ])
      const many = Array.from({ length: 70 }, (_, at) => at)
      const files = Object.fromEntries(many.map((at) => [`/p/m${at}.sos`, "show 1"]))
      const told = yield* refused(many.map((at) => `import "./m${at}" as m${at}`).join("\n"), files)
      assert.strictEqual(told.length, 7)
      assert.match(told[0] ?? "", /is one file too many; expected at most 64$/)
    })
  )

  it.effect("takes 4 MiB of source in all, in bytes of UTF-8, and a mebibyte a file [SOS-LINK-07]", () =>
    Effect.gen(function* () {
      // Three bytes and a line each, so that neither units nor characters are what is counted.
      const comment = (bytes: number) =>
        `#${"\u20ac".repeat(Math.floor((bytes - 1) / 3))}${"x".repeat((bytes - 1) % 3)}`
      const names = ["a", "b", "c", "d"]
      const main = names.map((name) => `import "./${name}" as ${name}`).join("\n")
      const files = (last: number) =>
        Object.fromEntries(names.map((name) => [`/p/${name}.sos`, comment(name === "d" ? last : 1_048_576)]))
      const rest = 1_048_576 - main.length
      assert.deepStrictEqual(yield* refused(main, files(rest)), [])
      assert.deepStrictEqual(yield* refused(main, files(rest + 1)), [
        'main.sos:4:1: "./d" makes more than 4194304 bytes of source in all'
      ])
      assert.deepStrictEqual(yield* refused('import "./a" as a', { "/p/a.sos": comment(1_048_577) }), [
        'main.sos:1:1: "./a": there is no file a.sos that can be read as text of at most 1048576 bytes'
      ])
    })
  )
})

describe("the libraries of a project", () => {
  const listing = (...libraries: ReadonlyArray<string>) => ({
    "/p/sos.toml": `${project}[language]\nlibraries = [${libraries.join(", ")}]\n`,
    "/p/words.sos": "to greet with name:\n  show name\n"
  })
  const placed = ({ file, message, range: { start } }: Diagnostic.Related) =>
    `${file}:${start.line}:${start.column}: ${message}`
  const named = (imports: ReadonlyArray<Linked.Imported>) =>
    imports.map(({ alias, ...imported }) => [
      imported._tag === "Module" ? imported.loaded.path : imported.unit.file,
      alias
    ])

  it.effect("are imports of every program, by their name or as words, before its own [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = { ...listing('{ path = "local/tool", as = "tool" }', '{ path = "./words" }'), "/p/more.sos": "" }
      const { modules, told, unit } = yield* link('import "./more" as more\ncall tool.run\ngreet with "you"\n', files)
      assert.deepStrictEqual(told, [])
      assert.deepStrictEqual(modules, ["local/tool"])
      assert.deepStrictEqual(named(unit.imports), [
        ["local/tool", "tool"],
        ["words.sos", undefined],
        ["more.sos", "more"]
      ])
      assert.deepStrictEqual(Checker.check(unit).diagnostics, [])
    })
  )

  it.effect("are found from where they are listed [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const { told, unit } = yield* link('greet with "you"\n', listing('{ path = "./words" }'), "below/main.sos")
      assert.deepStrictEqual(told, [])
      assert.deepStrictEqual(named(unit.imports), [["words.sos", undefined]])
    })
  )

  it.effect("belong to the program alone, and not to the packages that it imports [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = { ...listing('{ path = "local/tool", as = "tool" }'), "/p/more.sos": "" }
      const { unit } = yield* link('import "./more" as more\n', files)
      const more = unit.imports.find((imported) => imported._tag === "Package")
      assert.deepStrictEqual(more?.unit.imports, [])
    })
  )

  it.effect("are not imported twice by who says so itself, nor by the library itself [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = listing('{ path = "local/tool", as = "tool" }', '{ path = "./main" }')
      const { told, unit } = yield* link('import "local/tool" as tool\n', files)
      assert.deepStrictEqual(told, [])
      assert.deepStrictEqual(named(unit.imports), [["local/tool", "tool"]])
    })
  )

  it.effect("are the same as an import of the program when both lead to one file [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = { ...listing('{ path = "./words" }'), "/p/below/words.sos": "" }
      const imports = (main: string) =>
        Effect.map(link(main, files, "below/main.sos"), ({ told, unit }) => [told, named(unit.imports)])
      const once = [[], [["words.sos", undefined]]]
      assert.deepStrictEqual(yield* imports('import "../words"'), once)
      assert.deepStrictEqual(yield* imports('import "example.com/me/words"'), once)
      assert.deepStrictEqual(yield* imports('import "../words" as own'), [
        [],
        [
          ["words.sos", undefined],
          ["words.sos", "own"]
        ]
      ])
      assert.deepStrictEqual((yield* imports('import "./words"'))[0], [
        'below/main.sos:1:1: "./words" is the name of a library of the project; expected another name'
      ])
    })
  )

  it.effect("do not give way to another import of their name [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = { ...listing('{ path = "local/tool", as = "tool" }'), "/p/more.sos": "" }
      const { related, told } = yield* link('show 1\nimport "./more" as tool\n', files)
      assert.deepStrictEqual(told, [
        'main.sos:2:1: "tool" is the name of a library of the project; expected another name'
      ])
      assert.deepStrictEqual(related.map(placed), ["sos.toml:14:23: every program of the project imports it here"])
    })
  )

  it.effect.each([
    ['{ path = "local/gone" }', '"local/gone" is not registered; expected it in /p/sos.toml'],
    ['{ path = "std/http" }', '"std/http" is no module of this version, which has no standard modules'],
    ['{ path = "local/broken", as = "b" }', '"local/broken": /p/broken.toml:1:1: ']
  ] as const)(
    "are refused at the beginning of the program when they lead nowhere: %s [SOS-LINK-08]",
    ([listed, problem]) =>
      Effect.gen(function* () {
        const { related, told } = yield* link("show 1\n", listing(listed))
        assert.lengthOf(told, 1)
        assert.include(told[0], `main.sos:1:1: ${problem}`)
        assert.strictEqual(related.map(placed)[0], "sos.toml:14:23: every program of the project imports it here")
      })
  )

  it.effect("that bring a word which the program gives to something else are told with their place [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const { unit } = yield* link("to greet with name:\n  show name\n", listing('{ path = "./words" }'))
      const [problem, ...more] = Checker.check(unit).diagnostics
      assert.deepStrictEqual(more, [])
      assert.strictEqual(
        problem?.message,
        '"greet" of the library "./words" is an action of this file too; expected "as" and a name where sos.toml lists it'
      )
      assert.deepStrictEqual(problem?.related.map(placed), [
        'main.sos:1:1: "greet" is here too',
        "sos.toml:14:23: every program of the project imports it here"
      ])
    })
  )

  it.effect("that bring a word which an import brings too are shown where they are listed [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = { ...listing('{ path = "./words" }'), "/p/own.sos": "to greet with name:\n  show name\n" }
      const { unit } = yield* link('import "./own"\n', files)
      assert.deepStrictEqual(
        Checker.check(unit).diagnostics.map(({ message, related }) => [message, ...related.map(placed)]),
        [
          [
            '"greet" of "./own" is a word of "./words" too; expected "as" and a name for the module',
            "sos.toml:14:23: every program of the project imports it here"
          ]
        ]
      )
    })
  )

  it.effect("that bring a type which the program or an import has too show their place [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const types = "define Person:\n  name as text\n"
      const files = { ...listing('{ path = "./types", as = "types" }'), "/p/types.sos": types, "/p/own.sos": types }
      const told = (main: string) =>
        Effect.map(link(main, files), ({ unit }) =>
          Checker.check(unit).diagnostics.map(({ message, related }) => [message, ...related.map(placed)])
        )
      const listed = "sos.toml:14:23: every program of the project imports it here"
      assert.deepStrictEqual(yield* told(types), [
        ['"types" brings Person, which this file declares too', "main.sos:1:8: it is declared here", listed]
      ])
      assert.deepStrictEqual(yield* told('import "./own" as own\n'), [
        ['"own" brings Person, which "types" brings too', listed]
      ])
    })
  )
})
