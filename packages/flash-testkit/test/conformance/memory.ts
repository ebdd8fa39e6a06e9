/** Plugins that are loops of this process as subjects of a conformance run or a probe. */
import { Manifest } from "@lanyard/flash-protocol"
import { Effect, Result } from "effect"
import type { Subject } from "../../src/conformance/Subject.ts"

const manifest = { id: "one", name: "One", version: "1", description: "One.", exec: ["one"] }

/** A subject with these surfaces; whatever it is started with is made up. */
export const subjectOf = (surfaces: object): Subject => ({
  manifest: Result.getOrThrow(Manifest.parse(new TextEncoder().encode(JSON.stringify({ ...manifest, ...surfaces })))),
  executable: "/none",
  args: [],
  cwd: "/",
  variables: {},
  hostPid: 1,
  dataFolder: Effect.succeed("/none")
})
