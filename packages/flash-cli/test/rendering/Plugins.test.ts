import { assert, describe, it } from "@effect/vitest"
import { AttemptFailure, LoadFailure, PluginFolder, RepositoryAwaited, type Standing } from "@lanyard/flash-host"
import { Lifecycle } from "@lanyard/process"
import { Duration, Option } from "effect"
import type { Plugin } from "../../src/Listing.ts"
import * as Plugins from "../../src/rendering/Plugins.ts"

const { Lifecycle: State } = Lifecycle

const standing: Standing = {
  plugin: "notes",
  state: State.Running({ generation: 1 }),
  activation: "on-demand",
  pid: Option.some(42),
  queued: { frames: 0, bytes: 0 },
  sandbox: { asked: "unsandboxed", enforced: "unsandboxed" },
  failures: 2,
  lastFailure: Option.none()
}

const running: Plugin = {
  key: "/plugins/notes",
  plugin: "notes",
  origin: "third party",
  isLoaded: true,
  failure: undefined,
  standing: Option.some(standing),
  memory: Option.some(3 * 1024 * 1024)
}

const killed = new AttemptFailure.PluginExited({ exit: { _tag: "Signaled", signal: "SIGKILL" }, ready: true })

const waiting: Plugin = {
  ...running,
  standing: Option.some<Standing>({
    ...standing,
    state: State.Backoff({ generation: 1, failures: 2, delay: Duration.seconds(2) }),
    pid: Option.none(),
    sandbox: { asked: "deny_default", enforced: "unsandboxed" },
    lastFailure: Option.some({ at: 1000, phase: "running", failure: killed, lastLine: "out of \u001b[2Jink" })
  }),
  memory: Option.none()
}

const problem = { path: "id", expected: "text" }
const refused = new PluginFolder.ManifestRefused({ file: "/m.json", problems: [problem, { ...problem, path: "name" }] })

const broken: Plugin = {
  ...running,
  plugin: "broken",
  isLoaded: false,
  failure: refused,
  standing: Option.none(),
  memory: Option.none()
}

describe("Plugins.label", () => {
  it.each<readonly [Lifecycle.Lifecycle, Plugins.Label]>([
    [State.Stopped({ generation: 0 }), "stopped"],
    [State.Backoff({ generation: 1, failures: 1, delay: Duration.seconds(1) }), "stopped"],
    [State.Starting({ generation: 1, stage: Option.none() }), "launching"],
    [State.Starting({ generation: 1, stage: Option.some("launching") }), "launching"],
    [State.Starting({ generation: 1, stage: Option.some("installing") }), "installing"],
    [State.Running({ generation: 1 }), "running"],
    [State.Parked({ generation: 1, reason: "exhausted" }), "failed"]
  ])("of %j is %s", (state, label) => {
    assert.strictEqual(Plugins.label({ ...running, standing: Option.some({ ...standing, state }) }), label)
  })

  it("of what runs and has no process any more is stopped", () => {
    assert.strictEqual(
      Plugins.label({ ...running, standing: Option.some({ ...standing, pid: Option.none() }) }),
      "stopped"
    )
  })

  it("of what is not loaded is failed, and of what is being fetched installing", () => {
    assert.strictEqual(Plugins.label(broken), "failed")
    const failure = new RepositoryAwaited({ entry: "github:o/r@1" })
    assert.strictEqual(Plugins.label({ ...broken, failure }), "installing")
  })
})

describe("Plugins.table", () => {
  it("has a line for each plugin below its heads, with the sandbox it has and no gaps (F13) [FLASH-SAND-11]", () => {
    assert.deepStrictEqual(
      Plugins.table([running, waiting, broken]).map((line) => line.split(/ {3,}/)),
      [
        ["ID", "STATE", "ACTIVATION", "FAILURES", "PID", "MEMORY", "SANDBOX", "LAST ERROR"],
        ["notes", "running", "on-demand", "2", "42", "3.0 MiB", "unsandboxed", "-"],
        [
          "notes",
          "stopped, retry after 2s",
          "on-demand",
          "2",
          "-",
          "-",
          "unsandboxed, not deny_default",
          "running: killed by SIGKILL: out of  [2Jink"
        ],
        ["broken", "failed", "-", "-", "-", "-", "-", "/m.json: id: expected text (and 1 more)"]
      ]
    )
  })

  it("shows of a plugin that goes on with its last valid definition what is wrong with its files", () => {
    const failure = new LoadFailure.FolderUnlisted({ folder: "/f" })
    assert.match(Plugins.table([{ ...waiting, failure }])[1] ?? "", /retry after 2s.*\/f cannot be listed$/)
  })

  it("says that there are none", () => {
    assert.deepStrictEqual(Plugins.table([]), ["no plugins"])
  })
})

describe("Plugins.object", () => {
  it("has every member, whatever is known", () => {
    assert.deepStrictEqual(Plugins.object(running), {
      type: "plugin",
      id: "notes",
      place: "/plugins/notes",
      origin: "third_party",
      state: "running",
      activation: "on_demand",
      failures: 2,
      pid: 42,
      retry_after_ms: null,
      sandbox: { asked: "unsandboxed", enforced: "unsandboxed" },
      last_error: null,
      memory_bytes: 3 * 1024 * 1024,
      load_error: null
    })
    const keys = Object.keys(Plugins.object(running))
    for (const plugin of [waiting, broken]) assert.deepStrictEqual(Object.keys(Plugins.object(plugin)), keys)
  })

  it("says when a failure was, in which phase, and why", () => {
    assert.deepInclude(Plugins.object(waiting), {
      state: "stopped",
      pid: null,
      retry_after_ms: 2000,
      last_error: {
        at: 1000,
        phase: "running",
        error: "PluginExited",
        reason: "killed by SIGKILL",
        last_line: "out of \u001b[2Jink"
      }
    })
  })

  it("says of a defect of the host that it was one", () => {
    const died: Plugin = {
      ...running,
      standing: Option.some<Standing>({ ...standing, lastFailure: Option.some({ at: 1, phase: "launching" }) })
    }
    assert.deepInclude(Plugins.object(died), {
      last_error: { at: 1, phase: "launching", error: null, reason: "a defect of the host", last_line: null }
    })
  })

  it("says why a plugin is not loaded", () => {
    assert.deepInclude(Plugins.object(broken), {
      activation: null,
      failures: null,
      load_error: { error: "ManifestRefused", message: refused.message }
    })
  })
})
