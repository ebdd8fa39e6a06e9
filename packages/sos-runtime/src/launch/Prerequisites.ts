/**
 * What a module needs on the machine before its program is of use: runtimes in the versions that it requires, and an external
 * program in its own. Each is asked for its version; nothing is installed, and nothing stands in for what is missing.
 */
import { type Child, Collect, type Environment, type Executable } from "@lanyard/process"
import { type Definition, type Policy, Requirement } from "@lanyard/sos-module"
import { Effect } from "effect"
import { Fault } from "../Fault.ts"
import type { RunHost } from "../RunHost.ts"
import * as Programs from "./Programs.ts"

/** Where and how the programs of a module will run, which is how they are asked. */
export interface Situation {
  readonly definition: Definition.Definition
  /** The program that starts the module and what it is given first; empty for a module whose actions name theirs. */
  readonly command: ReadonlyArray<string>
  readonly folder: string
  /** Without secrets. */
  readonly environment: Environment.Environment
  readonly grant: Policy.Grant
}

/** What asking a program needs. */
export type Services = RunHost | Executable.ProgramFiles | Child.Spawner

/** How long a program may take to tell its version. */
export const probeLimit = "10 seconds"

/** Checks everything that a module requires, in the order of names, and then its external program. */
export const check = Effect.fnUntraced(function* (situation: Situation): Effect.fn.Return<void, Fault, Services> {
  const { distribution, runtime } = situation.definition
  for (const [name, requirement] of [...runtime.requires].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const launcher = situation.command[0]
    const program = launcher !== undefined && Programs.isRuntime(name, launcher) ? launcher : name
    yield* satisfied(situation, [program, "--version"], requirement, Programs.displayName(name))
  }
  if (distribution.mode === "bundled") return
  const { versionCommand, versionRequirement } = distribution
  const [program, ...args] = versionCommand ?? []
  if (program === undefined || versionRequirement === undefined) return
  yield* satisfied(situation, [program, ...args], versionRequirement, distribution.program ?? program)
})

const satisfied = Effect.fnUntraced(function* (
  { definition, environment, folder, grant }: Situation,
  [program, ...args]: readonly [string, ...ReadonlyArray<string>],
  requirement: Requirement.Requirement,
  name: string
): Effect.fn.Return<void, Fault, Services> {
  const executable = yield* Programs.locate({ definition, program, folder, grant })
  const fault = (found: string) =>
    new Fault({
      phase: "start",
      message: `${Programs.subject(definition)} requires ${name} ${requirement.text}; ${executable} ${found}${Programs.documentation(definition)}`
    })
  const output = yield* Effect.mapError(
    Effect.scoped(
      Collect.run({
        executable,
        args,
        cwd: folder,
        environment,
        stdoutBytes,
        stderrBytes: stdoutBytes,
        deadline: probeLimit
      })
    ),
    ({ _tag }) =>
      fault(_tag === "CommandOverdue" ? `did not tell its version within ${probeLimit}` : "cannot be started")
  )
  const printed = new TextDecoder()
  const detected = Requirement.detect(`${printed.decode(output.stdout.bytes)}\n${printed.decode(output.stderr.bytes)}`)
  if (detected === undefined) return yield* fault("tells no version")
  if (detected.version === undefined) return yield* fault(`tells a version that cannot be compared, ${detected.text}`)
  if (Requirement.isSatisfied(requirement, detected.version)) return
  const note = Requirement.prereleaseNote(requirement, detected.version)
  return yield* fault(`is ${detected.text}${note === undefined ? "" : ` (${note})`}`)
})

/** Bytes read of what a program says of itself. */
const stdoutBytes = 1_048_576
