#!/usr/bin/env node
/** The `flash` program. It has one command so far: `flash tour` runs the fixture plugins and shows what they do. */
import { fileURLToPath } from "node:url"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { HostCalls, LoginEnvironment, PluginFolder, PluginHost, Presence } from "@lanyard/flash-host"
import * as Host from "@lanyard/flash-host/node"
import * as Processes from "@lanyard/process/node"
import { Cause, Console, Effect, Layer } from "effect"
import * as Leftovers from "./node/Leftovers.ts"
import * as Main from "./node/Main.ts"
import * as TourSystem from "./node/TourSystem.ts"
import { coloured, Marks, plain } from "./rendering/Style.ts"
import * as Tour from "./tour/Tour.ts"

const usage = "usage: flash tour"

const plugins = ["calculator", "bookmarks", "stubborn"].map((name) =>
  fileURLToPath(new URL(`../../../fixtures/plugins/${name}`, import.meta.url))
)

const isTerminal = process.stdout.isTTY && process.env.NO_COLOR === undefined

const tour = Effect.gen(function* () {
  const data = yield* Leftovers.temporaryFolder("lanyard-tour-")
  const specs = yield* Effect.forEach(plugins, (folder) => PluginFolder.load(folder, data))
  const sound = yield* Effect.provide(Tour.run, PluginHost.layer(specs))
  return sound ? 0 : 1
}).pipe(
  Effect.provide([
    Layer.provideMerge(Leftovers.guard, Processes.layer),
    Host.layer,
    // The plugins run on the Node that runs the tour, which the user's own PATH need not have.
    LoginEnvironment.layerOf(process.env),
    Presence.layer,
    HostCalls.layerNone,
    TourSystem.layer,
    NodeFileSystem.layer,
    NodePath.layer,
    Layer.succeed(Marks, isTerminal ? coloured : plain)
  ]),
  Effect.scoped,
  Effect.catchTags({
    ManifestUnreadable: (failure) => Effect.as(Console.error(`flash: ${failure.message}`), 1),
    ManifestRefused: (failure) => Effect.as(Console.error(`flash: ${failure.message}`), 1),
    PluginsRefused: (failure) => Effect.as(Console.error(`flash: ${failure.message}`), 1)
  }),
  Effect.tapDefect((defect) => Console.error(`flash: ${Cause.pretty(Cause.die(defect))}`))
)

if (process.argv[2] === "tour" && process.argv.length === 3) {
  Main.run(tour)
} else {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}
