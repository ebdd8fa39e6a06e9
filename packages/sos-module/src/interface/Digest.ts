/**
 * The digest of a definition (decision S14): SHA-256 over its canonical JSON, which both ends of a plugin's handshake compare. It
 * covers everything that a definition says, with defaults filled in and what is written in several ways written in one, so that
 * nothing but a change of meaning changes it.
 */
import type { Action, Capabilities, CommandAction, Definition, RecordType } from "../definition/Definition.ts"
import { print as printRequirement, type Requirement } from "../policy/Requirement.ts"
import type { SosDuration } from "../values/SosDuration.ts"
import { print as printType } from "../values/TypeExpr.ts"
import * as Sha256 from "./Sha256.ts"

/** Makes the digest: `sha256:` and 64 hexadecimal digits. */
export const make = (definition: Definition): string => `sha256:${Sha256.hex(canonical(definition))}`

/**
 * Writes what is hashed: compact JSON whose members are sorted by name at every level and absent where they would be empty or, for
 * the capabilities of an action, those of its module. What has an order keeps it, sets and tables are sorted, and lengths of time
 * are in nanoseconds.
 */
export const canonical = (definition: Definition): string =>
  JSON.stringify({
    actions: definition.actions.map((self) => action(self, definition.capabilities)),
    capabilities: capabilities(definition.capabilities),
    description: some(definition.description),
    distribution: distribution(definition.distribution),
    failures: some(definition.failures.map(record)),
    path: definition.path,
    runtime: runtime(definition.runtime),
    schema: 1,
    types: some(definition.types.map(record)),
    version: definition.version
  })

const action = (self: Action, module: Capabilities) => ({
  capabilities: self.capabilities === module ? undefined : narrowed(self.capabilities, module),
  command: self.command && command(self.command),
  description: some(self.description),
  effects: set(self.effects),
  failures: set(self.failures),
  limits: limits(self.limits),
  name: self.name,
  parameters: fields(self.parameters),
  result: self.result && printType(self.result),
  targets: set(self.targets),
  timeout: self.timeout && nanos(self.timeout)
})

const narrowed = (own: Capabilities, module: Capabilities) =>
  JSON.stringify(capabilities(own)) === JSON.stringify(capabilities(module)) ? undefined : capabilities(own)

const limits = ({ stderrBytes, stdoutBytes }: Action["limits"]) =>
  stderrBytes === undefined && stdoutBytes === undefined ? undefined : { stderr: stderrBytes, stdout: stdoutBytes }

const command = (self: CommandAction) => ({
  arguments: some(self.arguments.map(argument)),
  exitCodes: [...self.exitCodes].sort((one, other) => one - other),
  program: self.program,
  stderr: self.stderr,
  stdin: self.stdin,
  stdinParameter: self.stdinParameter,
  stdout: self.stdout,
  workingDirectoryParameter: self.workingDirectoryParameter
})

const argument = (self: CommandAction["arguments"][number]) => {
  switch (self._tag) {
    case "Literal":
      return { literal: self.text }
    case "Parameter":
      return { allowDash: self.allowDash, parameter: self.name }
    case "Place":
      return { place: self.place }
    case "Each":
      return { each: self.name, flag: self.flag }
  }
}

const capabilities = ({ filesystem, network, process, secrets }: Capabilities) => ({
  filesystem,
  network,
  process,
  secrets: set(secrets)
})

const distribution = (self: Definition["distribution"]) =>
  self.mode === "bundled"
    ? {
        arguments: some(self.arguments),
        artifacts: [...self.artifacts]
          .sort((one, other) => byText(one.target, other.target))
          .map(({ path, sha256, target }) => ({ path, sha256, target })),
        mode: self.mode
      }
    : {
        installDocumentation: self.installDocumentation,
        mode: self.mode,
        program: self.program,
        versionCommand: self.versionCommand,
        versionRequirement: self.versionRequirement && printRequirement(self.versionRequirement)
      }

const runtime = (self: Definition["runtime"]) => ({
  command: self.kind === "stdio" ? self.command : undefined,
  development: self.development && { command: self.development.command },
  environment: { inherit: set(self.environment.inherit), secrets: table(self.environment.secrets, String) },
  kind: self.kind,
  maxInFlight: self.kind === "stdio" ? self.maxInFlight : undefined,
  production: self.production && { artifact: self.production.artifact },
  protocol: self.kind === "stdio" ? self.protocol : undefined,
  requires: table(self.requires, (requirement: Requirement) => printRequirement(requirement)),
  shutdownTimeout: nanos(self.shutdownTimeout),
  startupTimeout: nanos(self.startupTimeout),
  workingDirectory: self.workingDirectory
})

const record = (self: RecordType) => ({ fields: fields(self.fields), name: self.name })

const fields = (all: RecordType["fields"]) => some(all.map(({ name, type }) => ({ name, type: printType(type) })))

const nanos = (duration: SosDuration): string => String(duration.nanos)

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const some = <A extends string | ReadonlyArray<unknown>>(all: A): A | undefined => (all.length === 0 ? undefined : all)

const set = (names: ReadonlyArray<string>): ReadonlyArray<string> | undefined => some([...names].sort())

// Pairs, for any name may be a key.
const table = <A>(entries: ReadonlyMap<string, A>, print: (value: A) => string) =>
  some([...entries].sort(([one], [other]) => byText(one, other)).map(([name, value]) => [name, print(value)]))
