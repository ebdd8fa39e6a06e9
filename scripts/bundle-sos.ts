/** Writes the `sos` program with everything that it imports to `packages/sos-cli/dist/bundle/sos.mjs` and files beside it. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleSos } from "./lib/bundle.ts"

const to = fileURLToPath(new URL("../packages/sos-cli/dist/bundle", import.meta.url))
const files = await bundleSos()
rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
for (const [file, code] of files) writeFileSync(join(to, file), code)
