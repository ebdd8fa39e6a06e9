/** Finds out what enforces sandboxes on this system, by having it done once: that a program is there does not say that it may. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Child, Collect, Environment, Executable } from "@lanyard/process"
import { Effect, Layer, Option, type Scope } from "effect"
import * as LoginVariables from "../environment/LoginVariables.ts"
import { HostProcess } from "../HostProcess.ts"
import * as Bubblewrap from "../sandbox/Bubblewrap.ts"
import * as Enforcer from "../sandbox/Enforcer.ts"
import type { Policy } from "../sandbox/Policy.ts"
import * as Seatbelt from "../sandbox/Seatbelt.ts"
import * as SyscallFilter from "../sandbox/SyscallFilter.ts"

type Needs = Child.Spawner | Executable.ProgramFiles | HostProcess

/** How long the trial may take, in milliseconds. */
const limit = 5_000

const none = (reason: string) => Enforcer.Enforcer.None({ reason })

const seatbelt = Effect.map(
  Executable.ProgramFiles.use(({ look }) => look(Seatbelt.executable)),
  (kind) =>
    kind === "executable"
      ? Enforcer.Enforcer.Seatbelt({ executable: Seatbelt.executable })
      : none("there is no sandbox-exec")
)

const bubblewrap = Effect.fnUntraced(function* (): Effect.fn.Return<Enforcer.Enforcer, never, Needs | Scope.Scope> {
  const { arch } = process
  if (arch !== "x64" && arch !== "arm64") return none("system calls are not filtered on this processor")
  const { environment } = yield* HostProcess
  const path = environment.PATH || LoginVariables.fallbackPath
  const program = (name: string) =>
    Executable.resolve(name, { root: "/", path }).pipe(Effect.mapError(() => `there is no ${name} on the PATH`))
  const found = yield* Effect.result(
    Effect.all({ executable: program("bwrap"), env: program("env"), nice: program("nice") })
  )
  if (found._tag === "Failure") return none(found.failure)
  const { executable, ...starters } = found.success
  const written = yield* Effect.option(filtersFor(arch))
  if (written._tag === "None") return none("the filters of system calls could not be written")
  const bwrap: Enforcer.Bubblewrap = { executable, filters: written.value, starters }
  const unshare = yield* Effect.option(program("unshare"))
  const means = [...Option.toArray(unshare).map((path) => ({ ...bwrap, unshare: path })), bwrap]
  for (const one of means) {
    const works = yield* Effect.option(tried(one))
    if (Option.contains(works, true)) return Enforcer.Enforcer.Bubblewrap(one)
    // One that does not end has used up the time for all of them.
    if (Option.isNone(works)) break
  }
  return none("bwrap is not allowed to make a sandbox here")
})

/** Files without names, which nobody can take away or change as long as the scope is open. */
const filtersFor = Effect.fnUntraced(function* (machine: SyscallFilter.Machine) {
  const file = (denials: SyscallFilter.Denials) => open(SyscallFilter.make(machine, denials))
  return yield* Effect.all({
    network: file({ others: false, processes: false }),
    inspection: file({ others: true, processes: false }),
    processes: file({ others: true, processes: true })
  })
})

const open = (bytes: Uint8Array) =>
  Effect.acquireRelease(
    Effect.try(() => {
      const folder = mkdtempSync(join(tmpdir(), "lanyard-filter-"))
      try {
        const descriptor = openSync(join(folder, "filter"), "wx+", 0o600)
        writeSync(descriptor, bytes)
        return descriptor
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  ).pipe(Effect.map((descriptor) => `/proc/${process.pid}/fd/${descriptor}`))

const tried = Effect.fnUntraced(function* (bwrap: Enforcer.Bubblewrap) {
  const [executable, ...args] = Bubblewrap.command(bwrap, strictest, ["/bin/sh", "-c", ":"])
  const environment = yield* Effect.fromResult(Environment.make({ values: { PATH: LoginVariables.fallbackPath } }))
  const { exit } = yield* Collect.run({
    executable,
    args,
    cwd: "/",
    environment,
    stdoutBytes: 0,
    stderrBytes: 0,
    deadline: limit
  })
  return exit._tag === "Exited" && exit.code === 0
}, Effect.scoped)

// Hides and shows folders that every system has.
const strictest: Policy = {
  purpose: "deny_default",
  root: "/usr",
  dataDir: "/usr",
  base: "/usr",
  secrets: [{ path: "/var", isThere: true }],
  programs: [],
  hasTools: false,
  programFolders: [],
  temporary: [],
  network: false,
  appleevents: false,
  signal: false,
  mach: []
}

const detected = Effect.suspend((): Effect.Effect<Enforcer.Enforcer, never, Needs | Scope.Scope> => {
  switch (process.platform) {
    case "darwin":
      return seatbelt
    case "linux":
      return bubblewrap()
    default:
      return Effect.succeed(none("nothing on this system does"))
  }
})

/** Provides what this system has; nothing is started before somebody asks. */
export const layer: Layer.Layer<never, never, Needs> = Layer.effect(
  Enforcer.Current,
  Effect.gen(function* () {
    const services = yield* Effect.context<Needs | Scope.Scope>()
    // Whoever gives up asking takes the answer from nobody.
    return yield* Effect.cached(Effect.uninterruptible(Effect.provide(detected, services)))
  })
)
