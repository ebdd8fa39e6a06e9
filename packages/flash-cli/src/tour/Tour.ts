/**
 * The main job on real plugins, told as it happens: start, catalog, evaluate, perform, a loss and its recovery, the stop
 * ladder, and a look at the process table at the end.
 */
import { PluginHost } from "@lanyard/flash-host"
import { Deadlines, type Perform, type PerformParams } from "@lanyard/flash-protocol"
import { Effect, Option } from "effect"
import * as Rendering from "./Rendering.ts"
import * as Screen from "./Screen.ts"
import { TourSystem } from "./TourSystem.ts"
import * as Watch from "./Watch.ts"

/** The plugin that the tour kills, and whose catalog and command it shows. */
const KEEPER = "bookmarks"

/** The plugin that answers input. */
const EVALUATOR = "calculator"

/** How often the input is evaluated at most: on a busy machine an answer can miss its short deadline. */
const INPUTS = 10

/** Milliseconds to wait for what should take a fraction of it. */
const PATIENCE = 8000

/** Runs the whole tour on the host's plugins; returns whether everything went as told. */
export const run = Effect.gen(function* () {
  const host = yield* PluginHost
  const watch = yield* Watch.begin
  const started = yield* start(watch)
  yield* catalog(watch)
  yield* evaluate
  yield* perform
  const recovered = yield* lose(watch)
  yield* stop(watch)
  return (
    (yield* proof(watch)) && started && recovered && (yield* host.status).every(({ state }) => state._tag === "Stopped")
  )
}).pipe(Effect.scoped)

const heading = (text: string) => Effect.flatMap(Screen.Marks, ({ title }) => Screen.lines("", title(text)))

const start = Effect.fn("Tour.start")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const { good, bad } = yield* Screen.Marks
  const plugins = (yield* host.status).map(({ plugin }) => plugin)
  yield* heading(`Start ${Rendering.counted(plugins.length, "plugin")}, each a process group of its own`)
  yield* host.start
  const settled = (seen: ReadonlyArray<Watch.Seen>) =>
    plugins.every((plugin) =>
      seen.some(({ event }) => event.plugin === plugin && (event._tag === "Ready" || event._tag === "AttemptFailed"))
    )
  yield* watch.until(settled, PATIENCE)
  const seen = yield* watch.seen
  const rows = (yield* host.status).map(({ plugin, state, pid }) => {
    const ready = seen.map(({ event }) => event).find((event) => event._tag === "Ready" && event.plugin === plugin)
    const failed = seen
      .map(({ event }) => event)
      .find((event) => event._tag === "AttemptFailed" && event.plugin === plugin)
    return [
      plugin,
      state._tag.toLowerCase(),
      Option.match(pid, { onNone: () => "no process", onSome: (id) => `pid ${id}` }),
      ready?._tag === "Ready" ? `ready after ${Rendering.millis(ready.elapsed)}` : "",
      failed?._tag === "AttemptFailed" ? `${Rendering.failure(failed.failure)}; the rest of the tour goes on` : ""
    ]
  })
  yield* Effect.forEach(Rendering.table(rows), (line) =>
    Screen.lines(line.includes("no process") ? bad(line) : good(line))
  )
  return seen.some(({ event }) => event._tag === "Ready" && event.plugin === KEEPER)
})

const catalog = Effect.fn("Tour.catalog")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const published = ({ event }: Watch.Seen) => event._tag === "Published" && event.plugin === KEEPER
  yield* watch.until((seen) => seen.some(published), PATIENCE)
  const rows = yield* host.catalog(KEEPER)
  yield* heading(`Catalog that ${KEEPER} published`)
  yield* Screen.lines(...Rendering.table(rows.map(({ title, url }) => [title, url ?? ""])))
})

const evaluate = Effect.gen(function* () {
  const host = yield* PluginHost
  const { query: deadline } = yield* Deadlines.Table
  const query = "(2 + 3) * 4.5"
  yield* heading(`Evaluate "${query}" within ${deadline} ms`)
  const running = (yield* host.status).some(({ plugin, state }) => plugin === EVALUATOR && state._tag === "Running")
  if (!running) return yield* Screen.lines(`  ${EVALUATOR} is not running`)
  for (let input = 1; input <= INPUTS; input++) {
    const from = yield* Watch.now
    const evaluations = yield* host.evaluate({ query, scope: "all", surface: "tour" })
    const spent = Rendering.millis((yield* Watch.now) - from)
    const rows = evaluations.flatMap(({ plugin, answers }) =>
      answers.map(({ title, effect }) => [plugin, title, `${effect.type} "${effect.text}"`, spent])
    )
    if (rows.length > 0) return yield* Screen.lines(...Rendering.table(rows))
    yield* Screen.lines(`  ${EVALUATOR}   no answer in time, as after a key pressed too soon`)
  }
})

const command: PerformParams.Params = {
  kind: "command",
  command: KEEPER,
  subcommand: "add",
  args: ["Lanyard", "https://example.com/lanyard"],
  raw: "Lanyard https://example.com/lanyard"
}

const perform = Effect.gen(function* () {
  const host = yield* PluginHost
  yield* heading(`Perform the command "${KEEPER} add Lanyard …"`)
  const before = (yield* host.catalog(KEEPER)).length
  const outcome = yield* host.perform(KEEPER, command)
  const after = (yield* host.catalog(KEEPER)).length
  yield* Screen.lines(`  ${KEEPER}   ${told(outcome)}   catalog: ${before} → ${Rendering.counted(after, "row")}`)
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

const lose = Effect.fn("Tour.lose")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const system = yield* TourSystem
  const { faint } = yield* Screen.Marks
  yield* heading(`Kill ${KEEPER} behind the host's back`)
  const pid = Option.flatten(
    Option.map(Option.fromNullishOr((yield* host.status).find(({ plugin }) => plugin === KEEPER)), ({ pid }) => pid)
  )
  if (Option.isNone(pid)) {
    yield* Screen.lines(`  ${KEEPER} is not running`)
    return false
  }
  const known = (yield* watch.seen).length
  const later = (seen: ReadonlyArray<Watch.Seen>) => seen.slice(known).filter(({ event }) => event.plugin === KEEPER)
  const from = yield* Watch.now
  yield* system.kill(pid.value)
  const recovered = yield* watch.until((seen) => later(seen).some(({ event }) => event._tag === "Ready"), PATIENCE)
  for (const { at, event } of later(yield* watch.seen)) {
    const line = Rendering.event(event)
    if (line !== undefined) yield* Screen.lines(`  ${faint(Rendering.millis(at - from).padStart(8))}   ${line}`)
  }
  const rows = (yield* host.catalog(KEEPER)).length
  yield* Screen.lines(`  ${"".padStart(8)}   its catalog was served all along: ${Rendering.counted(rows, "row")}`)
  return recovered
})

const stop = Effect.fn("Tour.stop")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  yield* heading("Stop everything: end of input, 1 s, SIGTERM, 0.5 s, SIGKILL, each to the whole group")
  const system = yield* TourSystem
  const pids = (yield* host.status).flatMap(({ pid }) => Option.toArray(pid))
  const members = yield* system.running(pids)
  yield* Screen.lines(
    `  before: ${Rendering.counted(members.length, "process")} in ${Rendering.counted(pids.length, "group")}`
  )
  const known = (yield* watch.seen).length
  const from = yield* Watch.now
  yield* host.stop
  const spent = (yield* Watch.now) - from
  const rows = (yield* watch.seen)
    .slice(known)
    .flatMap(({ event }) => (event._tag === "Stopped" ? [[event.plugin, Rendering.stop(event.report)]] : []))
  yield* Screen.lines(...Rendering.table(rows), `  all at once: ${Rendering.millis(spent)}`)
})

const proof = Effect.fn("Tour.proof")(function* (watch: Watch.Watch) {
  const system = yield* TourSystem
  const { good, bad } = yield* Screen.Marks
  yield* heading("What is left in the process table")
  const groups = (yield* watch.seen).flatMap(({ event }) => (event._tag === "Launched" ? [event.pid] : []))
  const left = yield* system.running(groups)
  yield* Screen.lines(
    left.length === 0
      ? good(`  nothing: the groups ${groups.join(", ")} have no running member`)
      : bad(`  still running: ${left.map(({ pid, name }) => `${name} (pid ${pid})`).join(", ")}`)
  )
  return left.length === 0
})
