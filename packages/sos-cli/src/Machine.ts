/** What running modules needs of this machine. It is made by the commands that run some, so that no other one looks at anything. */
import type { Launching } from "@lanyard/sos-runtime"
import { Context, type Layer } from "effect"

/** Makes the services that programs are found, authorised and started with. */
export class Machine extends Context.Service<Machine, { readonly services: Layer.Layer<Launching.Services> }>()(
  "@lanyard/sos-cli/Machine"
) {}
