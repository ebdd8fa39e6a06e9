/** The services of running modules, on Node. */
import { randomUUID } from "node:crypto"
import { realpathSync } from "node:fs"
import { Definition } from "@lanyard/sos-module"
import { Effect, Layer } from "effect"
import * as Folders from "./node/Folders.ts"
import { RunHost } from "./RunHost.ts"

export { layer as secrets } from "./node/Secrets.ts"

/** Looks at real folders. */
export const folders = Folders.layer

/**
 * The facts of a run on this machine, taken when the layer is built; `folder` is the workspace. It dies on a system that modules
 * have no name for.
 */
export const runHost = (folder: string, sosVersion: string): Layer.Layer<RunHost> =>
  Layer.effect(
    RunHost,
    Effect.gen(function* () {
      const system = `${process.platform}-${process.arch}`
      const target = Definition.targets.find((name) => name === system)
      if (target === undefined) return yield* Effect.die(new Error(`modules cannot run on ${system}`))
      return {
        workspace: yield* Effect.sync(() => realpathSync(folder)),
        variables: { ...process.env },
        target,
        sosVersion,
        runId: `run-${randomUUID()}`
      }
    })
  )
