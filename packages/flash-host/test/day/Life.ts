/** What becomes of one life of a plugin, chosen by chance from a seed, and the script that plays it. */
import { Script } from "@lanyard/process/testing"
import { Data, Effect, Random } from "effect"
import { received } from "../support/scripted.ts"

/** How a life goes; times are milliseconds from its start. The handshake takes none. */
export type Life = Data.TaggedEnum<{
  /** Comes up and ends by itself. */
  Crashes: { readonly after: number; readonly exit: Script.Ending["exit"] }
  /** Ends before it answers initialize. */
  Quits: { readonly after: number }
  /** Never answers initialize. */
  Mutes: Record<never, never>
  /** Comes up, answers so many probes, and no more. */
  Hangs: { readonly probes: number }
  /** Refuses initialize. */
  Refuses: Record<never, never>
}>
export const Life = Data.taggedEnum<Life>()

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/** How long a plugin of each temper lives, at least and at most. */
const tempers = [
  ...Array.from({ length: 5 }, () => [2 * hours, 40 * hours] as const),
  ...Array.from({ length: 4 }, () => [30 * seconds, 2 * hours] as const),
  [1 * seconds, 10 * minutes] as const
]

const exits: ReadonlyArray<Script.Ending["exit"]> = [
  { _tag: "Exited", code: 0 },
  { _tag: "Exited", code: 1 },
  { _tag: "Signaled", signal: "SIGSEGV" }
]

const between = (least: number, most: number) => Random.nextIntBetween(least, most)

// Multiples of ten, so that what a test does in between meets nothing that happens by itself.
const momentBetween = (least: number, most: number) => Effect.map(between(least / 10, most / 10), (tens) => tens * 10)

/** The life of one attempt, counted from 1, of a plugin; always the same one. */
export const of = (seed: string, plugin: number, attempt: number): Life => {
  const [least, most] = tempers[plugin % tempers.length] ?? [minutes, hours]
  const choice: Effect.Effect<Life> = Effect.gen(function* () {
    const chance = yield* between(0, 1000)
    if (chance < 3) return Life.Refuses()
    if (chance < 40) return Life.Mutes()
    if (chance < 100) return Life.Quits({ after: yield* momentBetween(10, 5 * seconds) })
    if (chance < 200) return Life.Hangs({ probes: yield* between(0, 100) })
    const exit = exits[yield* between(0, exits.length)] ?? { _tag: "Exited", code: 2 }
    return Life.Crashes({ after: yield* momentBetween(least, most), exit })
  })
  return Effect.runSync(Random.withSeed(choice, `${seed} ${plugin} ${attempt}`))
}

/** When somebody reloads a plugin: every other one once, at a time at which nothing happens by itself. */
export const reloadsOf = (seed: string, plugin: number): ReadonlyArray<number> =>
  plugin % 2 === 0
    ? []
    : [Effect.runSync(Random.withSeed(momentBetween(10, 24 * hours), `${seed} ${plugin} reload`)) - 3]

const accepted = '{"ok":true,"protocol_version":1}'
const refused = '{"ok":false,"protocol_version":1,"error":"unwell"}'

/** Plays a life. */
export const play = Life.$match({
  Crashes: ({ after, exit }): Script.Script => ({ answers: answering(accepted), ends: { after, exit } }),
  Quits: ({ after }): Script.Script => ({ ends: Script.exits(after, 1) }),
  Mutes: (): Script.Script => ({}),
  Hangs: ({ probes }): Script.Script => ({ answers: answering(accepted, probes) }),
  Refuses: (): Script.Script => ({ answers: answering(refused) })
})

const answering = (initialize: string, probes = Number.POSITIVE_INFINITY): NonNullable<Script.Script["answers"]> => {
  let answered = 0
  return (line) => {
    const { id, method } = received(line)
    if (method === "initialize") return [`{"id":${id},"result":${initialize}}`]
    return method === "ping" && answered++ < probes ? [`{"id":${id},"result":{"ok":true}}`] : []
  }
}
