import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { CallFailure } from "@lanyard/sos-module"
import { Effect } from "effect"
import { everything, head, open } from "../support/commands.ts"

const posix = process.platform !== "win32"

/** An action that shows it ran. */
const marks = (program = "sh", rest = "") => `
[[action]]
name = "run"
${rest}
[action.command]
program = "${program}"
arguments = ["-c", "env > marker; cat marker"]
`

const failure = <A>(call: Effect.Effect<A, CallFailure.CallFailure>) =>
  Effect.map(Effect.flip(call), ({ message, phase }) => ({ phase, message }))

/** The call fails like this and nothing was started. */
const refused = Effect.fn(function* (
  definition: string,
  options: Parameters<typeof open>[1],
  expected: { readonly phase: string; readonly message: string }
) {
  const { call, folder } = yield* open(definition, options)
  assert.deepStrictEqual(yield* failure(call("run")), expected)
  assert.isFalse(existsSync(join(folder, "marker")))
})

describe.runIf(posix)("authorisation of a command", () => {
  it.live.each([
    ["", { process: false }, "process access, denied by project policy"],
    ["network = true", { network: false }, "network access, denied by project policy"],
    ['filesystem = "workspace"', { filesystem: "none" }, "workspace filesystem access, denied by project policy"],
    [
      'filesystem = "workspace"',
      { filesystem: "workspace-read" },
      "workspace filesystem access, denied by project policy, which grants workspace-read"
    ],
    ['secrets = ["KEY"]', { secrets: [] }, "the secret KEY, denied by project policy"]
  ] as const)(
    "refuses before anything starts what the policy denies: %s [SOS-AUTH-01]",
    ([capabilities, denied, ending]) =>
      refused(
        head({ capabilities }) + marks(),
        { grant: { ...everything, ...denied }, secrets: { KEY: "canary" } },
        { phase: "authorize", message: `module local/tool requests ${ending}` }
      )
  )

  it.live("refuses a secret that nobody configured, by its name [SOS-AUTH-02]", () =>
    refused(
      head({ capabilities: 'secrets = ["KEY"]' }) + marks(),
      {},
      { phase: "authorize", message: "module local/tool requires the secret KEY, which is not configured" }
    )
  )

  it.live("asks an action for no more than its own capabilities [SOS-AUTH-03]", () =>
    Effect.gen(function* () {
      const own = "[action.capabilities]\nnetwork = false\nsecrets = []"
      const { call } = yield* open(head({ capabilities: 'network = true\nsecrets = ["KEY"]' }) + marks("sh", own), {
        grant: { ...everything, network: false, secrets: [] },
        secrets: { KEY: "canary" }
      })
      assert.notInclude(String(yield* call("run")), "canary")
    })
  )

  it.live("refuses an absolute program that the policy does not list, and takes one that it does [SOS-AUTH-04]", () =>
    Effect.gen(function* () {
      yield* refused(
        head() + marks("/bin/sh"),
        {},
        {
          phase: "authorize",
          message: "module local/tool requests the program /bin/sh, denied by project policy"
        }
      )
      const { call } = yield* open(head() + marks("/bin/sh"), { grant: { ...everything, programs: ["/bin/sh"] } })
      assert.include(String(yield* call("run")), "PATH=")
    })
  )
})

describe.runIf(posix)("the environment of a command", () => {
  it.live(
    "is PATH, what is inherited by name, the pinned language and mapped secrets, to the letter [SOS-ENV-01]",
    () =>
      Effect.gen(function* () {
        const { call } = yield* open(
          head({
            capabilities: 'secrets = ["KEY", "OTHER"]',
            runtime: '[runtime.environment]\ninherit = ["LANG"]\n[runtime.environment.secrets]\nTOOL_KEY = "KEY"'
          }) + marks("env").replace('arguments = ["-c", "env > marker; cat marker"]', ""),
          {
            variables: {
              PATH: process.env.PATH,
              LANG: "es_ES.UTF-8",
              HOME: "/root",
              GITHUB_TOKEN: "x",
              NODE_OPTIONS: "y"
            },
            secrets: { KEY: "one", OTHER: "two" }
          }
        )
        assert.deepStrictEqual(
          String(yield* call("run"))
            .split("\n")
            .sort(),
          [
            "LANG=es_ES.UTF-8",
            "LC_CTYPE=C.UTF-8",
            "LC_MESSAGES=C",
            "OTHER=two",
            `PATH=${process.env.PATH}`,
            "TOOL_KEY=one"
          ]
        )
      })
  )
})

describe.runIf(posix)("secrets of a command", () => {
  it.live.each([
    ["a short one", "x7"],
    ["one of several lines", "-----BEGIN-----\nabc\ndef\n-----END-----"],
    ["one beyond ASCII", "pässwörd🔑"],
    ["a long one", `s${"0123456789".repeat(6553)}e`]
  ] as const)("are in nothing that a failed call says or shows: %s (B133, B134, B135) [SOS-SEC-06]", ([, secret]) =>
    Effect.gen(function* () {
      const { call, stderr } = yield* open(
        `${head({ capabilities: 'secrets = ["KEY"]' })}
[[action]]
name = "run"
[action.command]
program = "leak"
`,
        {
          secrets: { KEY: secret },
          files: {
            "bin/leak": `#!/bin/sh
printf 'whole %s\\n' "$KEY" >&2
printf '%s' "$KEY" | fold -b -w 1000 >&2
printf 'last %s' "$KEY" >&2
exit 3
`
          }
        }
      )
      const failed = yield* Effect.flip(call("run"))
      const said = `${JSON.stringify(failed)}${failed.message}${stderr.join("")}`
      assert.include(said, "[REDACTED]")
      assert.notInclude(said, secret)
      for (const line of secret.split("\n")) assert.notInclude(said, line)
      assert.notInclude(said.replace(/[\r\n]/g, ""), secret.replace(/[\r\n]/g, ""))
    })
  )
})

describe.runIf(posix)("what a module requires", () => {
  const tool = (version: string, status = 0) => `#!/bin/sh\necho '${version}'\necho asked >> asked\nexit ${status}\n`
  const requires = (requirement: string) => head({ runtime: `[runtime.requires]\npython = "${requirement}"` }) + marks()
  const external = (requirement: string) =>
    head({
      rest: `[distribution]
mode = "external"
program = "tool"
version_command = ["tool", "--version"]
version_requirement = "${requirement}"
install_documentation = "https://example.com/tool"`
    }) + marks()

  it.live("is named when it is missing, with the program that was looked for [SOS-AUTH-10]", () =>
    Effect.gen(function* () {
      const nothing = { variables: { PATH: "/nonexistent" } }
      yield* refused(requires(">=3.11"), nothing, {
        phase: "start",
        // The program of the action is looked up first.
        message: "module local/tool requires sh; sh was not found"
      })
      const stdio = head({ runtime: '[runtime.requires]\npython = ">=3.11"' })
        .replace(
          'kind = "command"',
          'kind = "stdio"\nprotocol = "sos-plugin/1"\ncommand = ["python3", "-m", "weather"]'
        )
        .concat('[[action]]\nname = "run"\n')
      yield* refused(stdio, nothing, {
        phase: "start",
        message: "module local/tool requires Python >=3.11; python3 was not found"
      })
    })
  )

  it.live("is named with its version when that does not do [SOS-AUTH-11]", () =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(requires(">=3.11"), { files: { "bin/python": tool("Python 3.9.2") } })
      assert.deepStrictEqual(yield* failure(call("run")), {
        phase: "start",
        message: `module local/tool requires Python >=3.11; ${folder}/bin/python is 3.9.2`
      })
      assert.isFalse(existsSync(join(folder, "marker")))
    })
  )

  it.live.each([
    [
      "tool 0.37.0-dev.1",
      ">=0.37",
      "is 0.37.0-dev.1 (0.37.0-dev.1 is a prerelease, which sorts below 0.37.0); see https://example.com/tool"
    ],
    ["tool 2.040", ">=2.0", "tells a version that cannot be compared, 2.040; see https://example.com/tool"],
    ["nothing to see", ">=2.0", "tells no version; see https://example.com/tool"]
  ] as const)(
    "of an external program is told with the file that was asked and where to get it: %s (B129) [SOS-AUTH-12]",
    ([says, requirement, ending]) =>
      Effect.gen(function* () {
        const { call, folder } = yield* open(external(requirement), { files: { "bin/tool": tool(says) } })
        assert.deepStrictEqual(yield* failure(call("run")), {
          phase: "start",
          message: `module local/tool requires tool ${requirement}; ${folder}/bin/tool ${ending}`
        })
      })
  )

  it.live.each([["git version 2.39.3 (Apple Git-146)"], ["tool 2.39.3 (43e88a84)"], ["v2.39.3"]] as const)(
    "is asked once in a run, however it tells its version: %s (B130, B131) [SOS-AUTH-13]",
    ([says]) =>
      Effect.gen(function* () {
        const { call, folder } = yield* open(external("=2.39.3"), { files: { "bin/tool": tool(says, 1) } })
        yield* Effect.all([call("run"), call("run"), call("run")], { concurrency: 3 })
        assert.strictEqual(readFileSync(join(folder, "asked"), "utf8"), "asked\n")
      })
  )
})
