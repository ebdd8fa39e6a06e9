/** Nothing that only looks at modules starts, looks up or fetches anything. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fixture, temporary, watched } from "./support/sos.ts"

/** Programs that leave a mark when they run, and the folder that they are in. */
const tempting = Effect.map(temporary, (folder) => {
  const marker = join(folder, "marker")
  const programs = join(folder, "programs")
  mkdirSync(programs)
  for (const name of ["git", "node", "python3", "sh"]) {
    writeFileSync(join(programs, name), `#!/bin/sh\n: > '${marker}'\n`)
    chmodSync(join(programs, name), 0o755)
  }
  return { folder, marker, programs }
})

/** A definition that names a program wherever one can be named. */
const eager = (kind: "stdio" | "command", program: string) => {
  const command = JSON.stringify([program, "-c", "exit 1"])
  return `schema = 1

[module]
path = "local/eager-${kind}"
version = "1.0.0"

[runtime]
kind = "${kind}"
${kind === "stdio" ? `protocol = "sos-plugin/1"\ncommand = ${command}\n` : ""}
[runtime.development]
command = ${command}

[runtime.requires]
node = ">=1.0"

[capabilities]
process = true
network = true

[distribution]
mode = "external"
program = ${JSON.stringify(program)}
version_command = ${command}
version_requirement = ">=1.0"
install_documentation = "http://127.0.0.1:9/"

[[action]]
name = "run"
effects = ["process"]
${kind === "command" ? `\n[action.command]\nprogram = ${JSON.stringify(program)}\narguments = ["--upload"]\n` : ""}`
}

describe("the offline commands", () => {
  it.live("start nothing, look nothing up and fetch nothing, whatever a definition says [SOS-CLI-12]", () =>
    Effect.gen(function* () {
      const { folder, marker, programs } = yield* tempting
      const modules = (
        [
          ["stdio", "sh"],
          ["command", join(programs, "git")]
        ] as const
      ).map(([kind, program]) => {
        const file = `${kind}.toml`
        writeFileSync(join(folder, file), eager(kind, program))
        return { path: `local/eager-${kind}`, file }
      })
      writeFileSync(
        join(folder, "sos.toml"),
        `version = 1\n${modules
          .map(({ file, path }) => `[[module.external]]\npath = "${path}"\ndefinition = "${file}"\n`)
          .join("")}[external]\nprocess = true\nnetwork = true\n`
      )
      writeFileSync(join(folder, "broken.toml"), eager("stdio", "sh").replace("schema = 1", "schema = 2"))
      const calls: ReadonlyArray<readonly [status: number, ...words: Array<string>]> = [
        ...modules.flatMap(({ file, path }) => [
          [0, "module", "check", file] as const,
          [0, "module", "generate", file] as const,
          [0, "module", "describe", path] as const
        ]),
        [1, "module", "check", "broken.toml"],
        [1, "module", "check", fixture("definitions/invalid/action-name.toml")],
        [1, "module", "describe", "local/eager"],
        [2, "git"]
      ]
      for (const [status, ...words] of calls) {
        const { code, did, stderr } = yield* watched(words, { cwd: folder, programs })
        assert.deepStrictEqual({ code, did }, { code: status, did: [] }, `${words.join(" ")}: ${stderr}`)
      }
      assert.isFalse(existsSync(marker))
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(process.platform === "win32")(
    "are watched by eyes that see a child, a connection and a look at the PATH",
    () =>
      Effect.gen(function* () {
        const { folder, marker, programs } = yield* tempting
        const script = `
        import { spawn, spawnSync } from "node:child_process"
        import { statSync } from "node:fs"
        import { stat } from "node:fs/promises"
        import { connect } from "node:net"
        import { lookup } from "node:dns"
        spawnSync("sh"); spawn("sh"); connect(9, "127.0.0.1").on("error", () => {}); lookup("localhost", () => {})
        try { statSync(process.env.SOS_WATCHED + "/sh") } catch {}
        stat(process.env.SOS_WATCHED + "/sh")`
        const { did } = yield* watched([], { cwd: folder, programs, node: ["--input-type=module", "-e", script] })
        assert.deepStrictEqual(did, [
          "looked on the PATH",
          "looked up a host",
          "opened a connection",
          "started a child"
        ])
        assert.isTrue(existsSync(marker))
      }).pipe(Effect.scoped)
  )
})
