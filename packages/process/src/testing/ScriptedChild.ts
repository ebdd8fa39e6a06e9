/**
 * Plays children from scripts on the Effect clock, so that a test clock drives starts, reactions, escalation and backoff
 * in no time. What happened is logged with its time. Like a real child, it reacts only after the call that caused it.
 */
import { Clock, Deferred, Effect, Exit, FiberSet, Layer, type Scope } from "effect"
import { type Child, type ChildExit, Spawner, type StopSignal } from "../Child.ts"
import type { ChildSpec } from "../ChildSpec.ts"
import { dies, type Emission, exits, type Member, type Reaction, type Script } from "./Script.ts"
import * as ScriptedPipes from "./ScriptedPipes.ts"

/** Something that happened to a scripted child. */
export interface Happening {
  /** Milliseconds on the monotonic clock. */
  readonly at: number
  /** Which start this was, counted from 1. */
  readonly attempt: number
  /** A fixed phrase: "started", "end of input", "SIGTERM", "SIGTERM refused", "exited 0", "gone", "closed" … */
  readonly what: string
}

/** Chooses the script of each start. */
export type Casting = (attempt: number, spec: ChildSpec) => Script

/** A spawner of scripted children and what is known about them. */
export interface Stage {
  readonly spawner: typeof Spawner.Service
  /** Everything that happened so far, in order. */
  readonly log: () => ReadonlyArray<Happening>
  /** How many groups were alive at the worst moment. */
  readonly mostAlive: () => number
  /** Kills the leader of the given start from outside, whatever its script says; its group lives on. */
  readonly kill: (attempt: number) => void
}

/** A scripted child, and the way to kill its leader that no host has. */
interface Played {
  readonly child: Child
  readonly kill: () => void
}

/** What a script needs from the stage it is played on. */
interface Player {
  readonly pid: number
  readonly after: (millis: number, action: () => void) => void
  readonly log: (what: string) => void
}

/** Makes a spawner whose children end, unseen, with the scope. */
export const make = Effect.fnUntraced(function* (cast: Casting): Effect.fn.Return<Stage, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const log: Array<Happening> = []
  const kills = new Map<number, () => void>()
  let starts = 0
  let alive = 0
  let mostAlive = 0

  const start = (spec: ChildSpec) =>
    Effect.suspend(() => {
      const attempt = ++starts
      const note = (what: string) => {
        log.push({ at: Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n), attempt, what })
        if (what === "started") mostAlive = Math.max(mostAlive, ++alive)
        if (what === "gone") alive--
      }
      const script = cast(attempt, spec)
      if (script.fails !== undefined) {
        note(script.fails._tag)
        return Effect.fail(script.fails)
      }
      const { child, kill } = play(script, {
        pid: 1000 * attempt,
        log: note,
        after: (millis, action) => {
          // A fiber of the set begins in the caller's turn, so a delay of nothing still needs one to pass.
          const wait = millis > 0 ? Effect.sleep(millis) : Effect.yieldNow
          run(Effect.andThen(wait, Effect.sync(action)))
        }
      })
      kills.set(attempt, kill)
      return Effect.succeed(child)
    })

  return {
    spawner: Spawner.of({ start }),
    log: () => log,
    mostAlive: () => mostAlive,
    kill: (attempt) => kills.get(attempt)?.()
  }
})

/** Provides a spawner of scripted children, for tests that need no log. */
export const layer = (cast: Casting): Layer.Layer<Spawner> =>
  Layer.effect(
    Spawner,
    Effect.map(make(cast), (stage) => stage.spawner)
  )

interface Process {
  readonly role: Member
  alive: boolean
}

const play = (script: Script, player: Player): Played => {
  const { emits = [], escaped = [], group = [], reads = true } = script
  const exited = Deferred.makeUnsafe<ChildExit>()
  const closed = Deferred.makeUnsafe<void>()
  const role: Member = { ...script, name: "leader", holdsOutput: true, onEndOfInput: script.onEndOfInput ?? exits(0) }
  const leader: Process = { role, alive: true }
  const members: ReadonlyArray<Process> = [leader, ...group.map((role): Process => ({ role, alive: true }))]
  const running = () => members.filter((member) => member.alive)
  let late = emits.filter((emission) => emission.late === true).length
  let outputEnded = false
  let stderr: ((bytes: Uint8Array) => void) | undefined

  const pipes = ScriptedPipes.make({
    reads,
    line: (line) => {
      player.log(`read ${line}`)
      for (const answer of script.answers?.(line) ?? []) player.after(0, () => emit({ at: 0, text: `${answer}\n` }))
    },
    inputEnded: () => {
      player.log("end of input")
      if (reads) for (const member of running()) react(member, member.role.onEndOfInput ?? "ignores")
    },
    outputEnded: () => {
      outputEnded = true
      settle()
    },
    later: (action) => player.after(0, action)
  })
  const emit = (emission: Emission): void => {
    if (emission.late === true) late--
    if (leader.alive || emission.late === true) {
      if (emission.to === "stderr") stderr?.(new TextEncoder().encode(emission.text))
      else pipes.emit(emission.text)
    }
    settle()
  }
  const end = (member: Process, exit: ChildExit): void => {
    if (!member.alive) return
    member.alive = false
    player.log(`${member === leader ? "" : `${member.role.name} `}${describe(exit)}`)
    if (running().length === 0) player.log("gone")
    if (member === leader) {
      Deferred.doneUnsafe(exited, Exit.succeed(exit))
      pipes.exit()
    }
    settle()
  }
  const react = (member: Process, reaction: Reaction): void => {
    if (reaction !== "ignores") player.after(reaction.after, () => end(member, reaction.exit))
  }
  const settle = (): void => {
    if (late === 0 && !running().some((member) => member.role.holdsOutput === true)) pipes.finish()
    if (leader.alive || !outputEnded || Deferred.isDoneUnsafe(closed)) return
    player.log("closed")
    Deferred.doneUnsafe(closed, Exit.void)
  }
  const signal = (signal: StopSignal): boolean => {
    const reached = running()
    player.log(reached.length > 0 ? signal : `${signal} refused`)
    for (const member of reached) {
      react(member, signal === "SIGTERM" ? (member.role.onSigterm ?? dies(0, signal)) : dies(0, signal))
    }
    return reached.length > 0
  }

  player.log("started")
  for (const emission of emits) player.after(emission.at, () => emit(emission))
  for (const member of members) if (member.role.ends !== undefined) react(member, member.role.ends)

  const child: Child = {
    pid: player.pid,
    stdio: pipes.stdio,
    onStderr: (listener) => {
      stderr = listener
    },
    exited,
    closed,
    release: pipes.release,
    group: {
      signal,
      alive: () => running().length > 0,
      trace: () => () => escaped.map((name, index) => ({ pid: player.pid + 1 + index, name }))
    }
  }
  return { child, kill: () => react(leader, dies(0, "SIGKILL")) }
}

const describe = (exit: ChildExit): string =>
  exit._tag === "Exited" ? `exited ${exit.code}` : `died of ${exit.signal}`
