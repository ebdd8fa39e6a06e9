/** The host on Node: the process that runs it, and data folders that are real ones. */
import { mkdir } from "node:fs/promises"
import { Effect, Layer } from "effect"
import { DataFolderRefused } from "./AttemptFailure.ts"
import { DataFolders, HostProcess } from "./Launch.ts"

const ensure = (folder: string) =>
  Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    catch: (error) => new DataFolderRefused({ folder, code: codeOf(error) })
  }).pipe(Effect.asVoid)

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"

/** Provides this process as the host, and makes data folders. */
export const layer: Layer.Layer<HostProcess | DataFolders> = Layer.mergeAll(
  Layer.sync(HostProcess, () => ({ pid: process.pid, environment: { ...process.env } })),
  Layer.succeed(DataFolders, { ensure })
)
