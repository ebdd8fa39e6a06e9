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
  console.log = console.info = console.debug = console.dir = console.error
  process.on("uncaughtException", (cause) => diagnose(Journal.describe("code outside of any handler", cause)))
  const environment = Environment.read(process.env)
  const served = Serve.serve(plugin, {
    duplex: fromStreams(process.stdin, process.stdout),
    environment,
    diagnose,
    flushed,
    ...(environment.parent === undefined ? {} : { orphaned: orphaned(environment.parent) })
  })
  Effect.runCallback(Effect.provideService(served, Logger.LogToStderr, true), { onExit: leave })
}

/** Ends the process, whatever else still runs in it. */
const leave = (exit: Exit.Exit<Serve.Ended, PluginRejected>): void => {
  if (Exit.isSuccess(exit)) process.exit(exit.value === "overflow" ? 1 : 0)
  diagnose(
    Cause.prettyErrors(exit.cause)
      .map(({ message }) => message)
      .join("\n")
  )
  process.exit(78)
}

const diagnose = (line: string): void => console.error(`[plugin] ${line}`)

/** Done once the system has all output, or will not take it. */
const flushed = Effect.callback<void>((resume) => {
  const done = () => resume(Effect.void)
  if (process.stdout.writableFinished || process.stdout.destroyed) return done()
  process.stdout.once("finish", done).once("close", done)
})
