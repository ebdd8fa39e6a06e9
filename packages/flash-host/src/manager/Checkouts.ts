/**
 * Materialises commits of repositories as folders beside each other. One that is there is used as it is, also without a
 * network; a new one is made aside and moved into its place whole, so that no folder ever holds a part of a commit. Hosts may
 * share the folder: the first to be done with a commit made it for all.
 */
import { ByteSize, Effect, FileSystem, Layer, Option, Path, Random } from "effect"
import * as KeyedLock from "../KeyedLock.ts"
import * as Git from "./Git.ts"
import { Materializer, NotMaterialised, type Obstacle, type Repository } from "./Materializer.ts"
import { print } from "./ThirdParty.ts"

/** Where checkouts come from and go to. */
export interface Options {
  /** The folder that they are put into, absolute; made when it is needed, for this user only. */
  readonly folder: string
  /** The URL that `owner/reference` is looked for below; `github` if not given. */
  readonly host?: string
  /** The name of this process, without a hyphen. */
  readonly self: string
  /** Tells whether a process with such a name runs, whose unfinished checkouts stay as long as it does. */
  readonly isRunning: (name: string) => boolean
}

/** Where the repositories of third parties are. */
export const github = "https://github.com"

/** What checkouts are made with. */
export type Needs = Git.Needs | FileSystem.FileSystem | Path.Path

/** Provides folders of exactly the commits that are asked for. */
export const layer = (options: Options): Layer.Layer<Materializer, never, Needs> =>
  Layer.effect(
    Materializer,
    Effect.gen(function* () {
      const services = yield* Effect.context<Needs>()
      const turns = KeyedLock.make()
      // Once, and not before somebody who may work on the folder asks.
      const swept = yield* Effect.cached(Effect.uninterruptible(sweep(options)))
      return Materializer.of({
        folder: (repository) => {
          const entry = print(repository)
          return turns.hold(nameOf(repository), Effect.andThen(swept, folderOf(options, repository))).pipe(
            Effect.mapError((obstacle) => new NotMaterialised({ entry, obstacle })),
            Effect.provide(services)
          )
        }
      })
    })
  )

const nameOf = ({ owner, reference, commit }: Repository): string => `${owner}-${reference}-${commit}`

// Begins as the name of no owner can.
const unfinished = "@unfinished-"

const sweep = Effect.fnUntraced(function* ({ folder, isRunning }: Options) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = yield* Effect.orElseSucceed(files.readDirectory(folder), () => [])
  const left = names.filter((name) => name.startsWith(unfinished) && !isRunning(makerOf(name)))
  yield* Effect.forEach(left, (name) => discard(path.join(folder, name)), { discard: true })
})

const makerOf = (name: string): string => name.slice(unfinished.length).split("-", 1).join("")

// One that cannot be removed is left to the next host.
const discard = (folder: string) =>
  FileSystem.FileSystem.use((files) => Effect.ignore(files.remove(folder, { recursive: true, force: true })))

const folderOf = Effect.fn("Checkouts.folder")(function* (
  { folder, host = github, self }: Options,
  repository: Repository
): Effect.fn.Return<string, Obstacle, Needs> {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const place = path.join(folder, nameOf(repository))
  const isThere = Effect.orElseSucceed(files.exists(place), () => false)
  if (yield* isThere) {
    yield* confirm(place, repository)
    return place
  }
  const git = yield* Git.find(host.split(":", 1).join(""))
  const url = `${host}/${repository.owner}/${repository.reference}`
  yield* Effect.mapError(files.makeDirectory(folder, { recursive: true, mode: 0o700 }), noFolder)
  yield* Effect.acquireUseRelease(
    Effect.map(Random.nextInt, (number) =>
      path.join(folder, `${unfinished}${self}-${Math.abs(number)}-${nameOf(repository)}`)
    ),
    (aside) =>
      Effect.gen(function* () {
        yield* Effect.mapError(files.makeDirectory(aside, { mode: 0o700 }), noFolder)
        yield* fetch(git, aside, url, repository)
        yield* confirm(aside, repository)
        yield* Effect.catch(files.rename(aside, place), () =>
          // Another host was faster.
          Effect.flatMap(isThere, (isMade) => (isMade ? confirm(place, repository) : Effect.fail(noFolder())))
        )
      }),
    discard
  )
  return place
})

const noFolder = (): Obstacle => "its folder could not be made"

const fetch = Effect.fnUntraced(function* (git: Git.Git, folder: string, url: string, { commit }: Repository) {
  yield* git.call(folder, ["init", "--quiet", "--template="], "its folder could not be made")
  yield* git.call(
    folder,
    ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", url, commit],
    "the commit could not be fetched"
  )
  yield* git.call(folder, ["checkout", "--quiet", "--detach", "FETCH_HEAD"], "the commit could not be checked out")
})

/**
 * Holds a checkout against the commit that was named (FLASH-PROC-10). What git keeps there is only read: the plugin may have
 * written it, and git would run programs that it names.
 */
const confirm = Effect.fnUntraced(function* (folder: string, { commit }: Repository) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const head = path.join(folder, ".git", "HEAD")
  const found = yield* Effect.option(files.stat(head))
  const isText = Option.exists(
    found,
    ({ size, type }) => type === "File" && ByteSize.isLessThanOrEqualTo(size, mostBytes)
  )
  const text = isText ? yield* Effect.orElseSucceed(files.readFileString(head), () => "") : ""
  if (text.trimEnd() !== commit) return yield* Effect.fail<Obstacle>("its checkout is at another commit")
})

// More than the name of any branch.
const mostBytes = ByteSize.bytes(1024)
