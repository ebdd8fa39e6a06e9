/** What process trees occupy, where the system tells. */
import { Families, ProcessRows } from "@lanyard/flash-host"
import { Context, Effect, Layer } from "effect"

/** Looks at memory. */
export class Memory extends Context.Service<
  Memory,
  {
    /** Resident bytes of each of these processes with everything below it; what is not seen is left out. */
    readonly of: (pids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, number>>
  }
>()("@lanyard/flash-cli/Memory") {
  /** Asks the system once for all of them. */
  static readonly layer: Layer.Layer<Memory, never, Families.ProcessSource> = Layer.effect(
    Memory,
    Effect.map(Families.ProcessSource, ({ all }) => ({
      of: (pids) =>
        Effect.match(all, {
          onFailure: () => new Map(),
          onSuccess: (readings) => new Map(pids.flatMap(sizeIn(readings)))
        })
    }))
  )
}

const sizeIn =
  (readings: ReadonlyArray<ProcessRows.Reading>) =>
  (pid: number): ReadonlyArray<readonly [number, number]> => {
    const members = ProcessRows.tree(readings, pid)
    return members.length === 0 ? [] : [[pid, members.reduce((sum, { memory }) => sum + memory, 0)]]
  }
