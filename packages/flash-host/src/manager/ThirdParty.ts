/** What `[plugins] third_party` names: a commit of a repository, or a folder. */
import { Data, Option, type Path } from "effect"

/** One entry. */
export type ThirdParty = Data.TaggedEnum<{
  /** `github:owner/reference@<commit>`, the commit in lower case. */
  Repository: { readonly owner: string; readonly reference: string; readonly commit: string }
  /** `file:<path>`, the path as it was written. */
  Folder: { readonly path: string }
}>
export const ThirdParty = Data.taggedEnum<ThirdParty>()

/** What an entry has to be, in words. */
export const expected = '"github:owner/reference@" and a commit of forty hexadecimal digits, or "file:" and a path'

/** Reads an entry; none when it is neither of the two (FLASH-PROC-09). */
export const parse = (entry: string): Option.Option<ThirdParty> => {
  const [, owner = "", reference = "", commit = ""] = repository.exec(entry) ?? []
  const [, path = ""] = folder.exec(entry) ?? []
  if (path !== "") return Option.some(ThirdParty.Folder({ path }))
  if (commit === "" || [owner, reference].some((name) => name.includes(".."))) return Option.none()
  return Option.some(ThirdParty.Repository({ owner, reference, commit: commit.toLowerCase() }))
}

const repository = /^github:([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+)@([0-9A-Fa-f]{40})$/
const folder = /^file:(.*\S.*)$/

/** Where a configuration is read: what its paths start from. */
export interface Place {
  /** The folder of the configuration file, absolute. */
  readonly folder: string
  /** The user's home, for `~`. */
  readonly home: string
}

/** Makes the path of a folder absolute. */
export const locate = (entry: ThirdParty, { folder, home }: Place, path: Path.Path): ThirdParty =>
  entry._tag === "Repository"
    ? entry
    : ThirdParty.Folder({
        path: /^~(?=$|[/\\])/.test(entry.path) ? path.join(home, entry.path.slice(1)) : path.resolve(folder, entry.path)
      })

/** An entry as a configuration has it. */
export const print = ThirdParty.$match({
  Repository: ({ owner, reference, commit }) => `github:${owner}/${reference}@${commit}`,
  Folder: ({ path }) => `file:${path}`
})
