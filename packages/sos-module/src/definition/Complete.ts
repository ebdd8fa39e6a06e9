/** Fills in what a definition leaves out. */
import { SosDuration } from "../values/SosDuration.ts"
import { TypeExpr } from "../values/TypeExpr.ts"
import * as Arguments from "./Arguments.ts"
import {
  type Action,
  type Capabilities,
  type CommandAction,
  type Definition,
  type Distribution,
  places,
  type RecordType
} from "./Definition.ts"
import type { File } from "./Shape.ts"

/** Makes the definition of a file that breaks no rule. */
export const complete = (file: File): Definition => {
  const capabilities: Capabilities = {
    network: file.capabilities.network ?? false,
    filesystem: file.capabilities.filesystem ?? "none",
    process: true,
    secrets: file.capabilities.secrets ?? []
  }
  return {
    path: file.module.path,
    version: file.module.version,
    description: file.module.description ?? "",
    runtime: runtime(file.runtime),
    capabilities,
    distribution: distribution(file.distribution ?? {}),
    types: (file.type ?? []).map(record),
    failures: (file.failure ?? []).map(record),
    actions: file.action.map((written) => action(written, capabilities))
  }
}

const defaultStartup = new SosDuration(10_000_000_000n)
const defaultShutdown = new SosDuration(1_000_000_000n)

const runtime = (written: File["runtime"]): Definition["runtime"] => {
  const { kind, protocol = "sos-plugin/1", command = [], working_directory, environment = {} } = written
  const common = {
    workingDirectory: places.find((place) => working_directory === `\${${place}}`) ?? "workspace",
    startupTimeout: written.startup_timeout ?? defaultStartup,
    shutdownTimeout: written.shutdown_timeout ?? defaultShutdown,
    requires: new Map(Object.entries(written.requires ?? {})),
    development: written.development,
    production: written.production,
    environment: { inherit: environment.inherit ?? [], secrets: new Map(Object.entries(environment.secrets ?? {})) }
  } as const
  return kind === "command" ? { kind, ...common } : { kind, protocol, command, maxInFlight: 1, ...common }
}

const distribution = (written: NonNullable<File["distribution"]>): Distribution =>
  written.mode === "bundled"
    ? {
        mode: "bundled",
        arguments: written.arguments ?? [],
        artifacts: (written.artifact ?? []).map(({ target, path, sha256 }) => ({
          target,
          path,
          sha256: sha256.replace("sha256:", "").toLowerCase()
        }))
      }
    : {
        mode: "external",
        program: written.program,
        versionCommand: written.version_command,
        versionRequirement: written.version_requirement,
        installDocumentation: written.install_documentation
      }

const record = ({ name, field = [] }: NonNullable<File["type"]>[number]): RecordType => ({ name, fields: field })

const action = (written: File["action"][number], module: Capabilities): Action => ({
  name: written.name,
  description: written.description ?? "",
  parameters: written.parameter ?? [],
  result: result(written.result?.type),
  timeout: written.timeout,
  effects: written.effects ?? [],
  targets: written.targets ?? [],
  failures: written.failures ?? [],
  capabilities: written.capabilities === undefined ? module : { ...module, ...written.capabilities },
  limits: { stdoutBytes: written.limits?.stdout_bytes, stderrBytes: written.limits?.stderr_bytes },
  command: written.command === undefined ? undefined : command(written.command)
})

const result = (type: TypeExpr | null | undefined): TypeExpr | undefined =>
  type === undefined ? TypeExpr.Any() : (type ?? undefined)

const command = (written: NonNullable<File["action"][number]["command"]>): CommandAction => ({
  program: written.program,
  arguments: (written.arguments ?? []).map(Arguments.read),
  workingDirectoryParameter: written.working_directory_parameter,
  stdin: written.stdin ?? (written.stdin_parameter === undefined ? "none" : "text"),
  stdinParameter: written.stdin_parameter,
  stdout: written.stdout ?? "text",
  stderr: written.stderr ?? "diagnostic",
  exitCodes: written.exit_codes === undefined || written.exit_codes.length === 0 ? [0] : written.exit_codes
})
