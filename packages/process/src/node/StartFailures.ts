/** Why the system refused to start a program, told by its error code and by a look at what the code leaves open. */
import { stat } from "node:fs/promises"
import { Effect } from "effect"
import type { ChildSpec } from "../ChildSpec.ts"
import {
  ArgumentsTooBig,
  ExecutableBusy,
  ExecutableNotFound,
  ExecutableNotPermitted,
  InterpreterNotFound,
  SpawnFailed,
  type StartFailure,
  SystemLimitReached,
  WorkingDirectoryMissing
} from "../ProcessError.ts"

/** Turns an error code of `spawn` into the failure that it stands for. */
export const fromCode = (spec: ChildSpec, code: string): Effect.Effect<StartFailure> => {
  const { executable, cwd } = spec
  switch (code) {
    case "ENOEXEC":
      return Effect.succeed(new ExecutableNotPermitted({ executable }))
    case "E2BIG":
      return Effect.succeed(new ArgumentsTooBig({ executable }))
    case "ETXTBSY":
      return Effect.succeed(new ExecutableBusy({ executable }))
    case "EMFILE":
    case "ENFILE":
    case "EAGAIN":
    case "ENOMEM":
      return Effect.succeed(new SystemLimitReached({ executable, limit: code }))
    case "ENOENT":
    case "ENOTDIR":
    case "EACCES":
    case "EPERM":
      return Effect.map(look(spec), (seen): StartFailure => {
        if (!seen.directory) return new WorkingDirectoryMissing({ directory: cwd })
        if (code === "EACCES" || code === "EPERM") return new ExecutableNotPermitted({ executable })
        return seen.executable ? new InterpreterNotFound({ executable }) : new ExecutableNotFound({ executable })
      })
    default:
      return Effect.succeed(new SpawnFailed({ executable, code }))
  }
}

// The system answers with the same codes for the directory, the program and the interpreter that the program names.
// The dot asks whether the directory may be entered, too.
const look = ({ executable, cwd }: ChildSpec) =>
  Effect.all({
    directory: isKind(`${cwd}/.`, "isDirectory"),
    executable: isKind(executable, "isFile")
  })

const isKind = (path: string, kind: "isDirectory" | "isFile") =>
  Effect.promise(() =>
    stat(path).then(
      (found) => found[kind](),
      () => false
    )
  )
