/** The commands of `flash`: what their arguments are, and the exit status that each of their ends becomes. */
import { Cause, Console, Data, Effect, Layer, Option, References } from "effect"
import { Argument, CliConfig, Command, Flag, GlobalFlag } from "effect/cli"
import * as Check from "./commands/Check.ts"
import * as Conformance from "./commands/Conformance.ts"
import * as New from "./commands/New.ts"
import * as Plugins from "./commands/Plugins.ts"
import * as Probe from "./commands/Probe.ts"
import * as Run from "./commands/Run.ts"
import * as Tour from "./commands/Tour.ts"
import * as Hosting from "./hosting/Hosting.ts"
import * as Logs from "./Logs.ts"
import type { Memory } from "./Memory.ts"
import * as Template from "./new/Template.ts"
import { Output } from "./Output.ts"
import type { ProbeConsole } from "./ProbeConsole.ts"
import type { Input } from "./prompt/Input.ts"
import * as Failures from "./rendering/Failures.ts"
import * as Usage from "./Usage.ts"

/** The version that `flash --version` tells. */
export const version = "0.1.0"

/** Exit statuses: all was done, something was not, the call made no sense. */
export const status = { done: 0, failed: 1, misused: 2 } as const

/** Something was not done, which has been told. */
class NotDone extends Data.TaggedError("NotDone") {}

/** The call makes no sense, which has been told. */
class Misused extends Data.TaggedError("Misused") {}

const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Write one JSON object a line"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

const plugins = Flag.Directory("plugins", { mustExist: true }).pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("A folder of plugin folders, or a plugin folder; may be given several times"),
  Flag.atLeast(0)
)

const config = Flag.File("config", { mustExist: true }).pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("A configuration in TOML"),
  Flag.optional
)

const manifests = Argument.String("MANIFEST").pipe(
  Argument.withDescription("A manifest, or a folder with a manifest.json"),
  Argument.atLeast(1)
)

const argv = Argument.String("ARGV").pipe(
  Argument.withDescription(
    "A program with its arguments, or a folder with a manifest.json; -- goes before a program with flags"
  ),
  Argument.atLeast(1)
)

const manifest = Flag.File("manifest", { mustExist: true }).pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("The plugin's manifest, unless it lies beside the program or in this folder"),
  Flag.optional
)

const junit = Flag.Boolean("junit").pipe(
  Flag.withDescription("Write the report as JUnit XML"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

const verbose = Flag.Boolean("verbose").pipe(
  Flag.withDescription("Show the rules that hold too, and what crossed the wire where one is broken"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

const name = Argument.String("NAME").pipe(
  Argument.withDescription("The plugin's id, and its folder"),
  Argument.filter(
    (name) => Template.problemOf(name) === undefined,
    (name) => `Expected ${Template.problemOf(name)}`
  )
)

const language = Flag.Literals("language", Template.languages).pipe(Flag.withDescription("What it is written in"))

const output = (isJson: boolean) =>
  isJson ? Layer.mergeAll(Output.json, Logs.json) : Layer.mergeAll(Output.text, Logs.human)

const told = (isDone: boolean) => (isDone ? Effect.void : Effect.fail(new NotDone()))

/** Runs a command on a host of what was chosen, or says why there is none. */
const hosted = <A, R>(choice: Hosting.Choice, command: Effect.Effect<A, never, R>) =>
  Effect.gen(function* () {
    const { complain } = yield* Output
    if (choice.plugins.length === 0 && Option.isNone(choice.config)) {
      yield* complain("no plugins: give --plugins DIR or --config FILE")
      return yield* new Misused()
    }
    return yield* Effect.provide(command, Hosting.layer(choice)).pipe(
      Effect.catch((failure) => Effect.andThen(complain(Failures.hosting(failure)), Effect.fail(new NotDone())))
    )
  })

/** Leaves out of the log what the command shows itself, unless it is asked for. */
const quiet = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.flatMap(GlobalFlag.LogLevel, (level) =>
    Option.isSome(level) ? self : Effect.provideService(self, References.MinimumLogLevel, "Error")
  )

const run = Command.make("run", { plugins, config, json }, ({ json, ...choice }) =>
  hosted(choice, Run.run).pipe(Effect.flatMap(told), Effect.provide(output(json)))
).pipe(Command.withDescription("Keep plugins running and answer lines, typed or piped; the line `help` lists them"))

const list = Command.make("plugins", { plugins, config, json }, ({ json, ...choice }) =>
  hosted(choice, Plugins.run).pipe(quiet, Effect.provide(output(json)))
).pipe(Command.withDescription("Start plugins, show how they stand, and stop them"))

const check = Command.make("check", { manifests, json }, ({ json, manifests }) =>
  Check.run(manifests).pipe(Effect.flatMap(told), Effect.provide(output(json)))
).pipe(Command.withDescription("Find everything that is wrong with manifests; starts nothing"))

/** Says what kept a plugin from being started, or a call from making sense. */
const refused = (message: string) =>
  Effect.flatMap(Output, ({ complain }) => Effect.andThen(complain(message), Effect.fail(new Misused())))

const named = (manifest: Option.Option<string>) =>
  Option.match(manifest, { onNone: () => ({}), onSome: (file) => ({ manifest: file }) })

const conformance = Command.make("conformance", { argv, manifest, json, junit, verbose }, (given) =>
  (given.json && given.junit
    ? refused("--json and --junit are two reports: give one of them")
    : Conformance.run({
        ...named(given.manifest),
        argv: given.argv,
        verbose: given.verbose,
        format: given.json ? "json" : given.junit ? "junit" : "text"
      }).pipe(Effect.catch((failure) => refused(Failures.unjudged(failure))))
  ).pipe(Effect.flatMap(told), Effect.provide(output(false)))
).pipe(
  Command.withDescription("Judge a plugin in any language by the contract; it is asked to perform what it declares")
)

const probe = Command.make("probe", { argv, manifest }, ({ argv, manifest }) =>
  Probe.run({ argv, ...named(manifest) }).pipe(
    Effect.catch((failure) => refused(Failures.unjudged(failure))),
    Effect.flatMap(told),
    Effect.provide(output(false))
  )
).pipe(Command.withDescription("Type frames at a plugin, and see its own with their times; the line `help` lists what"))

const create = Command.make("new", { name, language, json }, ({ json, ...choice }) =>
  New.run(choice).pipe(
    Effect.catchTag("NameRefused", ({ message }) => refused(message)),
    Effect.catchTag(["FolderTaken", "NotWritten"], ({ message }) =>
      Effect.andThen(
        Output.use(({ complain }) => complain(message)),
        Effect.fail(new NotDone())
      )
    ),
    Effect.provide(output(json))
  )
).pipe(Command.withDescription("Begin a plugin that conforms as it is"))

const tour = Command.make("tour", {}, () =>
  Tour.run.pipe(
    Effect.catch(({ message }) => Effect.flatMap(Output, ({ complain }) => Effect.as(complain(message), false))),
    Effect.flatMap(told),
    Effect.provide(Output.text)
  )
).pipe(Command.withDescription("Show the main job on the plugins of this repository"))

const flash = Command.make("flash").pipe(
  Command.withDescription("Run Flash plugins, and look at what they do"),
  Command.withSubcommands([run, list, check, create, conformance, probe, tour])
)

/** What the program stands on. */
export type Needs = Hosting.Needs | Tour.Needs | Memory | Input | ProbeConsole | Command.Environment

/** Does what arguments ask for, and returns the exit status. */
export const main = (args: ReadonlyArray<string>): Effect.Effect<number, never, Needs> =>
  Command.runWith(flash, { version })(args).pipe(
    Effect.as<number>(status.done),
    Effect.catch((failure) => Effect.succeed(failure._tag === "NotDone" ? status.failed : status.misused)),
    Effect.tapDefect((defect) => Console.error(`flash: ${Cause.pretty(Cause.die(defect))}`)),
    Effect.provide([Usage.layer, CliConfig.layer({ builtIns })])
  )

const builtIns = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
