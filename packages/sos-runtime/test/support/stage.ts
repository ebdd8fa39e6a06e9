/** A persistent module whose processes follow scripts, on the test clock. */
import { Child, Environment } from "@lanyard/process"
import { type Script, ScriptedChild } from "@lanyard/process/testing"
import { type Cause, Context, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Fault } from "../../src/Fault.ts"
import { Launch } from "../../src/Launch.ts"
import { ModuleStderr } from "../../src/ModuleStderr.ts"
import { RunHost } from "../../src/RunHost.ts"
import type { Call, RunnableModule } from "../../src/Runner.ts"
import * as StdioModule from "../../src/StdioModule.ts"
import * as Redaction from "../../src/secrets/Redaction.ts"
import * as TimeLimit from "../../src/TimeLimit.ts"
import { Trace, type TraceEvent } from "../../src/Trace.ts"
import { current, weather } from "./modules.ts"

export const host: typeof RunHost.Service = {
  workspace: "/workspace",
  variables: {},
  target: "linux-x64",
  sosVersion: "0.1.0",
  runId: "run-1"
}

/** A message as the module reads it. */
export interface Read {
  readonly id: number | undefined
  readonly method: string
  readonly params: {
    readonly protocol?: string
    readonly module?: string
    readonly version?: string
    readonly definitionDigest?: string
    readonly action?: string
    readonly arguments?: { readonly [name: string]: unknown }
    readonly context?: { readonly [name: string]: unknown }
    readonly id?: number
  }
}

export const result = (id: number | undefined, value: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result: value })
export const error = (id: number | undefined, error: unknown) => JSON.stringify({ jsonrpc: "2.0", id, error })

/** Answers `initialize` and `shutdown` as it should be, an `invoke` and a `cancel` by the given functions. */
export const answering =
  (
    invoke: (message: Read) => ReadonlyArray<string>,
    cancel: (id: number | undefined) => ReadonlyArray<string> = () => []
  ) =>
  (line: string): ReadonlyArray<string> => {
    const message: Read = JSON.parse(line)
    switch (message.method) {
      case "initialize": {
        const { protocol, module, version, definitionDigest } = message.params
        return [result(message.id, { protocol, module, version, definitionDigest })]
      }
      case "shutdown":
        return [result(message.id, null)]
      case "cancel":
        return cancel(message.params.id)
      default:
        return invoke(message)
    }
  }

/** Answers every call with the action that was asked for. */
export const echo = answering((message) => [result(message.id, { value: message.params.action })])

/** Answers no call. */
export const silent = answering(() => [])

export interface Options {
  readonly module?: RunnableModule
  readonly redactor?: Redaction.Redactor
  readonly launch?: (typeof Launch.Service)["stdio"]
}

/** Runs one module; the returned `close` is the end of the run. */
export const stage = Effect.fn(function* (cast: ScriptedChild.Casting, options: Options = {}) {
  const { module = weather(), redactor = Redaction.none } = options
  const scripted = yield* ScriptedChild.make(cast)
  const events: Array<TraceEvent> = []
  const stderr: Array<string> = []
  const spec = { executable: "/bin/weather", args: [], cwd: "/", environment: Environment.empty }
  const services = Context.make(Child.Spawner, scripted.spawner).pipe(
    Context.add(RunHost, host),
    Context.add(Launch, {
      stdio: options.launch ?? (() => Effect.succeed({ spec, redactor })),
      command: () => Effect.die("a persistent module makes no command"),
      inspect: () => Effect.die("a persistent module is no command")
    }),
    Context.add(Trace, { record: (event) => void events.push(event) }),
    Context.add(ModuleStderr, { write: (_, text) => Effect.sync(() => void stderr.push(text)) })
  )
  const scope = yield* Scope.make()
  const runner = yield* Scope.provide(StdioModule.make(module), scope).pipe(Effect.provideContext(services))
  let calls = 0
  const call = (parts: Partial<Call> = {}) =>
    runner.invoke({
      action: current,
      values: new Map(),
      encoded: {},
      requestId: `run-1-${++calls}`,
      limit: TimeLimit.none,
      deadline: undefined,
      alias: "weather",
      ...parts
    })
  return {
    call,
    begin: (parts: Partial<Call> = {}) => begin(call(parts)),
    close: Scope.close(scope, Exit.void),
    events,
    stderr,
    outcomes: () => events.map(({ phase, outcome }) => `${phase} ${outcome}`),
    log: scripted.log,
    mostAlive: scripted.mostAlive,
    kill: scripted.kill,
    /** The messages that a start read. */
    read: (attempt = 1): ReadonlyArray<Read> =>
      scripted
        .log()
        .flatMap((one) =>
          one.attempt === attempt && one.what.startsWith("read ") ? [JSON.parse(one.what.slice(5))] : []
        ),
    /** What happened to a start, its messages by their method. */
    life: (attempt = 1) =>
      scripted
        .log()
        .filter((one) => one.attempt === attempt)
        .map(({ at, what }) => `${at} ${what.startsWith("read ") ? JSON.parse(what.slice(5)).method : what}`)
  }
})

/** Forks an effect at once. */
export const begin = Effect.fn(function* <A>(effect: Effect.Effect<A, Fault>) {
  const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
  yield* TestClock.adjust(0)
  return fiber
})

/** The fault that a call ended with. */
export const fault = <A>(fiber: Fiber.Fiber<A, Fault>): Effect.Effect<Fault, A | Cause.NoSuchElementError> =>
  Effect.flip(Fiber.join(fiber))

export const advance = (millis: number) => TestClock.adjust(millis)

export const scripted = (script: Script.Script) => () => script
