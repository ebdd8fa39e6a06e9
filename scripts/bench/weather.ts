/** The module that the benchmarks call, in a process of its own. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { DefinitionFile } from "@lanyard/sos-module"
import { Result } from "effect"
import * as Runtime from "./runtime.ts"

export const folder = fileURLToPath(new URL("../../fixtures/sos/modules/weather-node/", import.meta.url))
const file = join(folder, "module.sos.toml")
export const module = { ...Result.getOrThrow(DefinitionFile.readText(file, readFileSync(file, "utf8"))), file, folder }

export const layer = Runtime.layer(module)
