/**
 * A module definition as the rest of the product sees it: checked, with every default filled in, in the order of its
 * declaration. Nothing in it says where it was written; `DefinitionFile` knows that.
 */
import type { Requirement } from "../policy/Requirement.ts"
import type { SosDuration } from "../values/SosDuration.ts"
import type { TypeExpr } from "../values/TypeExpr.ts"

/** How far a module reaches into the file system, least first. */
export const filesystemRanks = ["none", "workspace-read", "workspace", "explicit"] as const
export type Filesystem = (typeof filesystemRanks)[number]

/** What an action does to the world (decision S5). */
export const effects = [
  "pure",
  "filesystem-read",
  "filesystem-write",
  "network",
  "process",
  "clock",
  "random",
  "secret"
] as const
export type EffectName = (typeof effects)[number]

/** The systems that a bundle can be built for. */
export const targets = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"] as const
export type Target = (typeof targets)[number]

/** The bytes that a command may write to one of its outputs; an action can only lower this (decision S7). */
export const outputLimit = 1_048_576

/** What a module needs; declaring it grants nothing. */
export interface Capabilities {
  readonly network: boolean
  readonly filesystem: Filesystem
  readonly process: boolean
  /** Symbolic names, each once, in the order of the definition. */
  readonly secrets: ReadonlyArray<string>
}

/** The places that a definition can name, written `${workspace}` and `${definition_dir}` there. */
export const places = ["workspace", "definition_dir"] as const
export type Place = (typeof places)[number]

/** What both runtime kinds have (decision S12 for the environment). */
interface RuntimeCommon {
  readonly workingDirectory: Place
  readonly startupTimeout: SosDuration
  readonly shutdownTimeout: SosDuration
  /** Programs by name and the version that each must have. */
  readonly requires: ReadonlyMap<string, Requirement>
  /** Replaces the program outside of bundles. */
  readonly development: { readonly command: ReadonlyArray<string> } | undefined
  /** The name of the packaged program. */
  readonly production: { readonly artifact: string } | undefined
  readonly environment: {
    readonly inherit: ReadonlyArray<string>
    /** Symbolic secret by the name that the child sees it under. */
    readonly secrets: ReadonlyMap<string, string>
  }
}

export interface StdioRuntime extends RuntimeCommon {
  readonly kind: "stdio"
  readonly protocol: "sos-plugin/1"
  /** At least the program. */
  readonly command: ReadonlyArray<string>
  readonly maxInFlight: 1
}

export interface CommandRuntime extends RuntimeCommon {
  readonly kind: "command"
}

export interface Artifact {
  readonly target: Target
  /** Relative to the folder of the definition, with `/`. */
  readonly path: string
  /** 64 hexadecimal digits in lower case. */
  readonly sha256: string
}

/** How the program reaches the machine that runs it. */
export type Distribution =
  | {
      readonly mode: "external"
      readonly program: string | undefined
      readonly versionCommand: ReadonlyArray<string> | undefined
      readonly versionRequirement: Requirement | undefined
      readonly installDocumentation: string | undefined
    }
  | {
      readonly mode: "bundled"
      /** Given to the packaged program before anything else. */
      readonly arguments: ReadonlyArray<string>
      readonly artifacts: ReadonlyArray<Artifact>
    }

export interface Field {
  readonly name: string
  readonly type: TypeExpr
}

/** A closed record, or the payload of a typed failure. */
export interface RecordType {
  readonly name: string
  readonly fields: ReadonlyArray<Field>
}

/** One element of a command's argument list (decision S10). */
export type Argument =
  | { readonly _tag: "Literal"; readonly text: string }
  | { readonly _tag: "Parameter"; readonly name: string; readonly allowDash: boolean }
  | { readonly _tag: "Place"; readonly place: Place }
  | { readonly _tag: "Each"; readonly name: string; readonly flag: string | undefined }

/** What one call of a command adapter starts. */
export interface CommandAction {
  readonly program: string
  readonly arguments: ReadonlyArray<Argument>
  readonly workingDirectoryParameter: string | undefined
  readonly stdin: "none" | "text" | "json"
  readonly stdinParameter: string | undefined
  readonly stdout: "none" | "text" | "json" | "json-lines"
  readonly stderr: "diagnostic" | "discard" | "merge"
  readonly exitCodes: ReadonlyArray<number>
}

/** Bytes, never more than the host's own limits (decision S7). */
export interface ActionLimits {
  readonly stdoutBytes: number | undefined
  readonly stderrBytes: number | undefined
}

export interface Action {
  readonly name: string
  readonly description: string
  readonly parameters: ReadonlyArray<Field>
  /** `undefined` for an action that returns nothing. */
  readonly result: TypeExpr | undefined
  readonly timeout: SosDuration | undefined
  readonly effects: ReadonlyArray<EffectName>
  /** Empty for every target; `native` stands for any of them. */
  readonly targets: ReadonlyArray<Target | "native">
  /** Names of failures that the definition declares. */
  readonly failures: ReadonlyArray<string>
  /** The module's own, or what `[action.capabilities]` narrows them to (decision S6). */
  readonly capabilities: Capabilities
  readonly limits: ActionLimits
  /** Present exactly when the runtime kind is `command`. */
  readonly command: CommandAction | undefined
}

/** A checked definition of schema 1. */
export interface Definition {
  readonly path: string
  readonly version: string
  readonly description: string
  readonly runtime: StdioRuntime | CommandRuntime
  readonly capabilities: Capabilities
  readonly distribution: Distribution
  readonly types: ReadonlyArray<RecordType>
  readonly failures: ReadonlyArray<RecordType>
  /** At least one. */
  readonly actions: ReadonlyArray<Action>
}
