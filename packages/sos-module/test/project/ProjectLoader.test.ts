import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"
import * as ProjectLoader from "../../src/project/ProjectLoader.ts"
import { FileUnreadable, ModuleFiles } from "../../src/resolution/ModuleFiles.ts"

const registers = (path: string, definition: string) =>
  `version = 1\n[[module.external]]\npath = "${path}"\ndefinition = "${definition}"\n`
const grants = "version = 1\n[external]\nprocess = true\n"

const open = (
  files: Readonly<Record<string, string>>,
  { folder = "/p", workspace = "/p", config = "/home/config.toml", links = {} }: Partial<Fixture> = {}
) => ProjectLoader.open({ folder, workspace, config }).pipe(Effect.provide(ModuleFiles.layerMemory(files, links)))

interface Fixture extends ProjectLoader.Places {
  readonly links: Readonly<Record<string, string>>
}

const refusal = (files: Readonly<Record<string, string>>, places?: Partial<Fixture>) =>
  Effect.map(Effect.flip(open(files, places)), ({ diagnostics }) => diagnostics.map(Diagnostic.print))

const paths = ({ project }: ProjectLoader.Opened) => [...project.registrations.keys()]

describe("ProjectLoader.open", () => {
  it.effect("finds nothing and grants nothing where there is no file [SOS-POL-04]", () =>
    Effect.gen(function* () {
      const { project, settings } = yield* open({})
      assert.deepStrictEqual([project.file, project.registrations.size, settings.grant.process], [undefined, 0, false])
    })
  )

  it.effect("takes the nearest sos.toml alone, going up [SOS-PROJ-01]", () =>
    Effect.gen(function* () {
      const files = { "/sos.toml": registers("far", "f.toml"), "/p/sos.toml": registers("near", "n.toml") }
      const opened = yield* open(files, { folder: "/p/a/b", workspace: "/p/a/b" })
      assert.deepStrictEqual(paths(opened), ["near"])
      assert.strictEqual(opened.project.registrations.get("near")?.definition, "/p/n.toml")
      assert.deepStrictEqual(paths(yield* open(files, { folder: "/q" })), ["far"])
    })
  )

  it.effect("goes up from where links lead [SOS-PROJ-01]", () =>
    Effect.gen(function* () {
      const files = { "/real/sos.toml": registers("real", "r.toml"), "/p/sos.toml": registers("link", "l.toml") }
      const opened = yield* open(files, { folder: "/p/link", links: { "/p/link": "/real/deep" } })
      assert.deepStrictEqual(paths(opened), ["real"])
    })
  )

  it.effect("adds what the user's own file registers, and is narrowed by it [SOS-PROJ-01, SOS-POL-03]", () =>
    Effect.gen(function* () {
      const opened = yield* open({
        "/home/config.toml": `${registers("own", "o.toml")}[external]\nprocess = false\n`,
        "/p/sos.toml": `${registers("project", "p.toml")}[external]\nprocess = true\nnetwork = true\n`
      })
      assert.deepStrictEqual(paths(opened), ["own", "project"])
      assert.deepStrictEqual([opened.settings.grant.process, opened.settings.grant.network], [false, true])
    })
  )

  it.effect("registers where the program is and grants where it is run [SOS-PROJ-09]", () =>
    Effect.gen(function* () {
      const files = { "/p/sos.toml": `${registers("a", "a.toml")}[external]\nprocess = true\n` }
      const elsewhere = yield* open(files, { folder: "/p", workspace: "/tmp" })
      assert.deepStrictEqual([paths(elsewhere), elsewhere.settings.grant.process], [["a"], false])
      const inside = yield* open({ ...files, "/tmp/sos.toml": grants }, { folder: "/q", workspace: "/tmp" })
      assert.deepStrictEqual([paths(inside), inside.settings.grant.process], [[], true])
    })
  )

  it.effect("tells two registrations of one file through a link from a conflict (S3) [SOS-PROJ-05]", () =>
    Effect.gen(function* () {
      const files = {
        "/home/config.toml": registers("a", "/link/a.toml"),
        "/p/sos.toml": registers("a", "/real/a.toml")
      }
      assert.deepStrictEqual(paths(yield* open(files, { links: { "/link": "/real" } })), ["a"])
      assert.deepStrictEqual(yield* refusal(files), [
        '/p/sos.toml:3:8: "a" is registered twice; expected one registration'
      ])
    })
  )

  it.effect("refuses all when one file is broken, with its places [SOS-PROJ-03]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusal({ "/p/sos.toml": "version = 1\nextrenal = 1" }), [
        '/p/sos.toml:2:1: extrenal is no known key; expected one of version, module, external, budget, editor, interpretation, runtime, language (did you mean "external"?)'
      ])
      assert.deepStrictEqual(yield* refusal({ "/home/config.toml": "version = 2" }), [
        "/home/config.toml:1:11: version is 2; expected 1"
      ])
    })
  )

  it.effect("passes over folders that cannot be looked into [SOS-PROJ-01]", () =>
    Effect.gen(function* () {
      const hidden = Layer.succeed(ModuleFiles, {
        read: (file) =>
          file === "/sos.toml"
            ? Effect.succeed(new TextEncoder().encode(grants))
            : Effect.fail(new FileUnreadable({ file, reason: file === "/p/sos.toml" ? "Hidden" : "Missing" })),
        real: Effect.succeed
      })
      const { settings } = yield* ProjectLoader.open({ folder: "/p", workspace: "/p", config: "/c" }).pipe(
        Effect.provide(hidden)
      )
      assert.isTrue(settings.grant.process)
    })
  )

  it.effect("refuses a nearest file that is there and cannot be read", () =>
    Effect.gen(function* () {
      const closed = Layer.succeed(ModuleFiles, {
        read: (file) =>
          Effect.fail(new FileUnreadable({ file, reason: file === "/p/sos.toml" ? "Refused" : "Missing" })),
        real: Effect.succeed
      })
      const { diagnostics } = yield* ProjectLoader.open({ folder: "/p", workspace: "/p", config: "/c" }).pipe(
        Effect.provide(closed),
        Effect.flip
      )
      assert.deepStrictEqual(diagnostics.map(Diagnostic.print), ["/p/sos.toml:1:1: the system does not let it be read"])
    })
  )
})
