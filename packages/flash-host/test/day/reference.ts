/**
 * What the contract says of a plugin's day, in as few words as it takes: no fibers, no clock, no processes. It knows the
 * lives of the plugin's attempts and when somebody reloads it, and tells what a host must have done.
 */
import { Constants, Deadlines } from "@lanyard/flash-protocol"
import { Life } from "./Life.ts"

/** A plugin's day. */
export interface Day {
  /** When each process was started, in milliseconds of the day. */
  readonly starts: ReadonlyArray<number>
  /** Tags of the failures, in order. */
  readonly failures: ReadonlyArray<string>
  /** How it ended. */
  readonly end: State
}

/** How a plugin stands. */
export interface State {
  readonly state: "Running" | "Starting" | "Backoff" | "Parked"
  /** Attempts and reloads so far. */
  readonly generation: number
  /** Failures that count against the budget at the end. */
  readonly counted: number
}

/** What a day is made of. */
export interface Plot {
  readonly life: (attempt: number) => Life
  /** When somebody reloads the plugin. */
  readonly reloads: ReadonlyArray<number>
  /** When the displays fall asleep, and when they wake: nobody is probed between the two. */
  readonly night: readonly [number, number]
  /** How long it has lasted, in milliseconds. */
  readonly length: number
}

const { restart } = Constants
const { idle_before_ping: silence, sweep } = Constants.liveness
const deadlines = Deadlines.make()

/** When and how a life that starts at a time fails. */
const failureOf = (life: Life, start: number, night: Plot["night"]): { readonly at: number; readonly tag: string } =>
  Life.$match(life, {
    Crashes: ({ after }) => ({ at: start + after, tag: "PluginExited" }),
    Quits: ({ after }) => ({ at: start + after, tag: "PluginExited" }),
    Mutes: () => ({ at: start + deadlines.startup, tag: "HandshakeUnanswered" }),
    Hangs: ({ probes }) => ({ at: missedProbe(start, probes, night) + deadlines.ping, tag: "PingMissed" }),
    Refuses: () => ({ at: start, tag: "HandshakeRejected" })
  })

/** The first probe that is not answered. */
const missedProbe = (start: number, answered: number, night: Plot["night"]): number => {
  let lastFrame = start
  for (let probes = 0; ; probes++) {
    const probe = sweepFrom(lastFrame + silence, night)
    if (probes === answered) return probe
    lastFrame = probe
  }
}

/** The first sweep at a time or after it: they are counted from the first session, at the day's begin, and wait for the morning. */
const sweepFrom = (time: number, [evening, morning]: Plot["night"]): number => {
  const due = Math.ceil(time / sweep) * sweep
  return due < evening || time > morning ? due : morning
}

/** Lives through a day. */
export const live = ({ length, life, night, reloads }: Plot): Day => {
  const starts: Array<number> = []
  const failures: Array<string> = []
  let recent: ReadonlyArray<number> = []
  let generation = 0
  let state: State["state"] = "Running"
  // What happens next: an attempt begins, unless somebody reloads the plugin before.
  let next = 0
  const upcoming = reloads.filter((at) => at <= length)

  const reload = (at: number) => {
    upcoming.shift()
    recent = []
    next = at
  }

  while (next <= length || upcoming.length > 0) {
    const reloaded = upcoming[0]
    if (reloaded !== undefined && reloaded < next) {
      reload(reloaded)
      continue
    }
    const start = next
    starts.push(start)
    generation++
    const lived = life(starts.length)
    const { at, tag } = failureOf(lived, start, night)
    if (reloaded !== undefined && reloaded < at) {
      reload(reloaded)
      continue
    }
    if (at > length) {
      state = lived._tag === "Quits" || lived._tag === "Mutes" ? "Starting" : "Running"
      break
    }
    failures.push(tag)
    recent = [...recent, at].filter((then) => at - then <= restart.window)
    const isParked = tag === "HandshakeRejected" || recent.length > restart.failures
    state = isParked ? "Parked" : "Backoff"
    next = isParked ? Number.POSITIVE_INFINITY : at + Math.min(recent.length * restart.step, restart.cap)
  }
  const counted = recent.filter((then) => length - then < restart.window).length
  return { starts, failures, end: { state, generation, counted } }
}
