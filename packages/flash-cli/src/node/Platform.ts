/** Every layer that the program stands on, put together in this one place. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Presence } from "@lanyard/flash-host"
import * as Host from "@lanyard/flash-host/node"
import { Typing } from "@lanyard/flash-testkit/node"
import * as Processes from "@lanyard/process/node"
import { Layer, Logger } from "effect"
import type { Needs } from "../Cli.ts"
import { Memory } from "../Memory.ts"
import { ProbeConsole } from "../ProbeConsole.ts"
import { Input } from "../prompt/Input.ts"
import { coloured, Marks, plain } from "../rendering/Style.ts"
import * as Places from "./Places.ts"
import * as Signals from "./Signals.ts"
import * as TerminalInput from "./TerminalInput.ts"
import * as TourSystem from "./TourSystem.ts"

const hasColours = process.stdout.isTTY && process.env.NO_COLOR === undefined

// That it was not read is told by `hosting/Warnings`, in the form that was asked for.
const loginEnvironment = Layer.provide(Host.loginEnvironment, Logger.layer([]))

const host = Layer.mergeAll(
  Host.layer,
  loginEnvironment,
  Host.hostCalls,
  Host.sandbox,
  Host.folderWatch,
  Host.dataFolderLock,
  Layer.provide(Host.materializer, [Host.layer, loginEnvironment]),
  Presence.layer
)

const program = Layer.mergeAll(
  Memory.layer.pipe(Layer.provide(Host.processSource)),
  process.stdin.isTTY ? TerminalInput.layer : Input.script,
  Layer.sync(ProbeConsole, Typing.open),
  Places.layer,
  Signals.killer,
  TourSystem.layer,
  Layer.succeed(Marks, hasColours ? coloured : plain)
)

/** This system, as far as the program needs it. */
export const layer: Layer.Layer<Needs> = Layer.mergeAll(host, program).pipe(
  Layer.provideMerge(Processes.Leftovers.guard),
  Layer.provideMerge(Processes.layer),
  Layer.provideMerge(NodeServices.layer)
)
