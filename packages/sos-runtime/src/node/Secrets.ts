/** Secrets from the environment of this process and from the `.env` file of the workspace. */
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { parseEnv } from "node:util"
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
  Effect.tryPromise({
    try: () => read(path),
    catch: (cause) => (cause instanceof Error && "code" in cause ? String(cause.code) : "EIO")
  }).pipe(
    Effect.flatMap((bytes) => (typeof bytes === "string" ? Effect.fail(bytes) : parsed(bytes))),
    Effect.catch((code) =>
      Effect.as(code === "ENOENT" ? Effect.void : Effect.logWarning(`The file .env cannot be read (${code})`), {})
    )
  )

/** The bytes of a regular file, or why it is not read. Waits for nobody at the other end of a pipe. */
const read = async (path: string): Promise<Uint8Array | string> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile()) return "it is no regular file"
    return found.size > maxBytes ? `it is larger than ${maxBytes} bytes` : await file.readFile()
  } finally {
    await file.close()
  }
}

/** Bytes of the largest file that is read. */
const maxBytes = 1_048_576

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
