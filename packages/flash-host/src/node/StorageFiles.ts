/** Stores as files, one in each plugin's folder. */
import { readdir, rename } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { mostBytes, type StorageFiles, StorageRefused } from "../hostcalls/Storage.ts"
import * as DataFile from "./DataFile.ts"

/** The name of the store in a plugin's folder. */
export const fileName = "storage.json"

const refused = Effect.mapError((code: string) => new StorageRefused({ code }))

const keepAside = Effect.fnUntraced(function* (folder: string) {
  const names = yield* DataFile.system(() => readdir(folder))
  const aside = join(folder, `${fileName}.corrupt-${1 + Math.max(0, ...names.map(numberOf))}`)
  yield* DataFile.system(() => rename(join(folder, fileName), aside))
  return aside
}, refused)

const numberOf = (name: string): number => Number(/^storage\.json\.corrupt-(\d{1,9})$/.exec(name)?.[1] ?? 0)

/** Stores in the folders of this system. */
export const storageFiles: StorageFiles["Service"] = {
  read: (folder) => refused(DataFile.read(join(folder, fileName), mostBytes)),
  replace: (folder, text) => refused(DataFile.replace(join(folder, fileName), text)),
  keepAside
}
