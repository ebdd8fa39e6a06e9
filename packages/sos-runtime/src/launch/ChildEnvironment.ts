/**
 * The environment of a module's process, to the letter: PATH, the variables that the definition inherits by name, and the
 * secrets that it maps (decisions B7 and S12). Nothing else of this process reaches a module.
 */
import { Environment } from "@lanyard/process"
import type { Definition } from "@lanyard/sos-module"
import { type Redacted, Result } from "effect"
import { Fault } from "../Fault.ts"
import type { Variables } from "../RunHost.ts"

/** What an environment is made of. */
export interface Parts {
  readonly host: Variables
  readonly target: Definition.Target
  readonly runtime: Pick<Definition.Definition["runtime"], "kind" | "environment">
  /** The values of the secrets that the definition names, by symbolic name. */
  readonly secrets: ReadonlyMap<string, Redacted.Redacted<string>>
}

/**
 * Builds the environment. A secret has the name that the definition maps it to, or its own. Programs of command adapters
 * write messages in the language that definitions are written for, and their text stays UTF-8.
 */
export const make = ({ host, runtime, secrets, target }: Parts): Result.Result<Environment.Environment, Fault> => {
  const pinned = runtime.kind === "command" ? localeOf(target) : {}
  const inherited = runtime.environment.inherit.filter((name) => runtime.kind !== "command" || name !== overrulesAll)
  return Result.mapError(
    Environment.make({
      source: host,
      allow: [...inherited, ...(target.startsWith("win32") ? neededOnWindows : [])],
      values: { PATH: pathOf(host), ...pinned },
      secrets: Object.fromEntries(namedForChild(runtime.environment.secrets, secrets))
    }),
    ({ name, part }) =>
      new Fault({
        phase: "authorize",
        message:
          part === "name" ? "a name of an environment variable cannot be passed on" : `${name} holds a NUL character`
      })
  )
}

/** The environment of a program that is only asked for its version: PATH, and what its system needs. */
export const ofProbe = (host: Variables, target: Definition.Target): Result.Result<Environment.Environment, Fault> =>
  make({
    host,
    target,
    runtime: { kind: "stdio", environment: { inherit: [], secrets: new Map() } },
    secrets: new Map()
  })

/** PATH at the moment when the run began; a machine without one has an empty one. */
export const pathOf = (host: Variables): string => host.PATH ?? host.Path ?? ""

function* namedForChild(
  mapped: ReadonlyMap<string, string>,
  secrets: ReadonlyMap<string, Redacted.Redacted<string>>
): Iterable<readonly [string, Redacted.Redacted<string>]> {
  const renamed = new Set(mapped.values())
  for (const [secret, value] of secrets) if (!renamed.has(secret)) yield [secret, value]
  for (const [name, secret] of mapped) {
    const value = secrets.get(secret)
    if (value !== undefined) yield [name, value]
  }
}

// It would win over the two that are pinned.
const overrulesAll = "LC_ALL"

// Darwin names no region with its plain UTF-8 type, other systems have it under the C locale.
const localeOf = (target: Definition.Target) => ({
  LC_MESSAGES: "C",
  LC_CTYPE: target.startsWith("darwin") ? "UTF-8" : "C.UTF-8"
})

// Without the first nothing starts there, by the second programs are told from other files.
const neededOnWindows = ["SystemRoot", "PATHEXT"]
