/** Where the lines of a probe are typed, and where what happens is shown. */
import type { Probe } from "@lanyard/flash-testkit"
import { Context } from "effect"

/** The console that a person, or a script, talks to a plugin by. */
export class ProbeConsole extends Context.Service<ProbeConsole, Probe.Console>()("@lanyard/flash-cli/ProbeConsole") {}
