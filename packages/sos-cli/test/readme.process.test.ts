import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run, temporary, terminals } from "./support/sos.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The fences of a language, in order. */
const fences = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, text = ""]) => text)

describe.runIf(terminals)("the README, followed by a newcomer", () => {
  it.live("leads to a module in Python and a script that calls it [SOS-CLI-34]", () =>
    Effect.gen(function* () {
      const cwd = yield* temporary
      mkdirSync(join(cwd, "greeter"))
      const [module = "", project = "", adapter = ""] = fences("toml")
      writeFileSync(join(cwd, "greeter/greeter.py"), fences("python")[0] ?? "")
      writeFileSync(join(cwd, "greeter/module.sos.toml"), module)
      writeFileSync(join(cwd, "sos.toml"), project)
      writeFileSync(join(cwd, "main.sos"), fences("sos")[0] ?? "")
      assert.strictEqual((yield* run(["module", "check", "greeter/module.sos.toml"], { cwd })).code, 0)
      assert.strictEqual((yield* run(["module", "doctor", "local/greeter"], { cwd })).stdout, "local/greeter: ready\n")
      assert.deepStrictEqual(yield* run(["run", "main.sos"], { cwd }), { code: 0, stdout: "Hello, you\n", stderr: "" })
      mkdirSync(join(cwd, "shout"))
      writeFileSync(join(cwd, "shout/module.sos.toml"), adapter)
      const second = `[[module.external]]\npath = "local/shout"\ndefinition = "shout/module.sos.toml"\n`
      writeFileSync(join(cwd, "sos.toml"), project.replace("[external]", `${second}\n[external]`))
      writeFileSync(join(cwd, "loud.sos"), fences("sos")[1] ?? "")
      assert.deepStrictEqual(yield* run(["run", "loud.sos"], { cwd }), { code: 0, stdout: "HELLO\n", stderr: "" })
    })
  )
})
