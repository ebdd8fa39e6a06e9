/** Secrets from the environment of this process and from the `.env` file of the workspace. */
import { parseEnv } from "node:util"
import { ModuleFiles } from "@lanyard/sos-module"
import * as Disk from "@lanyard/sos-module/node"
import { Utf8 } from "@lanyard/wire"
import { Effect, Layer } from "effect"
import { RunHost, type Variables } from "../RunHost.ts"
import * as SecretStore from "../secrets/SecretStore.ts"

/**
 * Looks in the environment first, then in `.env`; a value of the environment that is not empty wins. A missing file is no
 * file; one that cannot be read, is no regular file, is larger than 1 MiB or is not valid UTF-8 throughout is reported and not used.
 */
export const layer: Layer.Layer<SecretStore.SecretStore, never, RunHost> = Layer.unwrap(
  Effect.gen(function* () {
    const { variables, workspace } = yield* RunHost
    return SecretStore.layerOf(variables, yield* dotEnv(`${workspace}/.env`))
  })
)

const dotEnv = (path: string): Effect.Effect<Variables> =>
  ModuleFiles.use(({ read }) => read(path, maxBytes)).pipe(
    Effect.flatMap((bytes) => (bytes.length > maxBytes ? unused(`it has more than ${maxBytes} bytes`) : parsed(bytes))),
    Effect.catch(({ message, reason }) => (reason === "Missing" ? Effect.succeed({}) : unused(message))),
    Effect.provide(Disk.layer)
  )

/** Bytes of the largest file that is read. */
const maxBytes = 1_048_576

const unused = (why: string): Effect.Effect<Variables> =>
  Effect.as(Effect.logWarning(`The file .env cannot be read: ${why}`), {})

const parsed = (bytes: Uint8Array): Effect.Effect<Variables> => {
  const text = Utf8.decode(bytes)
  // A byte order mark would become part of the first name.
  if (text !== undefined) return Effect.sync(() => parseEnv(text.replace(/^\ufeff/, "")))
  return Effect.as(
    Effect.logError(`The file .env is not valid UTF-8 in line ${brokenLine(bytes)}; nothing of it is used`),
    {}
  )
}

/** The line of the first byte that is not valid UTF-8, from 1; no character of UTF-8 holds the byte of a newline. */
const brokenLine = (bytes: Uint8Array): number => {
  let line = 1
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1 || Utf8.decode(bytes.subarray(start, end)) === undefined) return line
    start = end + 1
  }
}
