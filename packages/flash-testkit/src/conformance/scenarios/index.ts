/** Every scenario, in the order in which a report shows them, and what holds throughout. */
import type { Scenario } from "../Scenario.ts"
import { calling } from "./Calling.ts"
import { envelopes } from "./Envelopes.ts"
import { evaluating } from "./Evaluating.ts"
import { framing, lineCap, strictness } from "./Framing.ts"
import { handshakes, mismatches } from "./Handshakes.ts"
import { hearing } from "./Hearing.ts"
import { hinting } from "./Hinting.ts"
import { performing } from "./Performing.ts"
import { polling } from "./Polling.ts"
import { searching } from "./Searching.ts"
import { orphaned, shutdown } from "./Shutdowns.ts"
import { tracing } from "./Tracing.ts"

export { throughout } from "./Throughout.ts"

/** One life of the plugin each. */
export const scenarios: ReadonlyArray<Scenario> = [
  handshakes,
  ...mismatches,
  framing,
  lineCap,
  strictness,
  envelopes,
  evaluating,
  searching,
  hinting,
  performing,
  hearing,
  polling,
  ...calling,
  tracing,
  shutdown,
  orphaned
]
