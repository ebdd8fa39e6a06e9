/** The process package on Node: real children, and programs looked up among real files. */
import { spawn } from "node:child_process"
import { Layer } from "effect"
import { Spawner } from "./Child.ts"
import * as Executable from "./Executable.ts"
import * as Inherited from "./node/Inherited.ts"
import * as PosixGroup from "./node/PosixGroup.ts"
import { type ProcessTable, proc } from "./node/ProcessTable.ts"
import * as ProgramFiles from "./node/ProgramFiles.ts"
import * as NodeSpawner from "./node/Spawner.ts"
import * as WindowsGroup from "./node/WindowsGroup.ts"

/** The processes of this system, where it shows them; undefined elsewhere. */
export const processTable: ProcessTable | undefined = process.platform === "linux" ? proc : undefined

const windows = process.platform === "win32"

const posix: PosixGroup.GroupSystem =
  processTable === undefined ? { kill: PosixGroup.kill } : { kill: PosixGroup.kill, table: processTable }

// Windows starts a file by its suffix and has nothing to fall back to.
const needsShell = windows ? () => false : ProgramFiles.needsShell

const group: NodeSpawner.System["group"] = windows
  ? (pid, hasExited) => WindowsGroup.make(WindowsGroup.taskKill, pid, hasExited)
  : (pid, hasExited) => PosixGroup.make(posix, pid, hasExited)

// What other systems pass on is left to Node.
const stdio = process.platform === "linux" ? Inherited.proc : Inherited.pipes

/** Starts real children and looks at real files. */
export const layer = Layer.mergeAll(
  Layer.succeed(Spawner, NodeSpawner.make({ spawn, needsShell, detached: !windows, stdio, group })),
  Layer.succeed(Executable.ProgramFiles, { look: ProgramFiles.look(needsShell), real: ProgramFiles.real }),
  Layer.succeed(Executable.CurrentPathRules, windows ? Executable.windows : Executable.posix)
)

export * as Leftovers from "./node/Leftovers.ts"
