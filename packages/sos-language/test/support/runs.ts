/** Runs programs from their text against modules that are answered in memory, for tests. */
import { CallFailure, DefinitionFile, type Resolver, type SosDuration, type Value } from "@lanyard/sos-module"
import { Effect, Exit, Result } from "effect"
import * as Interpreter from "../../src/Interpreter.ts"
import { Imported, type Unit } from "../../src/Linked.ts"
import { type ModuleCall, ModuleCalls } from "../../src/ModuleCalls.ts"
import { Output } from "../../src/Output.ts"
import * as Parser from "../../src/Parser.ts"
import type { Outcome, RunFailure } from "../../src/RunFailure.ts"

/** What answers a call. */
export type Answer = (call: ModuleCall) => Effect.Effect<Value, CallFailure.CallFailure>

/** How a program is run. */
export interface Setting {
  readonly imports?: ReadonlyArray<Imported>
  readonly answer?: Answer
  readonly limits?: Interpreter.Options["limits"]
  readonly deadline?: SosDuration
}

/** Reads a text, which has to be sound. */
export const unit = (text: string, imports: ReadonlyArray<Imported> = [], file = "test.sos"): Unit => {
  const { diagnostics, program, source } = Parser.parse(file, text)
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"))
  return { file, lines: source.lines, program, imports }
}

/** A module of the test. */
export const module = (alias: string | undefined): Imported => Imported.Module({ alias, loaded: weather })

/** Runs a program; resolves to what it showed, line by line, and how it ended. */
export const run = (text: string, { answer, deadline, imports, limits }: Setting = {}) =>
  Effect.suspend(() => {
    const shown: Array<string> = []
    const output = Output.of({ write: (written) => Effect.sync(() => void shown.push(written)) })
    const calls = ModuleCalls.of({ call: answer ?? (() => Effect.die(new Error("the test expects no call"))) })
    const options = { ...(limits === undefined ? {} : { limits }), ...(deadline === undefined ? {} : { deadline }) }
    return Interpreter.run(unit(text, imports), options).pipe(
      Effect.provideService(Output, output),
      Effect.provideService(ModuleCalls, calls),
      Effect.exit,
      Effect.map((exit) => ({ shown: shown.join("").split("\n").slice(0, -1), exit }))
    )
  })

/** Runs a program that comes to its end, for what it showed. */
export const shown = (text: string, setting?: Setting): Effect.Effect<ReadonlyArray<string>> =>
  Effect.flatMap(run(text, setting), ({ shown: lines, exit }) =>
    Exit.isSuccess(exit) ? Effect.succeed(lines) : Effect.die(new Error(messageOf(exit)))
  )

/** Runs a program that fails, for what is told of it. */
export const message = (text: string, setting?: Setting): Effect.Effect<string> =>
  Effect.map(run(text, setting), ({ exit }) => messageOf(exit))

/** The failure of a run that failed. */
export const failureOf = (exit: Exit.Exit<Outcome, RunFailure>): RunFailure => {
  const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
  if (reason?._tag !== "Fail") throw new Error("the run did not fail")
  return reason.error
}

const messageOf = (exit: Exit.Exit<Outcome, RunFailure>): string =>
  Exit.isSuccess(exit) ? "ended by itself" : failureOf(exit).message

/** Makes the failure of a call as a module's runtime does. */
export const failing = (
  call: ModuleCall,
  fields: Partial<ConstructorParameters<typeof CallFailure.CallFailure>[0]>
): Effect.Effect<never, CallFailure.CallFailure> =>
  Effect.fail(
    new CallFailure.CallFailure({
      module: call.definition.path,
      version: call.definition.version,
      action: call.action,
      phase: "invoke",
      kind: "runtime",
      message: "it broke",
      retryable: false,
      declared: false,
      fields: new Map(),
      code: undefined,
      ended: undefined,
      frame: call.frame,
      ...fields
    })
  )

const weather: Resolver.Loaded = (() => {
  const file = "/modules/weather/module.sos.toml"
  const read = Result.getOrThrow(
    DefinitionFile.readText(
      file,
      `schema = 1
[module]
path = "example.com/acme/weather"
version = "1.2.0"
[runtime]
kind = "stdio"
protocol = "sos-plugin/1"
command = ["weather"]
[capabilities]
process = true
[distribution]
mode = "external"
program = "weather"
[[type]]
name = "Report"
[[type.field]]
name = "temperature"
type = "number"
[[type.field]]
name = "note"
type = "optional text"
[[failure]]
name = "NoStation"
[[failure.field]]
name = "city"
type = "text"
[[failure.field]]
name = "near"
type = "optional text"
[[action]]
name = "current"
description = "Reads the weather."
failures = ["NoStation"]
effects = ["process"]
[[action.parameter]]
name = "city"
type = "text"
[action.result]
type = "Report"
[[action]]
name = "inspect"
description = "Looks at a place."
effects = ["process"]
[[action.parameter]]
name = "place"
type = "folder"
[action.result]
type = "any"
`
    )
  )
  return { path: read.definition.path, file, folder: "/modules/weather", ...read }
})()
