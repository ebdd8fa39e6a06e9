/** Repositories on this machine, in the place of those on the network. */
import { execFileSync } from "node:child_process"
import { mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { layer as nodeServices } from "@effect/platform-node/NodeServices"
import { layer as processes } from "@lanyard/process/node"
import { Context, Effect, Layer } from "effect"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import * as Checkouts from "../../src/manager/Checkouts.ts"
import { Materializer } from "../../src/manager/Materializer.ts"
import * as RunningProcess from "../../src/node/RunningProcess.ts"
import { layer as self } from "../../src/node.ts"
import { temporaryFolder } from "./live.ts"

/** Runs git as somebody without a configuration and returns what it writes. */
export const git = (folder: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(
    "git",
    ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main", ...args],
    {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "pipe", "pipe"]
    }
  ).trim()

/** The repository someone/plugin below a host that is a folder, with a commit for each text of its one file. */
export const repository = (...texts: ReadonlyArray<string>) =>
  repositoryOf(
    ...texts.map(
      (text): Change =>
        (working) =>
          writeFileSync(join(working, "text"), text)
    )
  )

/** Changes the files of a repository in a folder. */
type Change = (working: string) => void

/** The same, with a commit for each change. */
export const repositoryOf = Effect.fn(function* (...changes: ReadonlyArray<Change>) {
  const folder = realpathSync(yield* temporaryFolder)
  const working = join(folder, "working")
  mkdirSync(working)
  git(working, "init", "--quiet")
  const commits = changes.map((change) => {
    change(working)
    git(working, "add", "--all")
    git(working, "commit", "--quiet", "--message", "change")
    return git(working, "rev-parse", "HEAD")
  })
  git(working, "tag", "--annotate", "--message", "release", "release")
  const bare = join(folder, "host", "someone", "plugin")
  git(folder, "clone", "--quiet", "--bare", working, bare)
  return { bare, commits, tag: git(working, "rev-parse", "release"), url: pathToFileURL(join(folder, "host")).href }
})

/** What materialises repositories below `host` into a new folder, or a given one, for a user with these variables. */
export const materialising = Effect.fn(function* (
  host: string,
  variables: Readonly<Record<string, string | undefined>> = process.env,
  shared?: string
) {
  const folder = shared ?? join(realpathSync(yield* temporaryFolder), "checkouts")
  const context = yield* Layer.build(
    Checkouts.layer({ folder, host, ...RunningProcess.makers() }).pipe(
      Layer.provide([processes, self, LoginEnvironment.layerOf(variables), nodeServices])
    )
  )
  const materializer = Context.get(context, Materializer)
  return {
    folder,
    place: (commit: string) => join(folder, `someone-plugin-${commit}`),
    make: (commit: string) => materializer.folder({ _tag: "Repository", owner: "someone", reference: "plugin", commit })
  }
})
