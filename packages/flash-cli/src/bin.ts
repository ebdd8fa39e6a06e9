#!/usr/bin/env node
/** The `flash` program. It has one command so far: `flash tour` runs the fixture plugins and shows what they do. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { HostProcess, PluginHost } from "@lanyard/flash-host"
import * as Processes from "@lanyard/process/node"
import { Effect, Layer } from "effect"
import * as TourSystem from "./node/TourSystem.ts"
import * as PluginFolder from "./PluginFolder.ts"
import * as Rendering from "./tour/Rendering.ts"
import * as Screen from "./tour/Screen.ts"
import * as Tour from "./tour/Tour.ts"

const usage = "usage: flash tour"

const plugins = ["calculator", "bookmarks", "stubborn"].map((name) =>
  fileURLToPath(new URL(`../../../fixtures/plugins/${name}`, import.meta.url))
)

const isTerminal = process.stdout.isTTY && process.env.NO_COLOR === undefined

const tour = Effect.gen(function* () {
  const data = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-tour-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const specs = yield* Effect.forEach(plugins, (folder) => PluginFolder.load(folder, data))
  return yield* Effect.provide(Tour.run, PluginHost.layer(specs))
}).pipe(
  Effect.provide([
    Processes.layer,
    TourSystem.layer,
    NodeFileSystem.layer,
    NodePath.layer,
    Layer.succeed(HostProcess, { pid: process.pid, environment: process.env }),
    Layer.succeed(Screen.Marks, isTerminal ? Rendering.coloured : Rendering.plain)
  ]),
  Effect.scoped
)

if (process.argv[2] === "tour" && process.argv.length === 3) {
  NodeRuntime.runMain(
    Effect.map(tour, (sound) => {
      process.exitCode = sound ? 0 : 1
    })
  )
} else {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}
