/**
 * A policy as arguments of `bwrap`. Files are what is mounted: everything, read-only; nothing over secrets and over folders of
 * programs; and what is allowed below these on top. Mounts are made from the outside in, for the inner one is what counts.
 *
 * Where this differs from Seatbelt:
 *
 * - Sockets of the machine stay closed to `network`, and pipes with a name can be written wherever they are seen.
 * - Where `unshare` does not help, what is mounted after the start is seen and can be written.
 * - A plugin that names no tool starts no process at all, and one that names some may run what lies outside of the folders for
 *   programs or what it wrote itself, in the same sandbox. The programs that start it can be run.
 * - Secrets that appear after the start are seen, and PWD is set.
 * - A program that a signal ended is told as one that exited with 128 and the signal's number, unless the signal was SIGKILL.
 */
import type { Bubblewrap, Filters } from "./Enforcer.ts"
import * as Paths from "./Paths.ts"
import type { Policy, Program } from "./Policy.ts"

/** The program under a policy, as a command. */
export const command = (
  { executable, filters, starters: { env, nice }, unshare }: Bubblewrap,
  policy: Policy,
  program: readonly [executable: string, ...args: ReadonlyArray<string>]
): readonly [executable: string, ...args: ReadonlyArray<string>] => [
  ...shell,
  filterOf(policy, filters),
  ...(unshare === undefined || policy.purpose === "network_denied" ? [] : [unshare, ...detached]),
  executable,
  ...args(policy),
  "--",
  // The program would ignore SIGTERM as well. For `env` alone a path with a `=` is a variable.
  ...[env, "--default-signal=TERM", nice, "-n", "0"],
  ...program
]

/**
 * Starts the rest of its arguments with the file before them, a filter, open where `--seccomp` is told to find it. `bwrap`
 * stays and waits for its program, so a SIGTERM to their group must not end it first: it takes over that this is ignored.
 */
const shell: readonly [executable: string, option: string, script: string] = [
  "/bin/sh",
  "-c",
  `trap "" TERM; exec "$@" 3<"$0"`
]

/** Starts `bwrap` where no mount of the machine arrives any more: it would take over those that do, and as they are. */
const detached: ReadonlyArray<string> = [
  "--user",
  "--map-current-user",
  "--mount",
  ...["--propagation", "private"],
  "--"
]

/** What asks `bwrap` for the filter that the shell opened. */
const filtered: ReadonlyArray<string> = ["--seccomp", "3"]

/** The filter of system calls that a policy needs. */
export const filterOf = ({ purpose, hasTools }: Policy, filters: Filters): string => {
  if (purpose === "network_denied") return filters.network
  return purpose === "deny_default" && !hasTools ? filters.processes : filters.inspection
}

/** The arguments up to the program. */
export const args = (policy: Policy): ReadonlyArray<string> => {
  switch (policy.purpose) {
    case "network_denied":
      return [...confined, "--unshare-net", "--dev-bind", "/", "/", ...ending(policy)]
    case "deny_default":
      return [
        ...confined,
        "--unshare-ipc",
        ...(policy.network ? [] : ["--unshare-net"]),
        // It can be seen only where it may be signalled, and then it has to be.
        ...(policy.signal ? [] : ["--unshare-pid", "--die-with-parent", ...host]),
        ...readOnly,
        // Through the files of another process all of the system could be reached.
        ...(policy.signal ? ["--tmpfs", "/proc"] : ["--proc", "/proc"]),
        ...settingsKept,
        ...mounted(strict(policy)),
        ...ending(policy)
      ]
    case "install":
      return [
        ...confined,
        "--unshare-ipc",
        "--unshare-pid",
        ...host,
        ...readOnly,
        ...["--proc", "/proc"],
        ...settingsKept,
        ...mounted(installing(policy)),
        ...ending(policy)
      ]
  }
}

// No right that a namespace of users would give is left.
const confined: ReadonlyArray<string> = ["--unshare-user", "--cap-drop", "ALL"]

// In a namespace of processes the host is not seen; the first process there is, and it ends with the host.
const host: ReadonlyArray<string> = ["--setenv", "FLASH_PLUGIN_PARENT_PID", "1"]

const readOnly: ReadonlyArray<string> = ["--ro-bind", "/", "/", "--dev", "/dev", "--remount-ro", "/dev"]

// Settings of the machine are the files of root, who may be the user.
const settingsKept: ReadonlyArray<string> = ["--remount-ro", "/proc"]

const ending = ({ root }: Policy): ReadonlyArray<string> => ["--chdir", root, ...filtered]

interface Mount {
  readonly at: string
  /** What is seen there; nothing if not given. */
  readonly from?: string
  readonly isWritten?: boolean
}

const strict = (policy: Policy): ReadonlyArray<Mount> => {
  const { root, dataDir, programs } = policy
  const secrets = secretsOf(policy)
  const isOwn = (path: string) => Paths.isWithin(path, root) || Paths.isWithin(path, dataDir)
  const folders = policy.programFolders.filter((path) => !isOwn(path) && !holdsLibraries(path))
  const isHidden = (path: string) => folders.some((folder) => Paths.isWithin(path, folder))
  // A manifest that names a secret as a tool does not get to read it.
  const isSecret = (path: string) => !isOwn(path) && secrets.some((folder) => Paths.isWithin(path, folder))
  const tools = programs.flatMap(places).filter(({ at, from }) => isHidden(at) && !isSecret(at) && !isSecret(from))
  return [
    ...[...secrets, ...folders].map((at) => ({ at })),
    ...tools,
    { at: root, from: root },
    { at: dataDir, from: dataDir, isWritten: true }
  ]
}

const installing = (policy: Policy): ReadonlyArray<Mount> => [
  ...secretsOf(policy).map((at) => ({ at })),
  ...[policy.root, policy.dataDir, ...policy.temporary].map((at) => ({ at, from: at, isWritten: true }))
]

const secretsOf = ({ secrets, base }: Policy): ReadonlyArray<string> => [
  ...secrets.filter(({ isThere }) => isThere).map(({ path }) => path),
  base
]

const places = ({ path, target }: Program) => [path, target].map((at) => ({ at, from: target }))

/** What hides a program's folder must not hide what every program is loaded with. */
const holdsLibraries = (path: string): boolean =>
  ["/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64"].some((folder) => Paths.isWithin(folder, path))

const mounted = (mounts: ReadonlyArray<Mount>): ReadonlyArray<string> => {
  const byPlace = new Map(mounts.map((mount) => [mount.at, mount]))
  const inOrder = [...byPlace.values()].toSorted((a, b) => Paths.depth(a.at) - Paths.depth(b.at))
  return [
    ...inOrder.flatMap(({ at, from, isWritten }) =>
      from === undefined ? ["--tmpfs", at] : [isWritten ? "--bind" : "--ro-bind", from, at]
    ),
    // Only now, for what is allowed below them needed a place to be put.
    ...inOrder.filter(({ from }) => from === undefined).flatMap(({ at }) => ["--remount-ro", at])
  ]
}
