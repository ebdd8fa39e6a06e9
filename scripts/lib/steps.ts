/** One step of `scripts/check.ts`: a command to run, and how its outcome reads. */

/** A named command; `note` tells what it cannot see on this machine, and a step that `speaks` is heard also when it passes. */
export interface Step {
  readonly name: string
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly note?: string
  readonly speaks?: boolean
}

/** How a step ended; `output` is everything it printed, `millis` what it took. */
export interface Outcome {
  readonly step: Step
  readonly status: number
  readonly output: string
  readonly millis: number
}

/** What the table of steps depends on: the Node to run scripts with, and the type checker that knows Effect, if installed. */
export interface Tools {
  readonly node: string
  readonly effectTypes: string | undefined
}

const tsc = "node_modules/typescript/bin/tsc"
const biome = "node_modules/@biomejs/biome/bin/biome"

/** Lists the steps in the order in which a reader wants to hear of their failures. */
export const steps = ({ node, effectTypes }: Tools): ReadonlyArray<Step> => [
  { name: "types of the sources", program: node, args: [tsc, "-b"] },
  effectTypes === undefined
    ? {
        name: "types of everything",
        program: node,
        args: [tsc, "-p", "tsconfig.test.json"],
        note: "Effect diagnostics (a floating effect, a missing yield*) are unavailable: @effect/tsgo, a dependency for Linux x64 only, is not installed; plain tsc checks the types"
      }
    : { name: "types and Effect diagnostics of everything", program: effectTypes, args: ["-p", "tsconfig.test.json"] },
  { name: "lint and format", program: node, args: [biome, "check", "--error-on-warnings", "."] },
  { name: "dependency rules", program: node, args: ["scripts/check-dependencies.ts"] },
  { name: "sizes", program: node, args: ["scripts/check-size.ts"] },
  { name: "requirements and their tests", program: node, args: ["scripts/check-requirements.ts"], speaks: true },
  { name: "examples in the documentation", program: node, args: ["scripts/check-docs.ts"] },
  { name: "generated protocol constants", program: node, args: ["scripts/generate-protocol.ts", "--check"] },
  { name: "generated requirements", program: node, args: ["scripts/generate-requirements.ts", "--check"] },
  { name: "JSON Schema of the manifest", program: node, args: ["scripts/generate-manifest-schema.ts", "--check"] },
  { name: "JSON Schema of sos.toml", program: node, args: ["scripts/generate-project-schema.ts", "--check"] },
  { name: "JSON Schema of module.sos.toml", program: node, args: ["scripts/generate-definition-schema.ts", "--check"] }
]

/** Prints one line for a step, its note if it has one, and its output when it failed or speaks. */
export const report = ({ step, status, output, millis }: Outcome): string => {
  const head = `${status === 0 ? "ok  " : "FAIL"} ${step.name} (${(millis / 1000).toFixed(1)} s)`
  const note = step.note === undefined ? [] : [`     note: ${step.note}`]
  const said = output.trim() === "" ? `exit status ${status}, no output` : output.trim()
  const body = status === 0 && step.speaks !== true ? [] : [indent(said)]
  return [head, ...note, ...body].join("\n")
}

/** Sums up a whole check in its last line. */
export const summary = (outcomes: ReadonlyArray<Outcome>): string => {
  const failed = outcomes.filter((outcome) => outcome.status !== 0)
  return failed.length === 0
    ? `Checks passed: all ${outcomes.length}.`
    : `Checks failed: ${failed.length} of ${outcomes.length} (${failed.map(({ step }) => step.name).join("; ")}).`
}

const indent = (text: string) => text.replaceAll(/^/gm, "     ")
