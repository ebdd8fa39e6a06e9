/** What a run knows of the machine and of itself; read once, so that nothing changes under a program that runs. */
import type { Definition } from "@lanyard/sos-module"
import { Context } from "effect"

/** Variables by name, as a system holds them. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The facts of one run. */
export class RunHost extends Context.Service<
  RunHost,
  {
    /** The folder that `${workspace}` stands for, absolute and with links resolved: where the run was started. */
    readonly workspace: string
    /** The environment of this process; of it children get what a definition names, and PATH. */
    readonly variables: Variables
    /** The system that programs are started on. */
    readonly target: Definition.Target
    /** The version that modules are told. */
    readonly sosVersion: string
    /** The name of this run, which the ids of its calls begin with. */
    readonly runId: string
  }
>()("@lanyard/sos-runtime/RunHost") {}
