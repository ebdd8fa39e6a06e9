/**
 * A definition as it stands in `module.sos.toml`: every key of schema 1, its type, and each rule that one value can break by
 * itself. The folder's rules have those that several values break together. The JSON Schema comes from here.
 */
import { Schema } from "effect"
import * as Conditions from "./Conditions.ts"
import { effects, filesystemRanks, outputLimit, targets } from "./Definition.ts"
import {
  ActionArgument,
  distinct,
  FieldName,
  FileName,
  Flag,
  integer,
  LaunchArgument,
  Literal,
  list,
  ModulePath,
  Name,
  NotBlank,
  oneOf,
  optional,
  Program,
  ProgramName,
  RecordName,
  RelativeFile,
  ResultType,
  required,
  Sha256,
  Text,
  Timeout,
  Type,
  Version,
  VersionRequirement
} from "./Texts.ts"

/** A command and its arguments. That the first one is a program the rules say where it stands. */
const command = <Item extends Schema.Top & { readonly Type: string }>(item: Item) =>
  Schema.Array(item)
    .annotate({ expected: atLeastProgram })
    .check(
      Schema.makeFilter((words: ReadonlyArray<string>) => words.length > 0, {
        expected: atLeastProgram,
        toJsonSchema: () => ({ minItems: 1, prefixItems: [Schema.toJsonSchemaDocument(Program).schema] })
      })
    )
const atLeastProgram = "a list of a program, then what it is given"

const Module = Schema.Struct({
  path: required(ModulePath, "The identity that programs import the module by."),
  version: required(Version, "The semantic version of the module."),
  description: optional(Text, "What the module is, for people.")
}).annotate({ expected: "a table with path and version" })

const Runtime = Schema.Struct({
  kind: required(oneOf(["stdio", "command"]), "How the module runs: one process that answers, or one command a call."),
  protocol: optional(Schema.Literal("sos-plugin/1"), "What a stdio module speaks."),
  command: optional(command(LaunchArgument), "The program of a stdio module and what it is given; no shell."),
  working_directory: optional(
    oneOf([`\${workspace}`, `\${definition_dir}`]),
    `Where programs start. Default: \${workspace}.`
  ),
  max_in_flight: optional(
    Schema.Literals([0, 1]).annotate({ expected: "1, the one call at a time that schema 1 has" }),
    "How many calls a stdio module answers at once. Default: 1."
  ),
  startup_timeout: optional(Timeout, "How long a process may take to be ready. Default: 10s."),
  shutdown_timeout: optional(Timeout, "How long a process may take to end. Default: 1s."),
  requires: optional(
    Schema.Record(ProgramName, VersionRequirement).annotate({
      expected: "a table"
    }),
    "Programs that have to be there, each with the version it must have."
  ),
  development: optional(
    Schema.Struct({ command: required(command(LaunchArgument), "The program and what it is given; no shell.") }),
    "What is started instead outside of bundles."
  ),
  production: optional(
    Schema.Struct({ artifact: required(FileName, "The name of the packaged program.") }),
    "What a bundle packages."
  ),
  environment: optional(
    Schema.Struct({
      inherit: optional(distinct(Name), "Variables of the host that processes get too."),
      secrets: optional(
        Schema.Record(Name, Name).annotate({
          expected: "a table"
        }),
        "Variables of processes, each with the secret that it holds."
      )
    }),
    "What processes see of the host's environment."
  )
}).annotate({ expected: "a table with kind", ...Conditions.runtime })

const access = {
  network: optional(Flag, "Whether it reaches the network. Default: false."),
  filesystem: optional(oneOf(filesystemRanks), "How far it reaches into the file system. Default: none.")
}
const processes = Schema.Literal(true).annotate({ expected: "true, for every module starts processes" })
const secrets = optional(distinct(Name), "The secrets that it is given, by name.")

const Capabilities = Schema.Struct({
  ...access,
  process: required(processes, "Every module starts processes."),
  secrets
}).annotate({ expected: "a table with process = true" })

const ActionCapabilities = Schema.Struct({
  ...access,
  process: optional(processes, "Every action needs a process."),
  secrets
})

const Distribution = Schema.Struct({
  mode: optional(
    oneOf(["external", "bundled"]),
    "Whether the program is on the machine already, or comes with the application. Default: external."
  ),
  program: optional(Program, "The program that has to be on the machine."),
  arguments: optional(list(LaunchArgument), "What a packaged program is given first."),
  version_command: optional(command(Literal), "Prints the version of the program."),
  version_requirement: optional(VersionRequirement, "The version that the program must have."),
  install_documentation: optional(NotBlank, "Where to read how the program is installed."),
  artifact: optional(
    list(
      Schema.Struct({
        target: required(oneOf(targets), "The system that it runs on."),
        path: required(RelativeFile, "Where it is, from the folder of the definition."),
        sha256: required(Sha256, "Its SHA-256, in hexadecimal.")
      })
    ),
    "The packaged programs, one for each system."
  )
}).annotate(Conditions.distribution)

const Field = Schema.Struct({
  name: required(FieldName, "Its name."),
  type: required(Type, "What it holds.")
})

const record = (kind: string) =>
  Schema.Struct({
    name: required(RecordName, `The name of the ${kind}.`),
    field: optional(list(Field), "Its fields, in order.")
  })

const Argument = Schema.Union([
  ActionArgument,
  Schema.Struct({
    value: optional(FieldName, "The parameter that is given."),
    allow_dash: optional(Flag, 'Whether it may start with "-".'),
    each: optional(FieldName, "The list parameter whose elements are given one by one."),
    flag: optional(Literal, "What stands before each of them.")
  }).annotate({ expected: "a table with value or each", ...Conditions.argument })
]).annotate({ expected: "text, or a table with value or each" })

const Command = Schema.Struct({
  program: required(Program, "One name or path; no shell."),
  arguments: optional(list(Argument), "What the program is given, each element one argument."),
  working_directory_parameter: optional(FieldName, "The folder parameter that says where the program starts."),
  stdin_parameter: optional(FieldName, "The parameter that the program reads."),
  stdin: optional(oneOf(["none", "text", "json"]), "How it reads it. Default: text if there is one, else none."),
  stdout: optional(oneOf(["none", "text", "json", "json-lines"]), "What its output is. Default: text."),
  stderr: optional(oneOf(["diagnostic", "discard", "merge"]), "What becomes of its messages. Default: diagnostic."),
  exit_codes: optional(distinct(integer(0, 4_294_967_295)), "The exit codes of success. Default: 0.")
}).annotate({ expected: "a table with program", ...Conditions.command })

const Action = Schema.Struct({
  name: required(Name, "The name that programs call it by."),
  description: optional(Text, "What it does, for people."),
  timeout: optional(Timeout, "How long a call may take."),
  effects: optional(distinct(oneOf(effects)), "What it does to the world."),
  targets: optional(distinct(oneOf([...targets, "native"])), "Where it runs. Default: everywhere."),
  failures: optional(distinct(RecordName), "The declared failures that a call may end with."),
  parameter: optional(list(Field), "Its parameters, in order."),
  result: optional(
    Schema.Struct({ type: optional(ResultType, "The type of the result, or none. Default: any.") }),
    "What it returns."
  ),
  capabilities: optional(ActionCapabilities, "What it needs, where that is less than what the module needs."),
  limits: optional(
    Schema.Struct({
      stdout_bytes: optional(integer(1, outputLimit), "The bytes that it may print."),
      stderr_bytes: optional(integer(1, outputLimit), "The bytes that it may print as messages.")
    }),
    "Limits below those of the host."
  ),
  command: optional(Command, "What one call starts, in a module of the kind command.")
})

/** The whole file. */
export const File = Schema.Struct({
  schema: required(Schema.Literal(1), "The version of this format."),
  module: required(Module, "What the module is."),
  runtime: required(Runtime, "How it runs."),
  capabilities: required(Capabilities, "What it needs of the host; it is granted elsewhere."),
  distribution: optional(Distribution, "How its program reaches a machine."),
  type: optional(list(record("record")), "Its records: closed, and none inside itself."),
  failure: optional(list(record("failure")), "The failures that its actions may end with."),
  action: required(
    Schema.Array(Action)
      .annotate({ expected: "at least one [[action]]" })
      .check(Schema.isMinLength(1, { expected: "at least one [[action]]" })),
    "What programs can call."
  )
}).annotate(Conditions.file)
export interface File extends Schema.Schema.Type<typeof File> {}
