#!/usr/bin/env node
/** The `flash` program. */
import * as Program from "@lanyard/process/program"
import { Effect, References } from "effect"
import * as Cli from "./Cli.ts"
import * as Platform from "./node/Platform.ts"

// What is logged outside of any command's own log: standard output belongs to answers.
const program = Effect.provideService(
  Cli.main(process.argv.slice(2)).pipe(Effect.provide(Platform.layer)),
  References.LogToStderr,
  true
)

Program.run(program, { name: "flash", stopping: "stopping the plugins" })
