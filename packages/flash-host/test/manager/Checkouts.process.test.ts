import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { processTable } from "@lanyard/process/node"
import { Effect, Fiber, Schedule } from "effect"
import * as RunningProcess from "../../src/node/RunningProcess.ts"
import { posix, running } from "../support/groups.ts"
import { home } from "../support/homes.ts"
import { temporaryFolder } from "../support/live.ts"
import { git, materialising, repository, repositoryOf } from "../support/repositories.ts"

/** Waits for what a program wrote. */
const written = (file: string) =>
  Effect.suspend(() =>
    existsSync(file) && readFileSync(file, "utf8").endsWith("\n")
      ? Effect.succeed(readFileSync(file, "utf8").trim())
      : Effect.fail("waiting")
  ).pipe(Effect.retry(Schedule.spaced(5)), Effect.orDie)

/** A server that wants a password, and the credentials it was offered. */
const locked = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly offered: Array<string>; readonly close: () => void }>((resume) => {
    const offered: Array<string> = []
    const server = createServer((request, response) => {
      offered.push(request.headers.authorization ?? "none")
      response.writeHead(401, { "WWW-Authenticate": "Basic" }).end()
    }).listen(0, "127.0.0.1", () => {
      // A server that listens on TCP has an address with a port.
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, offered, close: () => void server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

describe.runIf(posix)("A materialised repository", () => {
  it.live("is a folder at exactly the commit that was named, without the history before it [FLASH-INST-11]", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("first", "second", "third")
      const { folder, make, place } = yield* materialising(url)
      const [, second = ""] = commits
      assert.strictEqual(yield* make(second), place(second))
      assert.strictEqual(readFileSync(join(place(second), "text"), "utf8"), "second")
      assert.strictEqual(git(place(second), "rev-parse", "HEAD"), second)
      assert.strictEqual(git(place(second), "rev-list", "--count", "HEAD"), "1")
      assert.deepStrictEqual(readdirSync(folder), [`someone-plugin-${second}`])
      assert.deepStrictEqual(
        [folder, place(second)].map((path) => statSync(path).mode & 0o777),
        [0o700, 0o700]
      )
    }).pipe(Effect.scoped)
  )

  it.live("is used as it is when it is there, though nobody can be asked for it [FLASH-INST-11]", () =>
    Effect.gen(function* () {
      const { bare, commits, url } = yield* repository("only")
      const { make, place } = yield* materialising(url)
      const [only = ""] = commits
      yield* make(only)
      writeFileSync(join(place(only), "installed"), "by the plugin")
      rmSync(bare, { recursive: true })
      assert.strictEqual(yield* make(only), place(only))
      assert.isTrue(existsSync(join(place(only), "installed")))
    }).pipe(Effect.scoped)
  )

  it.live("is used without git, which would run what the plugin wrote into it meanwhile [FLASH-INST-13]", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("only")
      const { folder, make, place } = yield* materialising(url)
      const [only = ""] = commits
      yield* make(only)
      const user = yield* home({}, { git: ['echo ran > "$0.ran"'] })
      const later = yield* materialising(url, { PATH: user }, folder)
      assert.strictEqual(yield* later.make(only), place(only))
      rmSync(join(place(only), ".git"), { recursive: true })
      assert.strictEqual((yield* Effect.flip(later.make(only))).obstacle, "its checkout is at another commit")
      assert.isFalse(existsSync(join(user, "git.ran")))
    }).pipe(Effect.scoped)
  )

  it.live("brings nothing to run or to follow with it: filters, submodules and links stay what they are", () =>
    Effect.gen(function* () {
      const outside = realpathSync(yield* temporaryFolder)
      const { commits, url } = yield* repositoryOf((working: string) => {
        writeFileSync(join(working, "text"), "text")
        writeFileSync(join(working, ".gitattributes"), "* filter=lfs diff=lfs merge=lfs\n")
        writeFileSync(join(working, ".gitmodules"), `[submodule "inner"]\n\tpath = inner\n\turl = ${outside}\n`)
        symlinkSync(outside, join(working, "out"))
        for (const folder of ["hooks", "inner"]) mkdirSync(join(working, folder))
        writeFileSync(join(working, "hooks", "post-checkout"), `#!/bin/sh\ntouch ${outside}/ran\n`, { mode: 0o755 })
        git(working, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},inner`)
      })
      const { make, place } = yield* materialising(url)
      const [only = ""] = commits
      yield* make(only)
      assert.strictEqual(readFileSync(join(place(only), "text"), "utf8"), "text")
      assert.isTrue(lstatSync(join(place(only), "out")).isSymbolicLink())
      assert.deepStrictEqual([readdirSync(join(place(only), "inner")), readdirSync(outside)], [[], []])
    }).pipe(Effect.scoped)
  )

  it.live("is at its commit where a branch has the commit's name [FLASH-PROC-10]", () =>
    Effect.gen(function* () {
      const { bare, commits, url } = yield* repository("first", "second")
      const { make, place } = yield* materialising(url)
      const [first = "", second = ""] = commits
      git(bare, "update-ref", `refs/heads/${first}`, second)
      yield* make(first)
      assert.strictEqual(readFileSync(join(place(first), "text"), "utf8"), "first")
    }).pipe(Effect.scoped)
  )

  it.live("is made by the first of two hosts that share the folder, and neither disturbs the other", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("only")
      const one = yield* materialising(url)
      const other = yield* materialising(url, process.env, one.folder)
      const [only = ""] = commits
      const unfinished = join(one.folder, `@unfinished-${process.pid}-7-someone-plugin-${only}`)
      mkdirSync(unfinished, { recursive: true })
      const folders = yield* Effect.all([one.make(only), other.make(only)], { concurrency: 2 })
      assert.deepStrictEqual(folders, [one.place(only), one.place(only)])
      assert.isTrue(existsSync(unfinished))
      assert.lengthOf(readdirSync(one.folder), 2)
    }).pipe(Effect.scoped)
  )

  it.live("is refused, and left as it is, when its folder is at another commit [FLASH-PROC-10]", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("first", "second")
      const { make, place } = yield* materialising(url)
      const [first = "", second = ""] = commits
      yield* make(second)
      git(place(second), "fetch", "--quiet", "--depth=1", `${url}/someone/plugin`, first)
      git(place(second), "checkout", "--quiet", first)
      const failure = yield* Effect.flip(make(second))
      assert.strictEqual(failure.obstacle, "its checkout is at another commit")
      assert.strictEqual(git(place(second), "rev-parse", "HEAD"), first)
    }).pipe(Effect.scoped)
  )

  it.live("is refused when what stands in its place is no checkout, inside of one or not [FLASH-PROC-10]", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("only")
      const { folder, make, place } = yield* materialising(url)
      const [only = ""] = commits
      mkdirSync(place(only), { recursive: true })
      git(folder, "init", "--quiet")
      git(folder, "fetch", "--quiet", `${url}/someone/plugin`, only)
      git(folder, "checkout", "--quiet", only)
      assert.strictEqual((yield* Effect.flip(make(only))).obstacle, "its checkout is at another commit")
    }).pipe(Effect.scoped)
  )

  it.live("is refused, and leaves nothing behind, when the name is that of a tag [FLASH-PROC-10, FLASH-INST-12]", () =>
    Effect.gen(function* () {
      const { tag, url } = yield* repository("only")
      const { folder, make } = yield* materialising(url)
      assert.strictEqual((yield* Effect.flip(make(tag))).obstacle, "its checkout is at another commit")
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("is not there when the commit is not, and neither is a part of it [FLASH-INST-12]", () =>
    Effect.gen(function* () {
      const { url } = yield* repository("only")
      const { folder, make } = yield* materialising(url)
      const commit = "0123456789".repeat(4)
      const failure = yield* Effect.flip(make(commit))
      assert.strictEqual(
        failure.message,
        `github:someone/plugin@${commit} is not materialised on this host: the commit could not be fetched`
      )
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("does not stand on what a host that was killed left behind [FLASH-INST-12]", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("only")
      const { folder, make } = yield* materialising(url)
      const [only = ""] = commits
      const earlier = processTable === undefined ? [] : [`@unfinished-${process.pid}.1-7-someone-plugin-${only}`]
      for (const name of [`@unfinished-someone-plugin-${only}`, "@unfinished-other", ...earlier]) {
        mkdirSync(join(folder, name, ".git"), { recursive: true })
      }
      yield* make(only)
      assert.deepStrictEqual(readdirSync(folder), [`someone-plugin-${only}`])
    }).pipe(Effect.scoped)
  )

  it.live("is made once when it is asked for twice at a time", () =>
    Effect.gen(function* () {
      const { commits, url } = yield* repository("only")
      const { make, place } = yield* materialising(url)
      const [only = ""] = commits
      const folders = yield* Effect.all([make(only), make(only)], { concurrency: 2 })
      assert.deepStrictEqual(folders, [place(only), place(only)])
    }).pipe(Effect.scoped)
  )

  it.live("is made aside, in a folder that names its host", () =>
    Effect.gen(function* () {
      const user = yield* home({}, { git: ['/bin/pwd > "$0.seen"', "exit 1"] })
      const { folder, make } = yield* materialising("https://example.com", { PATH: user })
      yield* Effect.flip(make("a".repeat(40)))
      const seen = readFileSync(join(user, "git.seen"), "utf8")
      assert.isTrue(seen.startsWith(join(folder, `@unfinished-${RunningProcess.nameOf(process.pid)}-`)), seen)
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("needs a git on the user's PATH", () =>
    Effect.gen(function* () {
      const { make } = yield* materialising("file:///nowhere", { PATH: "/nowhere" })
      assert.strictEqual((yield* Effect.flip(make("a".repeat(40)))).obstacle, "there is no git on the PATH")
    }).pipe(Effect.scoped)
  )

  it.live("is asked for without the user's passwords, and nobody is asked for one [FLASH-INST-13]", () =>
    Effect.gen(function* () {
      const server = yield* locked
      const user = yield* home(
        {
          ".netrc": "machine 127.0.0.1 login someone password secret\n",
          ".gitconfig": "[credential]\n\thelper = \"!printf 'username=someone\\npassword=secret\\n'; true\"\n"
        },
        { asks: ["echo secret"] }
      )
      const { folder, make } = yield* materialising(server.url, {
        ...process.env,
        HOME: user,
        GIT_ASKPASS: join(user, "asks")
      })
      assert.strictEqual((yield* Effect.flip(make("a".repeat(40)))).obstacle, "the commit could not be fetched")
      assert.deepStrictEqual([...new Set(server.offered)], ["none"])
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("is made by a git that sees the variables of a list, and no other [FLASH-INST-13]", () =>
    Effect.gen(function* () {
      const user = yield* home({}, { git: ['/usr/bin/env > "$0.seen"', "exit 1"] })
      const { make } = yield* materialising("https://example.com", {
        ...process.env,
        PATH: user,
        GITHUB_TOKEN: "secret",
        SSH_AUTH_SOCK: "/agent"
      })
      assert.strictEqual((yield* Effect.flip(make("a".repeat(40)))).obstacle, "its folder could not be made")
      const seen = readFileSync(join(user, "git.seen"), "utf8").trim().split("\n")
      const own = seen.filter((line) => !/^(PWD|SHLVL|_|TMPDIR|SSL_CERT_|[A-Za-z]+_(PROXY|proxy))/.test(line))
      assert.deepStrictEqual(own.toSorted(), [
        "GIT_ALLOW_PROTOCOL=https",
        "GIT_ASKPASS=",
        "GIT_CONFIG_GLOBAL=/dev/null",
        "GIT_CONFIG_NOSYSTEM=1",
        "GIT_NO_LAZY_FETCH=1",
        "GIT_TERMINAL_PROMPT=0",
        "HOME=/dev/null",
        "LC_ALL=C",
        `PATH=${user}`
      ])
    }).pipe(Effect.scoped)
  )

  it.live("that nobody waits for any more is over when git is gone and its folder too [FLASH-INST-12]", () =>
    Effect.gen(function* () {
      const user = yield* home({}, { git: ['echo $$ > "$0.group"', "/bin/sleep 60"] })
      const { folder, make } = yield* materialising("https://example.com", { PATH: user })
      const making = yield* Effect.forkChild(make("a".repeat(40)))
      const group = Number(yield* written(join(user, "git.group")))
      assert.lengthOf(readdirSync(folder), 1)
      yield* Fiber.interrupt(making)
      assert.deepStrictEqual([running([group]), readdirSync(folder)], [[], []])
    }).pipe(Effect.scoped)
  )
})
