import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { homedir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { confined, type Differences, enforcer } from "../support/confined.ts"

/** Something of this machine that listens, by a port or at a path. */
const listening = (place: number | string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer((socket) => socket.end())
      server.listen(typeof place === "number" ? { port: place, host: "127.0.0.1" } : { path: place }, () => {
        const address = server.address()
        const port = address !== null && typeof address === "object" ? address.port : 0
        resume(Effect.succeed({ port, close: () => void server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const strict = { sections: { sandbox: {} } }

describe.runIf(enforcer._tag === "Bubblewrap")("A plugin with a sandbox", () => {
  it.live("reads what is no secret, and its own data [FLASH-SAND-02]", () =>
    Effect.gen(function* () {
      const { dataDir, home, root, tries } = yield* confined(strict)
      assert.deepStrictEqual(
        yield* tries(
          { read: join(home, "notes") },
          { read: join(dataDir, "storage.json") },
          { read: join(root, "package.json") },
          { list: join(home, "code") }
        ),
        ["notes", "own", '{"type":"module"}', "own"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("reads neither keys nor the data of other plugins, by a link neither [FLASH-SAND-01, FLASH-SAND-03]", () =>
    Effect.gen(function* () {
      const { base, dataDir, home, root, tries } = yield* confined(strict)
      symlinkSync(join(home, ".ssh"), join(root, "keys"))
      assert.deepStrictEqual(
        yield* tries(
          { read: join(home, ".ssh", "id") },
          { read: join(root, "keys", "id") },
          { list: join(home, ".ssh") },
          { read: join(base, "other", "storage.json") },
          { list: base },
          { list: dataDir }
        ),
        ["ENOENT", "ENOENT", "", "ENOENT", "own", "storage.json"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("writes below its data folder and nowhere else [FLASH-SAND-01, FLASH-SAND-02]", () =>
    Effect.gen(function* () {
      const { base, dataDir, home, root, tries } = yield* confined(strict)
      const outside = [home, root, base, join(home, ".ssh"), "/tmp", "/dev", "/dev/shm", "/usr/bin", "/var/tmp"]
      assert.deepStrictEqual(
        yield* tries(
          { write: join(dataDir, "written") },
          { write: "/dev/null" },
          ...outside.map((folder) => ({ write: join(folder, "lanyard-written") }))
        ),
        ["done", "done", ...outside.map(() => "EROFS")]
      )
      assert.strictEqual(readFileSync(join(dataDir, "written"), "utf8"), "written")
      assert.deepStrictEqual(
        outside.filter((folder) => existsSync(join(folder, "lanyard-written"))),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.live.runIf("unshare" in enforcer)("sees nothing that is mounted later [FLASH-SAND-01]", () =>
    Effect.gen(function* () {
      const { tries } = yield* confined(strict)
      const [mounts = ""] = yield* tries({ read: "/proc/self/mountinfo" })
      assert.include(mounts, " / ")
      assert.notMatch(mounts, / (shared|master):\d/)
    }).pipe(Effect.scoped)
  )

  it.live("starts no process unless it names a tool, and then no other [FLASH-SAND-04]", () =>
    Effect.gen(function* () {
      const { tries } = yield* confined(strict)
      assert.deepStrictEqual(yield* tries({ run: ["/bin/sh", "-c", "echo ran"] }, { run: ["/bin/cat"] }), [
        "EPERM",
        "EPERM"
      ])
      const named = yield* confined({ sections: { sandbox: { exec: ["sh"] } } })
      assert.deepStrictEqual(
        yield* named.tries(
          { run: ["sh", "-c", "echo ran"] },
          { run: ["/bin/sh", "-c", "cat /dev/null"] },
          { run: ["/bin/cat", "/dev/null"] },
          { list: "/usr/local/bin" }
        ),
        ["ran", "status 127", "ENOENT", process.execPath.startsWith("/usr/local/bin/") ? "node" : ""]
      )
    }).pipe(Effect.scoped)
  )

  it.live("runs a tool that is a link, and the tools of its user [FLASH-SAND-04, FLASH-SAND-06]", () =>
    Effect.gen(function* () {
      const { home, tries } = yield* confined({
        sections: { sandbox: { exec: ["awk"] } },
        choice: { enabled: true, execPaths: ["/bin/cat", "relative", "/nowhere/tool"] }
      })
      assert.deepStrictEqual(
        yield* tries({ run: ["awk", 'BEGIN { print "awk" }'] }, { run: ["cat", join(home, "notes")] }, { run: ["ls"] }),
        ["awk", "notes", "ENOENT"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("does not read a secret as a tool that leads there [FLASH-SAND-03, FLASH-SAND-04]", () =>
    Effect.gen(function* () {
      const { home, tries } = yield* confined({
        sections: { sandbox: {} },
        choice: { enabled: true, execPaths: ["~/bin/tool"] }
      })
      rmSync(join(home, ".ssh", "id"))
      writeFileSync(join(home, ".ssh", "id"), "#!/key", { mode: 0o755 })
      symlinkSync(join(home, ".ssh", "id"), join(home, "bin", "tool"))
      assert.deepStrictEqual(yield* tries({ read: join(home, "bin", "tool") }, { read: join(home, ".ssh", "id") }), [
        "ENOENT",
        "ENOENT"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("reaches no socket of this machine, and the network only by its capability [FLASH-SAND-05]", () =>
    Effect.gen(function* () {
      const { home, tries } = yield* confined(strict)
      const path = join(home, "socket")
      yield* listening(path)
      const { port } = yield* listening(0)
      assert.deepStrictEqual(yield* tries({ connect: port }, { connect: path }), ["ECONNREFUSED", "EACCES"])
      const open = yield* confined({ sections: { sandbox: {}, capabilities: ["network"] } })
      assert.deepStrictEqual(yield* open.tries({ connect: port }, { connect: path }), ["done", "EACCES"])
    }).pipe(Effect.scoped)
  )

  it.live("sees its own processes only, unless it may signal [FLASH-SAND-04]", () =>
    Effect.gen(function* () {
      const { home, tries } = yield* confined(strict)
      const seen = { variable: "FLASH_PLUGIN_PARENT_PID" }
      assert.deepStrictEqual(
        yield* tries(
          { signal: process.pid },
          seen,
          { signal: 1 },
          { read: `/proc/${process.pid}/environ` },
          { read: `/proc/1/root${home}/.ssh/id` },
          { write: "/proc/self/comm" }
        ),
        ["ESRCH", "1", "done", "ENOENT", "ENOENT", "EROFS"]
      )
      const open = yield* confined({ sections: { sandbox: { signal: true } } })
      assert.deepStrictEqual(
        yield* open.tries({ signal: process.pid }, seen, { read: `/proc/${process.pid}/environ` }),
        ["done", String(process.pid), "ENOENT"]
      )
    }).pipe(Effect.scoped)
  )
})

describe.runIf(enforcer._tag === "Bubblewrap")("A plugin with tools", () => {
  it.live("gets no rights by a namespace of its own [FLASH-SAND-01, FLASH-SAND-04]", () =>
    Effect.gen(function* () {
      const { tries } = yield* confined({ sections: { sandbox: { exec: ["unshare", "sh"] } } })
      assert.deepStrictEqual(
        yield* tries({ run: ["unshare", "--user", "sh", "-c", "echo all"] }, { run: ["sh", "-c", "echo ran"] }),
        ["status 1", "ran"]
      )
    }).pipe(Effect.scoped)
  )
})

describe.runIf(enforcer._tag === "Bubblewrap")("A plugin that asks for no sandbox", () => {
  it.live("cannot turn a pair of sockets to one of this machine [FLASH-SAND-07]", () =>
    Effect.gen(function* () {
      const { tries } = yield* confined()
      // Streams, datagrams, raw, and streams of messages; the answer to those that are refused is EACCES.
      const pair = (type: number) => ({
        run: ["perl", "-e", `print socketpair(A, B, 1, ${type}, 0) ? "made" : $! + 0`] as const
      })
      assert.deepStrictEqual(yield* tries(...[1, 2, 3, 5].map(pair)), ["made", "13", "13", "made"])
    }).pipe(Effect.scoped)
  )

  it.live("has no network, and everything else [FLASH-SAND-07]", () =>
    Effect.gen(function* () {
      const { home, tries } = yield* confined()
      const path = join(home, "socket")
      yield* listening(path)
      const { port } = yield* listening(0)
      assert.deepStrictEqual(
        yield* tries(
          { connect: port },
          { connect: path },
          { read: join(home, ".ssh", "id") },
          { write: join(home, "written") },
          { run: ["/bin/sh", "-c", "echo ran"] },
          { signal: process.pid },
          { variable: "FLASH_PLUGIN_PARENT_PID" }
        ),
        ["ECONNREFUSED", "EACCES", "key", "done", "ran", "done", String(process.pid)]
      )
    }).pipe(Effect.scoped)
  )

  it.live.each<Differences>([
    { sections: { capabilities: ["network"] } },
    { sections: { capabilities: ["subprocess"] } },
    { sections: { sandbox: {} }, choice: { enabled: false, execPaths: [] } }
  ])("is not confined with %j [FLASH-SAND-06, FLASH-SAND-07]", (differences) =>
    Effect.gen(function* () {
      const { home, tries } = yield* confined(differences)
      const { port } = yield* listening(0)
      assert.deepStrictEqual(yield* tries({ connect: port }, { read: join(home, ".ssh", "id") }), ["done", "key"])
    }).pipe(Effect.scoped)
  )
})

describe.runIf(enforcer._tag === "Bubblewrap")("A confined install", () => {
  it.live("writes below its own folders and the temporary ones, and reads no secret [FLASH-INST-02]", () =>
    Effect.gen(function* () {
      const { dataDir, home, installs, root } = yield* confined()
      const { port } = yield* listening(0)
      const { stdout } = yield* installs(
        [
          'try() { if (eval "$2") 2>/dev/null; then echo "$1 done"; else echo "$1 refused"; fi; }',
          `try root 'echo x > ${root}/made'`,
          `try data 'echo x > ${dataDir}/made'`,
          `try temporary 'rm "$(mktemp /tmp/lanyard-XXXXXX)"'`,
          `try home 'echo x > ${homedir()}/lanyard-made'`,
          `try usr 'echo x > /usr/made'`,
          `try notes 'cat ${home}/notes >/dev/null'`,
          `try key 'cat ${home}/.ssh/id'`,
          `try other 'cat ${home}/data/other/storage.json'`,
          `try machine 'echo x > /proc/self/comm'`,
          "try rights 'unshare --user true'",
          `try network '${process.execPath} -e "require(\\"net\\").connect(${port}, \\"127.0.0.1\\").on(\\"connect\\", function () { this.end() })"'`
        ].join("\n")
      )
      assert.deepStrictEqual(stdout.trim().split("\n"), [
        "root done",
        "data done",
        "temporary done",
        "home refused",
        "usr refused",
        "notes done",
        "key refused",
        "other refused",
        "machine refused",
        "rights refused",
        "network done"
      ])
      assert.isFalse(existsSync(join(homedir(), "lanyard-made")))
    }).pipe(Effect.scoped)
  )
})
