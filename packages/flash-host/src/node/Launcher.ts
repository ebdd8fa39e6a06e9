/** Starts programs of the user's session that nobody owns. */
import { spawn } from "node:child_process"
import { Environment } from "@lanyard/process"
import { Effect } from "effect"
import { type Launcher, type Programs, type Task, TaskRefused } from "../hostcalls/Desktop.ts"
import { errorCode } from "./ErrorCode.ts"

const systemOf = (platform: NodeJS.Platform): keyof Programs | undefined => {
  switch (platform) {
    case "darwin":
      return "macos"
    case "win32":
      return undefined
    default:
      return "freedesktop"
  }
}

// Without outputs: an app that writes to a pipe whose reader has gone would die of it.
const start = ({ executable, args, environment, stdin }: Task) =>
  spawn(executable, args, {
    cwd: "/",
    env: Environment.toRecord(environment),
    stdio: [stdin === "" ? "ignore" : "pipe", "ignore", "ignore"],
    detached: true
  })

const run = (task: Task): Effect.Effect<number | undefined, TaskRefused> =>
  Effect.flatMap(
    Effect.try({ try: () => start(task), catch: (error) => new TaskRefused({ code: errorCode(error) }) }),
    (child) =>
      Effect.callback<number | undefined, TaskRefused>((resume) => {
        child.once("error", (error) => resume(Effect.fail(new TaskRefused({ code: errorCode(error) }))))
        child.once("exit", (code) => resume(Effect.succeed(code ?? undefined)))
        // One that does not read to the end says by its status whether it had enough.
        child.stdin?.on("error", () => {}).end(task.stdin)
        return Effect.sync(() => (task.stays ? child.unref() : kill(child.pid)))
      })
  )

const kill = (group: number | undefined): void => {
  if (group === undefined) return
  // Node throws what the system answers; a group that is gone needs no signal.
  try {
    process.kill(-group, "SIGKILL")
  } catch {}
}

/** Starts programs on this system. */
export const launcher: Launcher["Service"] = { system: systemOf(process.platform), run }
