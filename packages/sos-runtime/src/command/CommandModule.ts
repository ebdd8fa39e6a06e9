/**
 * A command adapter: every call is one process, calls run side by side, and nothing is shared or tried again. What a program leaves
 * running is ended with its call.
 */
import { type Child, Collect } from "@lanyard/process"
import { Argv, Definition } from "@lanyard/sos-module"
import { Json, Utf8 } from "@lanyard/wire"
import { Context, Effect, Result, type Scope } from "effect"
import { Fault } from "../Fault.ts"
import { Launch } from "../Launch.ts"
import * as StartFaults from "../launch/StartFaults.ts"
import { ModuleStderr } from "../ModuleStderr.ts"
import type { Call, RunnableModule, Runner } from "../Runner.ts"
import * as SafeText from "../SafeText.ts"
import { readings } from "./Output.ts"

/** Bytes that a command may write to each of its outputs; a definition can only lower them (decision S7). */
export const OutputLimit = Context.Reference<number>("@lanyard/sos-runtime/OutputLimit", {
  defaultValue: () => Definition.outputLimit
})

/** What a command adapter needs to run. */
export type Services = Launch | Child.Spawner

/** Makes the runner of a module of kind `command`; closing the scope waits for the end of everything that calls left behind. */
export const make = Effect.fn("CommandModule.make")(function* (
  module: RunnableModule
): Effect.fn.Return<Runner, never, Services | Scope.Scope> {
  const context = yield* Effect.context<Services | Scope.Scope>()
  return { invoke: (call) => call.limit.within(Effect.provideContext(invoke(module, call), context)) }
})

const invoke = Effect.fnUntraced(function* (
  module: RunnableModule,
  call: Call
): Effect.fn.Return<unknown, Fault, Services | Scope.Scope> {
  const { action, alias } = call
  const about = `${alias}.${action.name}`
  const { command } = action
  if (command === undefined) return yield* new Fault({ phase: "resolve", message: `${about} starts no command` })
  const { redactor, spec } = yield* (yield* Launch).command(module, call, command)
  const most = yield* OutputLimit
  const limits = {
    stdoutBytes: Math.min(most, action.limits.stdoutBytes ?? most),
    stderrBytes: Math.min(most, action.limits.stderrBytes ?? most)
  }
  const stdin = yield* inputOf(command, call)
  const collected = yield* Effect.mapError(Collect.runWithin({ ...spec, ...limits, stdin }), (failure) =>
    failure._tag === "OutputOverflow"
      ? overflow(about, failure.limit, failure.output)
      : StartFaults.from(`module ${module.definition.path}`, spec.executable, failure)
  )
  const diagnostics = redactor.text(new TextDecoder().decode(collected.stderr.bytes))
  if (command.stderr === "diagnostic" && diagnostics !== "") {
    yield* (yield* ModuleStderr).write(module.definition.path, diagnostics)
  }
  yield* accepted(about, command, collected.exit, command.stderr === "discard" ? "" : diagnostics)
  const isMerged = command.stderr === "merge"
  const output = isMerged ? merged(collected.stdout.bytes, diagnostics) : collected.stdout.bytes
  if (output.length > limits.stdoutBytes) return yield* overflow(about, limits.stdoutBytes, "stdout")
  // Redaction works on text, which has lost what was not UTF-8.
  const isLost = isMerged && command.stdout !== "none" && Utf8.decode(collected.stderr.bytes) === undefined
  return yield* Effect.mapError(
    Effect.fromResult(isLost ? Result.fail("bytes that are not UTF-8") : readings[command.stdout](output)),
    (found) =>
      new Fault({ phase: "decode", message: `${about} wrote ${found}; expected ${expectations[command.stdout]}` })
  )
})

const expectations: Readonly<Record<Definition.CommandAction["stdout"], string>> = {
  none: "anything",
  text: "text",
  json: "one JSON value",
  "json-lines": "one JSON value a line"
}

const overflow = (about: string, limit: number, output: string): Fault =>
  new Fault({ phase: "decode", kind: "limit", message: `${about} wrote more than ${limit} bytes to ${output}` })

const inputOf = ({ stdin, stdinParameter }: Definition.CommandAction, { encoded, values }: Call) => {
  if (stdin === "none" || stdinParameter === undefined) return Effect.succeed("")
  if (stdin === "text") return Effect.succeed(Argv.textOf(values.get(stdinParameter) ?? null))
  return Effect.fromResult(
    Result.mapBoth(Json.encode(encoded[stdinParameter] ?? null), {
      onSuccess: ({ text }) => `${text}\n`,
      onFailure: (reason) =>
        new Fault({ phase: "validate", message: `${stdinParameter} cannot be written as JSON: ${reason}` })
    })
  )
}

/** A signal is never read as an exit code. */
const accepted = (
  about: string,
  { exitCodes }: Definition.CommandAction,
  exit: Child.ChildExit,
  diagnostics: string
): Effect.Effect<void, Fault> => {
  if (exit._tag === "Exited" && exitCodes.includes(exit.code)) return Effect.void
  const how = exit._tag === "Exited" ? `exited with status ${exit.code}` : `was ended by ${exit.signal}`
  const said = SafeText.oneLine(lastLine(diagnostics), 500)
  const ended =
    exit._tag === "Exited"
      ? ({ _tag: "Exited", code: exit.code } as const)
      : ({ _tag: "Signalled", signal: exit.signal } as const)
  const message = `${about} ${how}${said === "" ? "" : `: ${said}`}`
  return Effect.fail(new Fault({ phase: "exit", message, ended }))
}

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? ""

const merged = (stdout: Uint8Array, diagnostics: string): Uint8Array => {
  const behind = new TextEncoder().encode(diagnostics)
  const output = new Uint8Array(stdout.length + behind.length)
  output.set(stdout)
  output.set(behind, stdout.length)
  return output
}
