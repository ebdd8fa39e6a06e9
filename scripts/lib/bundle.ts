/**
 * Bundles a plugin with everything that it imports. What it loads later becomes files beside the entry; they start nothing
 * until then. Reading a file of another extension, Node would parse it once more to find out what kind of module it is.
 */
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

/** The text of the files of a bundle, by name. */
export type Bundle = ReadonlyMap<string, string>

/** Bundles the module at a path for others to import, as `NAME.mjs`. */
export const bundle = async (path: string, name: string): Promise<Bundle> => {
  // What a module reads at load changes nothing: neither a member of ours nor a global of the platform.
  const treeshake = { propertyReadSideEffects: false, unknownGlobalSideEffects: false } as const
  const build = await rolldown({ input: { [name]: path }, platform: "node", logLevel: "warn", treeshake })
  const files = { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" }
  const { output } = await build.generate({ format: "esm", minify: true, ...files })
  await build.close()
  return new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.code] as const] : [])))
}

/** Bundles the module at a path as a program, `NAME.mjs`, that keeps its compiled code where a plugin may write. */
export const bundleProgram = async (path: string, name: string): Promise<Bundle> => {
  const files = await bundle(path, `${name}.main`)
  return new Map([[`${name}.mjs`, program(`./${name}.main.mjs`)], ...files])
}

const program = (main: string) => `import { enableCompileCache } from "node:module"
const folder = process.env.FLASH_PLUGIN_DATA_DIR
enableCompileCache(folder && \`\${folder}/cache\`)
await import("${main}")
`

/** Bundles the `sos` program as `sos.mjs`, which keeps its compiled code where Node keeps that of every program. */
export const bundleSos = async (): Promise<Bundle> => {
  const files = await bundle(fileURLToPath(new URL("../../packages/sos-cli/src/bin.ts", import.meta.url)), "sos.main")
  return new Map([["sos.mjs", sos], ...files])
}

const sos = `#!/usr/bin/env node
import { enableCompileCache } from "node:module"
enableCompileCache()
await import("./sos.main.mjs")
`
