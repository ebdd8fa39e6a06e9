/** The steps in which the tour starts, loses and stops plugins. Each tells whether it went as told. */
import { HostEvent, PluginHost } from "@lanyard/flash-host"
import { Effect, Option } from "effect"
import { Killer } from "../Killer.ts"
import * as Amounts from "../rendering/Amounts.ts"
import * as Failures from "../rendering/Failures.ts"
import { confinement } from "../rendering/Plugins.ts"
import { Marks } from "../rendering/Style.ts"
import { KEEPER, PATIENCE } from "./Cast.ts"
import * as Rendering from "./Rendering.ts"
import * as Screen from "./Screen.ts"
import { TourSystem } from "./TourSystem.ts"
import * as Watch from "./Watch.ts"

/** Starts every plugin. One whose program this machine lacks is named, and the tour goes on without it. */
export const start = Effect.fn("Tour.start")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const { good, bad } = yield* Marks
  const plugins = (yield* host.status).map(({ plugin }) => plugin)
  yield* Screen.heading(`Start ${Amounts.counted(plugins.length, "plugin")}, each a process group of its own`)
  yield* host.start
  const settled = (seen: ReadonlyArray<Watch.Seen>) =>
    plugins.every((plugin) => readyOf(seen, plugin) !== undefined || failureOf(seen, plugin) !== undefined)
  yield* watch.until(settled, PATIENCE)
  const seen = yield* watch.seen
  for (const line of Rendering.table(
    (yield* host.status).map(({ plugin, state, pid, sandbox }) => {
      const ready = readyOf(seen, plugin)
      const failed = failureOf(seen, plugin)
      return [
        plugin,
        Rendering.stateName(state),
        Option.match(pid, { onNone: () => "no process", onSome: (id) => `pid ${id}` }),
        ready === undefined ? "" : `ready after ${Amounts.millis(ready.elapsed)}`,
        ready === undefined ? "" : confinement(sandbox),
        failed === undefined ? "" : `${Failures.failure(failed.failure)}; the rest of the tour goes on`
      ]
    })
  )) {
    yield* Screen.lines(line.includes("no process") ? bad(line) : good(line))
  }
  return plugins.every(
    (plugin) => readyOf(seen, plugin) !== undefined || (plugin !== KEEPER && Watch.lacksProgram(seen, plugin))
  )
})

const readyOf = (seen: ReadonlyArray<Watch.Seen>, plugin: string) =>
  seen
    .map(({ event }) => event)
    .filter(HostEvent.$is("Ready"))
    .find((event) => event.plugin === plugin)

const failureOf = (seen: ReadonlyArray<Watch.Seen>, plugin: string) =>
  seen
    .map(({ event }) => event)
    .filter(HostEvent.$is("AttemptFailed"))
    .find((event) => event.plugin === plugin)

/** Kills the keeper behind the host's back, and reads its catalog while nothing of it runs. */
export const lose = Effect.fn("Tour.lose")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const killer = yield* Killer
  const { faint } = yield* Marks
  yield* Screen.heading(`Kill ${KEEPER} behind the host's back`)
  const { pid } = yield* keeper
  if (Option.isNone(pid)) {
    yield* Screen.lines(`  ${KEEPER} is not running`)
    return false
  }
  const published = (yield* host.catalog(KEEPER)).length
  const known = (yield* watch.seen).length
  const later = (seen: ReadonlyArray<Watch.Seen>) => seen.slice(known).filter(({ event }) => event.plugin === KEEPER)
  const from = yield* Watch.now
  const tell = (text: string, at?: number) =>
    Screen.lines(`  ${faint((at === undefined ? "" : Amounts.millis(at - from)).padStart(8))}   ${text}`)
  const tellAll = (seen: ReadonlyArray<Watch.Seen>) =>
    Effect.forEach(seen, ({ at, event }) => {
      const line = Rendering.event(event)
      return line === undefined ? Effect.void : tell(line, at)
    })

  yield* killer.kill(pid.value)
  yield* watch.until((seen) => later(seen).some(({ event }) => isBackoff(event)), PATIENCE)
  const told = later(yield* watch.seen)
  yield* tellAll(told)
  // Read between two looks at the same backoff, so that no other attempt can have published what is shown.
  const before = yield* keeper
  const at = yield* Watch.now
  const rows = (yield* host.catalog(KEEPER)).length
  const after = yield* keeper
  const served =
    before.state._tag === "Backoff" && before.state.generation === after.state.generation && rows === published
  yield* served
    ? tell(`its catalog is served meanwhile: ${Amounts.counted(rows, "row")}`, at)
    : tell(`its catalog is not seen to be served meanwhile: ${Amounts.counted(rows, "row")}, ${published} before`, at)
  const recovered = yield* watch.until((seen) => later(seen).some(({ event }) => event._tag === "Ready"), PATIENCE)
  yield* tellAll(later(yield* watch.seen).slice(told.length))
  return served && recovered
})

const keeper = Effect.gen(function* () {
  const host = yield* PluginHost
  return yield* Effect.fromNullishOr((yield* host.status).find(({ plugin }) => plugin === KEEPER))
}).pipe(Effect.orDie)

const isBackoff = (event: HostEvent) => event._tag === "StateChanged" && event.state._tag === "Backoff"

/** Stops every plugin in one grace and tells each step of each stop. */
export const stop = Effect.fn("Tour.stop")(function* (watch: Watch.Watch) {
  const host = yield* PluginHost
  const system = yield* TourSystem
  yield* Screen.heading("Stop everything: end of input, 1 s, SIGTERM, 0.5 s, SIGKILL, each to the whole group")
  const pids = (yield* host.status).flatMap(({ pid }) => Option.toArray(pid))
  yield* Screen.lines(`  before: ${Rendering.members(yield* system.look(pids), pids)}`)
  const from = yield* Watch.now
  yield* host.stop
  const spent = (yield* Watch.now) - from
  const reports = (seen: ReadonlyArray<Watch.Seen>) =>
    seen
      .map(({ event }) => event)
      .filter(HostEvent.$is("Stopped"))
      .filter(({ pid }) => pids.includes(pid))
  const reported = yield* watch.until((seen) => reports(seen).length === pids.length, PATIENCE)
  const stopped = reports(yield* watch.seen)
  const rows = stopped.map(({ plugin, report }) => [plugin, Rendering.stop(report)])
  yield* Screen.lines(...Rendering.table(rows), `  all at once: ${Amounts.millis(spent)}`)
  if (!reported) yield* Screen.lines(`  not told: the stop of ${pids.length - stopped.length} of ${pids.length}`)
  return (
    reported &&
    stopped.every(({ report }) => report.survivors.length === 0) &&
    (yield* host.status).every(({ state }) => state._tag === "Stopped")
  )
})

/** Looks for members of every group that there ever was. */
export const proof = Effect.fn("Tour.proof")(function* (watch: Watch.Watch) {
  const system = yield* TourSystem
  const { good, bad } = yield* Marks
  yield* Screen.heading("What is left of the process groups")
  const groups = (yield* watch.seen).flatMap(({ event }) => (event._tag === "Launched" ? [event.pid] : []))
  const { clean, text } = Rendering.leftovers(yield* system.look(groups), groups)
  yield* Screen.lines(clean ? good(`  ${text}`) : bad(`  ${text}`))
  return clean
})
