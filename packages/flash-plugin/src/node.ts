/** Serves a plugin on this process's stdio, as a host starts it. */
import { fromStreams } from "@lanyard/wire/node"
import { Cause, Effect, Exit, Logger } from "effect"
import * as Environment from "./Environment.ts"
import * as Journal from "./Journal.ts"
import { orphaned } from "./node/orphaned.ts"
import type { Plugin, PluginRejected } from "./Plugin.ts"
import * as Serve from "./Serve.ts"

/**
 * Serves a plugin until its input ends, then exits with status 0. Call it once, last. What the plugin prints goes to stderr,
 * for stdout is the wire. One that does not fit its manifest exits with 78 (EX_CONFIG) and says why on stderr, one whose
 * host takes no answers with 1.
 */
export const serve = (plugin: Plugin): void => {
  const output = process.stdout
  console.log = console.info = console.debug = console.dir = console.dirxml = console.error
  // A library may print past the console, and half a line of it would spoil the frame that follows.
  Object.defineProperty(process, "stdout", { get: () => process.stderr })
  process.on("uncaughtException", (cause) => diagnose(Journal.describe("code outside of any handler", cause)))
  const environment = Environment.read(process.env)
  const served = Serve.serve(plugin, {
    duplex: fromStreams(process.stdin, output),
    environment,
    diagnose,
    flushed: flushed(output),
    ...(environment.parent === undefined ? {} : { orphaned: orphaned(environment.parent) })
  })
  Effect.runCallback(Effect.provideService(served, Logger.LogToStderr, true), { onExit: leave })
}

/** Ends the process, whatever else still runs in it. */
const leave = (exit: Exit.Exit<Serve.Ended, PluginRejected>): void => {
  if (Exit.isSuccess(exit)) {
    if (exit.value !== "overflow") process.exit(0)
    diagnose("the host does not read, and an answer that must not wait found no room")
    process.exit(1)
  }
  diagnose(
    Cause.prettyErrors(exit.cause)
      .map(({ message }) => message)
      .join("\n")
  )
  process.exit(78)
}

const diagnose = (line: string): void => console.error(`[plugin] ${line}`)

/** Done once the system has all output, or will not take it. */
const flushed = (output: NodeJS.WriteStream) =>
  Effect.callback<void>((resume) => {
    const done = () => resume(Effect.void)
    if (output.writableFinished || output.destroyed) return done()
    output.once("finish", done).once("close", done)
  })
