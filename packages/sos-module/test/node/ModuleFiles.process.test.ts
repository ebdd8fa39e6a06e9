import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { configFile, layer, workspace } from "../../src/node.ts"
import * as ProjectLoader from "../../src/project/ProjectLoader.ts"
import { ModuleFiles } from "../../src/resolution/ModuleFiles.ts"

const inFolder = <A, E>(use: (folder: string) => Effect.Effect<A, E, ModuleFiles>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "sos-module-")))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ).pipe(Effect.provide(layer))

const read = (file: string, maxBytes = 10) => Effect.flatMap(ModuleFiles, (files) => files.read(file, maxBytes))
const reason = (file: string) => Effect.map(Effect.flip(read(file)), (failure) => failure.reason)

describe("ModuleFiles on Node", () => {
  it.live("reads a file, and of a longer one a byte more than was asked for [SOS-TOML-08]", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const file = join(folder, "a.toml")
        writeFileSync(file, "0123456789")
        assert.strictEqual(new TextDecoder().decode(yield* read(file)), "0123456789")
        writeFileSync(file, "0123456789abcdef")
        assert.strictEqual((yield* read(file)).length, 11)
      })
    )
  )

  it.live("says why a file cannot be read, and waits for no writer of a pipe [SOS-TOML-05]", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        writeFileSync(join(folder, "file"), "")
        execFileSync("mkfifo", [join(folder, "pipe")])
        symlinkSync("loop", join(folder, "loop"))
        symlinkSync("absent", join(folder, "dangling"))
        assert.strictEqual(yield* reason(join(folder, "absent")), "Missing")
        assert.strictEqual(yield* reason(join(folder, "file", "below")), "Missing")
        assert.strictEqual(yield* reason(folder), "NotAFile")
        assert.strictEqual(yield* reason(join(folder, "pipe")), "NotAFile")
        assert.strictEqual(yield* reason("/dev/zero"), "NotAFile")
        assert.strictEqual(yield* reason(join(folder, "loop")), "Refused")
        assert.strictEqual(yield* reason(join(folder, "dangling")), "Dangling")
      })
    )
  )

  it.live("tells a closed file from a closed folder, where a user can be refused", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const isRefused = process.getuid?.() !== 0 && process.platform !== "win32"
        mkdirSync(join(folder, "closed"))
        writeFileSync(join(folder, "closed", "file"), "")
        writeFileSync(join(folder, "file"), "", { mode: 0o000 })
        chmodSync(join(folder, "closed"), 0o000)
        const outcomes = yield* Effect.forEach([join(folder, "file"), join(folder, "closed", "file")], (file) =>
          Effect.match(read(file), { onFailure: (failure) => failure.reason, onSuccess: () => "read" })
        )
        chmodSync(join(folder, "closed"), 0o700)
        assert.deepStrictEqual(outcomes, isRefused ? ["Refused", "Hidden"] : ["read", "read"])
      })
    )
  )

  it.live("resolves links, and leaves a path alone that leads nowhere [SOS-PROJ-01]", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const files = yield* ModuleFiles
        mkdirSync(join(folder, "real"))
        symlinkSync("real", join(folder, "link"))
        assert.strictEqual(yield* files.real(join(folder, "link")), join(folder, "real"))
        assert.strictEqual(yield* files.real(join(folder, "absent")), join(folder, "absent"))
      })
    )
  )

  it.live("opens a project from a folder below it, through a link [SOS-PROJ-01, SOS-PROJ-09]", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        mkdirSync(join(folder, "p", "scripts"), { recursive: true })
        mkdirSync(join(folder, "elsewhere"))
        symlinkSync(join(folder, "p", "scripts"), join(folder, "elsewhere", "link"))
        writeFileSync(
          join(folder, "p", "sos.toml"),
          'version = 1\nexternal.process = true\n[[module.external]]\npath = "a"\ndefinition = "a.toml"\n'
        )
        const { project, settings } = yield* ProjectLoader.open({
          folder: join(folder, "elsewhere", "link"),
          workspace: join(folder, "elsewhere"),
          config: join(folder, "config.toml")
        })
        assert.strictEqual(project.registrations.get("a")?.definition, join(folder, "p", "a.toml"))
        assert.isFalse(settings.grant.process)
      })
    )
  )

  it.live("grants nothing of a farther project past a sos.toml that leads nowhere (B142) [SOS-PROJ-01]", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        mkdirSync(join(folder, "p", "inner"), { recursive: true })
        writeFileSync(join(folder, "p", "sos.toml"), "version = 1\nexternal.process = true\n")
        const inner = join(folder, "p", "inner")
        const open = ProjectLoader.open({ folder: inner, workspace: inner, config: join(folder, "config.toml") })
        assert.isTrue((yield* open).settings.grant.process)
        symlinkSync("gone.toml", join(inner, "sos.toml"))
        const { diagnostics } = yield* Effect.flip(open)
        assert.deepStrictEqual(
          diagnostics.map(({ file, message }) => [file, message]),
          [[join(inner, "sos.toml"), "this is a link that leads nowhere"]]
        )
      })
    )
  )

  it.live("knows the workspace and the user's settings as absolute paths [SOS-PROJ-01]", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* workspace, process.cwd().replaceAll("\\", "/"))
      assert.match(yield* configFile, /^(?:[A-Z]:)?\/.*config\.toml$/)
    })
  )
})
