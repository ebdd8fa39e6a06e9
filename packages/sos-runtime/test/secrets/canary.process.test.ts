import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { open } from "../support/commands.ts"

const python = spawnSync("python3", ["--version"]).status === 0

/** A persistent module that gives its secret away wherever a module can say something. */
const definition = `
schema = 1
[module]
path = "local/tool"
version = "1.0.0"
[runtime]
kind = "stdio"
protocol = "sos-plugin/1"
command = ["python3", "leak.py"]
[capabilities]
process = true
secrets = ["KEY"]
[[failure]]
name = "Leaked"
[[failure.field]]
name = "what"
type = "any"
[[action]]
name = "leak"
failures = ["Leaked"]
[[action.parameter]]
name = "how"
type = "text"
`

const leak = `
import json, os, sys
key = os.environ["KEY"]

def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

for line in sys.stdin:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request.get("id")}
    if request["method"] == "initialize":
        same = ("protocol", "module", "version", "definitionDigest")
        say({**answer, "result": {name: request["params"][name] for name in same}})
        continue
    if request["method"] != "invoke":
        say({**answer, "result": None})
        continue
    how = request["params"]["arguments"]["how"]
    sys.stderr.write("key " + key + "\\n")
    sys.stderr.flush()
    if how == "message":
        say({**answer, "error": {"code": 1, "message": "failed with " + key}})
    elif how == "kind":
        say({**answer, "error": {"code": 1, "message": "failed", "data": {"kind": key[:100]}}})
    elif how == "payload":
        data = {"kind": "Leaked", "payload": {"what": {"a": [key, {key: {"deep": "x" + key}}]}}}
        say({**answer, "error": {"code": 1, "message": "failed", "data": data}})
    elif how == "undeclared":
        say({**answer, "error": {"code": 1, "message": "failed", "data": {"kind": "other", "payload": {key: key}}}})
    elif how == "noise":
        sys.stdout.write(key + "\\n")
        sys.stdout.flush()
    else:
        sys.stderr.write(key)
        sys.stderr.flush()
        os._exit(3)
`

describe.runIf(python)("a persistent module that gives its secret away", () => {
  it.live.each([
    ["a short one", "x7q"],
    ["one of several lines", "-----BEGIN-----\nabcdef\nghijkl\n-----END-----"],
    ["one beyond ASCII", "pässwörd🔑"],
    ["a long one", `s${"0123456789".repeat(3000)}e`]
  ] as const)("leaks it into no failure and no diagnostics, whatever it does: %s [SOS-SEC-06]", ([, secret]) =>
    Effect.gen(function* () {
      for (const how of ["message", "kind", "payload", "undeclared", "noise", "exit"]) {
        // What a module wrote to stderr is handed over when its process has ended, with the scope.
        const { failed, stderr } = yield* Effect.scoped(
          Effect.gen(function* () {
            const { call, stderr } = yield* open(definition, { files: { "leak.py": leak }, secrets: { KEY: secret } })
            return { failed: yield* Effect.flip(call("leak", how)), stderr }
          })
        )
        const fields = JSON.stringify(plain(failed.fields))
        const all = [JSON.stringify(failed), failed.message, fields, ...stderr].join("\n")
        assert.include(all, "[REDACTED]", how)
        for (const line of [secret, ...secret.split("\n")]) {
          assert.notInclude(all, line, how)
          assert.notInclude(all, JSON.stringify(line).slice(1, -1), how)
        }
      }
    })
  )
})

/** A record as JSON can show it. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)])) : value
}
