#!/usr/bin/env node
/** The `sos` program. */
import * as Program from "@lanyard/process/program"
import { Effect } from "effect"
import * as Cli from "./Cli.ts"
import * as Platform from "./node/Platform.ts"

Program.run(Cli.main(process.argv.slice(2)).pipe(Effect.provide(Platform.layer)), {
  name: "sos",
  stopping: "stopping the program and its modules"
})
