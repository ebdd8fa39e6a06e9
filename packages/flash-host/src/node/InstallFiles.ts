/** Stamps in the data folders of this system, and logs beside these folders. */
import { realpathSync } from "node:fs"
import { mkdir, readdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Constants } from "@lanyard/flash-protocol"
import { Effect } from "effect"
import { DataFolderRefused } from "../AttemptFailure.ts"
import { type InstallFiles, LogRefused } from "../install/InstallFiles.ts"
import * as InstallLog from "../install/InstallLog.ts"
import * as DataFile from "./DataFile.ts"

/** The name of the stamp in a plugin's data folder. */
export const stampName = ".install-stamp"

/** The name of the folder of logs, beside the data folders; no plugin can have it for an id. */
export const logsName = "@install-logs"

/** How many logs of one plugin stay. */
export const mostLogs = 10

// Node throws where a folder is gone or closed.
const canonical = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

const stamp = (dataDir: string): Effect.Effect<string | undefined> =>
  DataFile.read(join(dataDir, stampName), mostBytes).pipe(
    Effect.map((stored) => (stored._tag === "Content" ? new TextDecoder().decode(stored.bytes) : undefined)),
    Effect.orElseSucceed(() => undefined)
  )

// No install is longer than the manifest that it stands in.
const mostBytes = Constants.quotas.frame_bytes

const writeStamp = (dataDir: string, text: string, isWanted: () => boolean): Effect.Effect<void, DataFolderRefused> =>
  Effect.mapError(
    DataFile.replace(join(dataDir, stampName), text, isWanted),
    (code) => new DataFolderRefused({ folder: dataDir, code })
  )

const keep = Effect.fnUntraced(
  function* (log: InstallLog.InstallLog, dataDir: string) {
    const folder = join(dirname(dataDir), logsName)
    const path = join(folder, InstallLog.fileName(log))
    yield* DataFile.system(() => mkdir(folder, { recursive: true, mode: 0o700 }))
    yield* DataFile.create(path, InstallLog.print(log))
    yield* Effect.ignore(forget(folder, log.plugin))
    return path
  },
  Effect.mapError((code: string) => new LogRefused({ code }))
)

const forget = Effect.fnUntraced(function* (folder: string, plugin: string) {
  const names = yield* DataFile.system(() => readdir(folder))
  const own = names.filter((name) => InstallLog.pluginOf(name) === plugin).toSorted()
  const old = own.slice(0, Math.max(0, own.length - mostLogs))
  yield* Effect.forEach(old, (name) => DataFile.system(() => rm(join(folder, name), { force: true })))
})

/** The files of installs on this system. */
export const installFiles: InstallFiles["Service"] = { canonical, stamp, writeStamp, keep }
