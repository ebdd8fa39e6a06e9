/** Secrets from the environment of this process and from the `.env` file of the workspace. */
import { readFile } from "node:fs/promises"
import { parseEnv } from "node:util"
import { Effect, Layer } from "effect"
import { RunHost, type Variables } from "../RunHost.ts"
import * as SecretStore from "../secrets/SecretStore.ts"

/**
 * Looks in the environment first, then in `.env`; a value of the environment that is not empty wins. A missing file is no
 * file; one that cannot be read is reported and not used.
 */
export const layer: Layer.Layer<SecretStore.SecretStore, never, RunHost> = Layer.unwrap(
  Effect.gen(function* () {
    const { variables, workspace } = yield* RunHost
    return SecretStore.layerOf(variables, yield* dotEnv(`${workspace}/.env`))
  })
)

const dotEnv = (path: string): Effect.Effect<Variables> =>
  Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => (cause instanceof Error && "code" in cause ? String(cause.code) : "EIO")
  }).pipe(
    // Decoding so takes a byte order mark off, which would become part of the first name.
    Effect.map((bytes): Variables => parseEnv(new TextDecoder().decode(bytes))),
    Effect.catch((code) =>
      Effect.as(code === "ENOENT" ? Effect.void : Effect.logWarning(`The file .env cannot be read (${code})`), {})
    )
  )
