/**
 * Process trees as people write them, each as a script; a live suite plays the same trees as programs of the same names.
 * Every one of them says `ready` on stdout once it takes end of input and signals the way it means to.
 */
import type { ChildExit } from "../Child.ts"
import type { StopStep } from "../Termination.ts"
import { dies, exits, type Script } from "./Script.ts"

/** A tree, and what stopping it must report. */
export interface Tree {
  readonly name: string
  /** What it does, as the end of a test's title. */
  readonly does: string
  readonly script: Script
  readonly steps: ReadonlyArray<Pick<StopStep, "rung" | "delivered">>
  readonly exit: ChildExit
  /** It ends by itself, and is stopped after its exit was seen. */
  readonly endsFirst?: boolean
}

const input: Tree["steps"] = [{ rung: "end of input", delivered: true }]
const untilTerm: Tree["steps"] = [...input, { rung: "SIGTERM", delivered: true }]
const untilKill: Tree["steps"] = [...untilTerm, { rung: "SIGKILL", delivered: true }]
const ready: Script = { emits: [{ at: 0, text: "ready\n" }] }
const unmoved: Script = { ...ready, onEndOfInput: "ignores", onSigterm: "ignores" }

/** Ignores end of input and SIGTERM, and so does its grandchild. */
export const stubborn: Tree = {
  name: "stubborn",
  does: "ignores end of input and SIGTERM together with its grandchild",
  script: { ...unmoved, group: [{ name: "grandchild", onSigterm: "ignores", holdsOutput: true }] },
  steps: untilKill,
  exit: dies(0, "SIGKILL").exit
}

/** Leaves as soon as its input ends. */
export const obedient: Tree = {
  name: "obedient",
  does: "exits when its input ends",
  script: { ...ready, onEndOfInput: exits(0) },
  steps: input,
  exit: exits(0).exit
}

/** All trees. */
export const all: ReadonlyArray<Tree> = [
  obedient,
  {
    name: "flushing",
    does: "needs 900 ms after end of input to flush (B005, B006)",
    script: { ...ready, onEndOfInput: exits(900) },
    steps: input,
    exit: exits(0).exit
  },
  {
    name: "deaf",
    does: "exits on SIGTERM only",
    script: { ...ready, onEndOfInput: "ignores", onSigterm: exits(0, 3) },
    steps: untilTerm,
    exit: exits(0, 3).exit
  },
  {
    name: "wrapper",
    does: "wraps the program that does the work (B001)",
    script: { ...ready, onEndOfInput: "ignores", group: [{ name: "program", holdsOutput: true }] },
    steps: untilTerm,
    exit: dies(0, "SIGTERM").exit
  },
  {
    name: "leaderless",
    does: "exits on SIGTERM while its grandchild ignores it (B002)",
    script: {
      ...ready,
      onEndOfInput: "ignores",
      onSigterm: exits(0),
      group: [{ name: "grandchild", onSigterm: "ignores", holdsOutput: true }]
    },
    steps: untilKill,
    exit: exits(0).exit
  },
  {
    name: "orphaning",
    does: "exits when its input ends while its grandchild stays",
    script: { ...ready, onEndOfInput: exits(0), group: [{ name: "grandchild" }] },
    steps: untilTerm,
    exit: exits(0).exit
  },
  stubborn,
  {
    name: "spinning",
    does: "keeps a processor busy and never reads (B007)",
    script: { ...unmoved, reads: false },
    steps: untilKill,
    exit: dies(0, "SIGKILL").exit
  },
  {
    name: "finished",
    does: "has ended by itself before",
    script: { ...ready, ends: exits(0, 7) },
    steps: [{ rung: "end of input", delivered: false }],
    exit: exits(0, 7).exit,
    endsFirst: true
  }
]
