/**
 * Who may do what. A definition declares what its module needs, which grants nothing; every layer of policy says what it allows at
 * most, and what all of them allow is the grant. Declarations are a boundary for authorising and auditing, and no sandbox.
 */
import { Data, Result } from "effect"
import { type Capabilities, type Definition, type Filesystem, filesystemRanks } from "../definition/Definition.ts"

/** What a module may do. */
export interface Grant {
  readonly process: boolean
  readonly network: boolean
  readonly filesystem: Filesystem
  /** Symbolic names, sorted; `any` for all. */
  readonly secrets: ReadonlyArray<string> | "any"
  /** Programs that may be started by their absolute path, sorted (decision S11). */
  readonly programs: ReadonlyArray<string>
}

/** What one layer allows at most. It leaves to the others what it does not speak of. */
export type Limits = Partial<Grant>

/** What holds where no layer speaks. */
export const denied: Grant = { process: false, network: false, filesystem: "none", secrets: [], programs: [] }

/**
 * Intersects any number of layers: in no order, and repeating one changes nothing. A key is in the result if any layer speaks
 * of it, and never allows more than one that does.
 */
export const narrow = (...layers: ReadonlyArray<Limits>): Limits => {
  const process = all(layers, "process", (one, other) => one && other)
  const network = all(layers, "network", (one, other) => one && other)
  const filesystem = all(layers, "filesystem", lesser)
  const secrets = all(layers, "secrets", commonSecrets)
  const programs = all(layers, "programs", common)
  return {
    ...(process === undefined ? {} : { process }),
    ...(network === undefined ? {} : { network }),
    ...(filesystem === undefined ? {} : { filesystem }),
    ...(secrets === undefined ? {} : { secrets: secrets === "any" ? secrets : sorted(secrets) }),
    ...(programs === undefined ? {} : { programs: sorted(programs) })
  }
}

/** Makes the grant of layers: what none of them speaks of is denied. */
export const settle = (...layers: ReadonlyArray<Limits>): Grant => ({ ...denied, ...narrow(...layers) })

/** Narrows a grant by more layers, those of a user, an editor, a target or a run. */
export const intersect = (grant: Grant, ...layers: ReadonlyArray<Limits>): Grant => settle(grant, ...layers)

/** A module asks for what it was not granted. The message names both, and the value of nothing. */
export class Denied extends Data.TaggedError("Denied")<{
  readonly module: string
  readonly capability: "process" | "network" | "filesystem" | "secrets" | "programs"
  readonly message: string
}> {}

/** Holds what a module or one of its actions needs against a grant, in the order of the definition; the first refusal counts. */
export const authorise = (
  definition: Pick<Definition, "path">,
  capabilities: Capabilities,
  grant: Grant
): Result.Result<void, Denied> => {
  const deny = (capability: Denied["capability"], what: string, note = "") =>
    Result.fail(
      new Denied({
        module: definition.path,
        capability,
        message: `module ${definition.path} requests ${what}, denied by project policy${note}`
      })
    )
  if (capabilities.process && !grant.process) return deny("process", "process access")
  if (capabilities.network && !grant.network) return deny("network", "network access")
  if (rank(capabilities.filesystem) > rank(grant.filesystem)) {
    const note = grant.filesystem === "none" ? "" : `, which grants ${grant.filesystem}`
    return deny("filesystem", `${capabilities.filesystem} filesystem access`, note)
  }
  const { secrets } = grant
  const secret = secrets === "any" ? undefined : capabilities.secrets.find((name) => !secrets.includes(name))
  return secret === undefined ? Result.void : deny("secrets", `the secret ${secret}`)
}

/** Holds a program that is named by its absolute path against a grant (decision S11). */
export const authoriseProgram = (
  definition: Pick<Definition, "path">,
  program: string,
  grant: Grant
): Result.Result<void, Denied> =>
  grant.programs.includes(program)
    ? Result.void
    : Result.fail(
        new Denied({
          module: definition.path,
          capability: "programs",
          message: `module ${definition.path} requests the program ${program}, denied by project policy`
        })
      )

const all = <K extends keyof Grant>(
  layers: ReadonlyArray<Limits>,
  key: K,
  meet: (one: Grant[K], other: Grant[K]) => Grant[K]
): Grant[K] | undefined => {
  let met: Grant[K] | undefined
  for (const { [key]: said } of layers) if (said !== undefined) met = met === undefined ? said : meet(met, said)
  return met
}

const rank = (filesystem: Filesystem): number => filesystemRanks.indexOf(filesystem)

const lesser = (one: Filesystem, other: Filesystem): Filesystem => (rank(one) < rank(other) ? one : other)

const commonSecrets = (one: Grant["secrets"], other: Grant["secrets"]): Grant["secrets"] => {
  if (one === "any") return other
  return other === "any" ? one : common(one, other)
}

const common = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<string> => {
  const second = new Set(other)
  return one.filter((name) => second.has(name))
}

const sorted = (names: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(names)].sort()
