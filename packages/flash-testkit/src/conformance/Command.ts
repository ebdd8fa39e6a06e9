/**
 * `flash conformance -- ARGV`: finds the manifest of what is to be judged, judges it and prints the report. `flash probe` finds its
 * plugin in the same way.
 */
import { Constants, Manifest } from "@lanyard/flash-protocol"
import { type Child, Executable } from "@lanyard/process"
import { ByteSize, Console, Data, Effect, FileSystem, Path, Result, type Scope } from "effect"
import * as Conformance from "./Conformance.ts"
import * as Report from "./Report.ts"
import * as Json from "./report/Json.ts"
import * as JUnit from "./report/JUnit.ts"
import * as Text from "./report/Text.ts"
import type { LaunchFailure, Subject } from "./Subject.ts"

/** Which plugin is meant, and what it gets of the process that asks. */
export interface Choice {
  /** What follows `--`: a program with its arguments, or one folder with a manifest that says what to run. */
  readonly argv: ReadonlyArray<string>
  /** The manifest, where it lies neither beside a file that `argv` names nor in the current folder. */
  readonly manifest?: string
  readonly cwd: string
  /** What plugins get of the user's environment; the allow list is the caller's. */
  readonly variables: Readonly<Record<string, string>>
  readonly pid: number
  /** Makes an empty folder that goes with the scope. */
  readonly dataFolder: Effect.Effect<string, never, Scope.Scope>
}

/** A plugin, and how the report on it is printed. */
export interface Options extends Choice {
  readonly format?: "text" | "json" | "junit"
  /** Also prints what crossed the wire in scenarios where something broke, and the rules that hold. */
  readonly verbose?: boolean
}

/** There is nothing to judge. */
export class NothingToJudge extends Data.TaggedError("NothingToJudge")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/** What the system has to offer. */
export type Platform = Child.Spawner | Executable.ProgramFiles | FileSystem.FileSystem | Path.Path

/** Why a plugin was not judged at all. */
export type CommandFailure = NothingToJudge | Executable.ExecutableFailure | LaunchFailure

/** Judges and prints the report; returns whether the plugin conforms. */
export const run = Effect.fn("Conformance.command")(function* (
  options: Options
): Effect.fn.Return<boolean, CommandFailure, Platform> {
  const report = yield* Conformance.run(yield* subjectOf(options))
  yield* Console.log(print(report, options))
  return Report.conforms(report)
})

const print = (report: Report.Report, { format = "text", verbose = false }: Options): string => {
  switch (format) {
    case "text":
      return Text.print(report, { everything: verbose, transcripts: verbose })
    case "json":
      return Json.print(report)
    case "junit":
      return JUnit.print(report)
  }
}

/** Finds the plugin that is meant. */
export const subjectOf = Effect.fnUntraced(function* (
  choice: Choice
): Effect.fn.Return<Subject, NothingToJudge | Executable.ExecutableFailure, Platform> {
  const { argv, cwd, dataFolder, pid: hostPid, variables } = choice
  const path = yield* Path.Path
  const file = yield* manifestFile(choice)
  const manifest = yield* readManifest(file)
  const folder = path.dirname(file)
  const isFolder = argv.length === 1 && path.resolve(cwd, argv[0] ?? "") === folder
  const [program = "", ...args] = isFolder ? (manifest.exec ?? []) : argv
  if (program === "") return yield* new NothingToJudge({ reason: `${file} declares no process` })
  const root = isFolder ? folder : cwd
  return {
    manifest,
    executable: yield* Executable.resolve(program, { root, path: variables.PATH }),
    args,
    cwd: root,
    variables,
    hostPid,
    dataFolder
  }
})

/** The manifest that is named, or else the first that lies in or beside what `argv` names, or in the current folder. */
const manifestFile = Effect.fnUntraced(function* ({ argv, cwd, manifest }: Choice) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  if (manifest !== undefined) return path.resolve(cwd, manifest)
  const named = argv.map((word) => path.resolve(cwd, word))
  const folders = [...named, ...named.map((word) => path.dirname(word)).filter((folder) => folder !== cwd), cwd]
  const found = yield* Effect.filter(
    folders.map((folder) => path.join(folder, "manifest.json")),
    (file) => Effect.orElseSucceed(files.exists(file), () => false)
  )
  return found[0] === undefined
    ? yield* new NothingToJudge({ reason: "no manifest.json beside the plugin; name one with --manifest" })
    : found[0]
})

const readManifest = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const unreadable = () => new NothingToJudge({ reason: `${file} cannot be read` })
  const { size } = yield* Effect.mapError(files.stat(file), unreadable)
  if (ByteSize.isGreaterThan(size, ByteSize.bytes(Constants.quotas.frame_bytes))) return yield* unreadable()
  const bytes = yield* Effect.mapError(files.readFile(file), unreadable)
  return yield* Result.match(Manifest.parse(bytes), {
    onSuccess: (manifest) => Effect.succeed(manifest),
    onFailure: ({ problems }) =>
      Effect.fail(
        new NothingToJudge({ reason: problems.map((problem) => `${file}: ${Manifest.print(problem)}`).join("\n") })
      )
  })
})
