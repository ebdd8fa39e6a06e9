#!/usr/bin/env node
/** The `flash` program. */
import { Effect } from "effect"
import * as Cli from "./Cli.ts"
import * as Main from "./node/Main.ts"
import * as Platform from "./node/Platform.ts"

Main.run(Cli.main(process.argv.slice(2)).pipe(Effect.provide(Platform.layer)))
