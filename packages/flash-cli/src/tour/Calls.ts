/** The steps in which the tour asks plugins for something. Each tells whether it went as told. */
import { HostEvent, PluginHost } from "@lanyard/flash-host"
import { Deadlines, type Perform, type PerformParams } from "@lanyard/flash-protocol"
import { Effect } from "effect"
import * as Amounts from "../rendering/Amounts.ts"
import { EVALUATOR, KEEPER, PATIENCE } from "./Cast.ts"
import * as Rendering from "./Rendering.ts"
import * as Screen from "./Screen.ts"
import * as Watch from "./Watch.ts"

/** How often the input is evaluated at most: on a busy machine an answer can miss its short deadline. */
const INPUTS = 10

/** Shows what the keeper published. */
export const catalog = Effect.fn("Tour.catalog")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  yield* Screen.heading(`Catalog that ${KEEPER} published`)
  if (!(yield* isRunning(KEEPER))) return false
  const published = yield* watch.until(
    (seen) => seen.some(({ event }) => HostEvent.$is("Published")(event) && event.plugin === KEEPER),
    PATIENCE
  )
  const rows = yield* host.catalog(KEEPER)
  const shown = Rendering.table(rows.map(({ title, url }) => [title, url ?? ""]))
  yield* Screen.lines(...(shown.length === 0 ? [`  ${KEEPER} published nothing`] : shown))
  return published && rows.length > 0
})

/** Evaluates until there is an answer. A machine without the evaluator's program is no reason to call the tour unsound. */
export const evaluate = Effect.fn("Tour.evaluate")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const { query: deadline } = yield* Deadlines.Table
  const query = "(2 + 3) * 4.5"
  yield* Screen.heading(`Evaluate "${query}" within ${deadline} ms`)
  if (!(yield* isRunning(EVALUATOR))) return Watch.lacksProgram(yield* watch.seen, EVALUATOR)
  for (let input = 1; input <= INPUTS; input++) {
    const from = yield* Watch.now
    const evaluations = yield* host.evaluate({ query, scope: "all", surface: "tour" })
    const spent = Amounts.millis((yield* Watch.now) - from)
    const rows = evaluations.flatMap(({ plugin, answers }) =>
      answers.map(({ title, effect }) => [plugin, title, `${effect.type} "${effect.text}"`, spent])
    )
    if (rows.length > 0) {
      yield* Screen.lines(...Rendering.table(rows))
      return true
    }
    yield* Screen.lines(`  ${EVALUATOR}   no answer in time, as after a key pressed too soon`)
  }
  return false
})

const command: PerformParams.Params = {
  kind: "command",
  command: KEEPER,
  subcommand: "add",
  args: ["Lanyard", "https://example.com/lanyard"],
  raw: "Lanyard https://example.com/lanyard"
}

/** Has the keeper perform a command that changes its catalog. */
export const perform = Effect.gen(function* () {
  const host = yield* PluginHost
  yield* Screen.heading(`Perform the command "${KEEPER} add Lanyard …"`)
  if (!(yield* isRunning(KEEPER))) return false
  const before = (yield* host.catalog(KEEPER)).length
  const outcome = yield* host.perform(KEEPER, command)
  const after = (yield* host.catalog(KEEPER)).length
  yield* Screen.lines(`  ${KEEPER}   ${told(outcome)}   catalog: ${before} → ${Amounts.counted(after, "row")}`)
  return outcome._tag === "Performed"
})

/** Whether a plugin can be called; says so when it cannot. */
const isRunning = Effect.fnUntraced(function* (wanted: string) {
  const host = yield* PluginHost
  const running = (yield* host.status).some(({ plugin, state }) => plugin === wanted && state._tag === "Running")
  if (!running) yield* Screen.lines(`  ${wanted} is not running`)
  return running
})

const told = (outcome: Perform.Outcome): string => {
  switch (outcome._tag) {
    case "Performed":
      return `performed: ${outcome.message ?? "done"}`
    case "Unhandled":
      return "unhandled"
    case "Failed":
      return `failed: ${outcome.error}`
  }
}
