/**
 * The commands of `sos`: which words lead to which, and the exit status that each of their ends becomes. The words are few and
 * fixed, so they are matched to the letter; `sos run` reads its own flags, since what follows a file belongs to the script.
 */
import type { ModuleFiles } from "@lanyard/sos-module"
import { Cause, Console, Effect, Result } from "effect"
import * as Complaints from "./Complaints.ts"
import type { Machine } from "./Machine.ts"
import type { Places } from "./Places.ts"
import * as RunFlags from "./RunFlags.ts"
import type { Stdout } from "./Stdout.ts"
import * as Usage from "./Usage.ts"
import type { Writing } from "./Writing.ts"

/** The version of the program, which modules are told too. */
export const version = "0.1.0"

/** Exit statuses: all was done, something was not, the call made no sense. */
export const status = { done: 0, failed: 1, misused: 2 } as const

/** What the commands stand on. */
export type Needs = ModuleFiles | Places | Machine | Stdout | Writing

/** Does what arguments ask for, and returns the exit status. */
export const main = (args: ReadonlyArray<string>): Effect.Effect<number, never, Needs> =>
  dispatch(args).pipe(Effect.tapDefect((defect) => Console.error(`sos: ${Cause.pretty(Cause.die(defect))}`)))

const dispatch = ([word, ...rest]: ReadonlyArray<string>): Effect.Effect<number, never, Needs> => {
  switch (word) {
    case "module":
      return module(rest)
    case "run":
      return Result.match(RunFlags.parse(rest), {
        onFailure: (problem) => Effect.andThen(Console.error(`sos: run: ${problem}`), misused),
        onSuccess: (flags) =>
          done(
            Complaints.onProgram("run"),
            load(
              () => import("./commands/Run.ts"),
              ({ run }) => run(flags)
            )
          )
      })
    case "check":
      return check(rest)
    case "config":
      return rest.length === 1 && isFile(rest[0]) ? done(Complaints.onProgram("config"), config(rest[0])) : misused
    case "fmt":
      return format(rest)
    case "version":
    case "--version":
      return rest.length === 0 ? Effect.as(Console.log(`sos ${version}`), status.done) : misused
    case "help":
    case "--help":
    case "-h":
      return rest.length === 0 ? Effect.as(Console.log(Usage.text), status.done) : misused
    default:
      return misused
  }
}

const config = (file: string) =>
  load(
    () => import("./commands/Config.ts"),
    ({ run }) => run(file)
  )

const modules = () => import("./commands/Module.ts")

/** Runs a command of a file that is only loaded for it: what no call needs costs no start. */
const load = <Commands, R>(
  file: () => Promise<Commands>,
  run: (commands: Commands) => Effect.Effect<void, Complaints.Refused, R>
): Effect.Effect<void, Complaints.Refused, R> => Effect.flatMap(Effect.promise(file), run)

const isFile = (word: string | undefined): word is string => word !== undefined && !word.startsWith("-")

const check = (words: ReadonlyArray<string>): Effect.Effect<number, never, Needs> => {
  const [file, ...more] = words.filter((word) => word !== "--json")
  if (!isFile(file) || more.length > 0 || words.length > 2) return misused
  const isJson = words.length === 2
  return done(
    Complaints.onProgram("check"),
    load(
      () => import("./commands/Check.ts"),
      ({ json, run }) => (isJson ? json(file) : run(file))
    )
  )
}

const format = (words: ReadonlyArray<string>): Effect.Effect<number, never, Needs> => {
  const [file, ...more] = words.filter((word) => word !== "--write")
  if (!isFile(file) || more.length > 0 || words.length > 2) return misused
  return done(
    Complaints.onProgram("fmt"),
    load(
      () => import("./commands/Format.ts"),
      ({ run }) => run(file, words.length === 2)
    )
  )
}

const module = ([verb, argument, ...more]: ReadonlyArray<string>): Effect.Effect<number, never, Needs> => {
  if (argument === undefined || more.length > 0) return misused
  switch (verb) {
    case "check":
      return done(
        Complaints.onModule("check"),
        load(modules, ({ check }) => check(argument))
      )
    case "describe":
      return done(
        Complaints.onModule("describe"),
        load(modules, ({ describe }) => describe(argument))
      )
    case "generate":
      return done(
        Complaints.onModule("generate"),
        load(modules, ({ generate }) => generate(argument))
      )
    case "doctor":
      return done(
        Complaints.onModule("doctor"),
        load(
          () => import("./commands/Doctor.ts"),
          ({ run }) => run(argument)
        )
      )
    default:
      return misused
  }
}

const done = <R>(name: Complaints.Command, command: Effect.Effect<void, Complaints.Refused, R>) =>
  command.pipe(
    Effect.as<number>(status.done),
    Effect.catchTag("Refused", ({ complaints }) => Effect.as(Complaints.tell(name, complaints), status.failed))
  )

const misused = Effect.as(Console.error(Usage.text), status.misused)
