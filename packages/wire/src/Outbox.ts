/**
 * Frames on their way to the pipe: bounded, first in first out, and replaceable until they are handed over. Frames
 * offered in one turn leave in one write, but a replaceable one is always written alone, so that a pipe that is full
 * keeps every frame behind it in here, where a newer one can still take its place.
 */
import { Data, Result } from "effect"
import type { Duplex } from "./Duplex.ts"
import type { Limits } from "./Limits.ts"

/** The frame does not fit into the outbox: the other side reads too slowly. Nothing was added and nothing replaced. */
export class OutboxOverflow extends Data.TaggedError("OutboxOverflow")<{
  /** Frames that were waiting. */
  readonly frames: number
  /** Bytes that were waiting, newlines included. */
  readonly bytes: number
}> {}

/** The outbox takes no more frames: it was ended, or the pipe broke. */
export class OutboxClosed extends Data.TaggedError("OutboxClosed") {}

/** Waiting frames of one connection. */
export interface Outbox {
  /**
   * Takes one line without its newline, `bytes` long in UTF-8. With a `key`, an unsent frame of the same key is removed
   * and the new one waits at the tail.
   */
  readonly offer: (text: string, bytes: number, key?: string) => Result.Result<void, OutboxOverflow | OutboxClosed>
  /** Hands over what the pipe takes, without waiting for the end of the turn. */
  readonly flush: () => void
  /** Takes no more frames, and ends the duplex once every waiting one was handed over. */
  readonly end: () => void
  /** Goes on after a full pipe; called when the duplex drained. */
  readonly drained: () => void
  /** Takes no more frames and drops the waiting ones; called when the pipe broke. */
  readonly drop: () => void
  /** What counts against the limits now: waiting frames, and those a full pipe has not taken yet. */
  readonly waiting: () => { readonly frames: number; readonly bytes: number }
}

/** Makes an outbox that writes to `duplex`. */
export const make = (
  duplex: Pick<Duplex, "write" | "end">,
  limits: Pick<Limits, "outboxFrames" | "outboxBytes">
): Outbox => {
  // A map keeps the order of insertion and deletes in place: removing a replaced frame leaves nothing behind.
  const ahead = new Map<string | number, Batch>()
  // Behind all of these: what frames that cannot be replaced are added to.
  let tail: Batch | undefined
  let serial = 0
  let frames = 0
  let queued = 0
  let stuck = nothing
  let full = false
  let scheduled = false
  let state: "open" | "ending" | "closed" = "open"

  const hand = (batch: Batch) => {
    frames -= batch.frames
    queued -= batch.bytes
    full = !duplex.write(batch.text)
    if (full) stuck = batch
  }

  const flush = () => {
    scheduled = false
    for (const [key, batch] of ahead) {
      if (full) break
      ahead.delete(key)
      hand(batch)
    }
    if (!full && tail !== undefined) {
      const last = tail
      tail = undefined
      hand(last)
    }
    if (state === "ending" && frames === 0) {
      state = "closed"
      duplex.end()
    }
  }

  const append = (text: string, bytes: number) => {
    if (tail !== undefined && tail.bytes + bytes <= batchBytes) {
      tail.text += text
      tail.frames++
      tail.bytes += bytes
    } else {
      closeTail()
      tail = { text, frames: 1, bytes }
    }
  }

  const closeTail = () => {
    if (tail !== undefined) ahead.set(++serial, tail)
    tail = undefined
  }

  const replace = (text: string, bytes: number, key: string) => {
    closeTail()
    ahead.delete(key)
    ahead.set(key, { text, frames: 1, bytes })
  }

  const waiting = () => ({ frames: frames + stuck.frames, bytes: queued + stuck.bytes })

  const replacedBy = (key: string | undefined): Readonly<Batch> => (key !== undefined && ahead.get(key)) || nothing

  const fits = (bytes: number, replaced: Readonly<Batch>): boolean =>
    frames + stuck.frames - replaced.frames < limits.outboxFrames &&
    queued + stuck.bytes + bytes + 1 - replaced.bytes <= limits.outboxBytes

  return {
    offer: (text, bytes, key) => {
      if (state !== "open") return closed
      let replaced = replacedBy(key)
      if (!fits(bytes, replaced)) {
        // What the pipe takes in this turn is no reason to refuse anything.
        if (!full) flush()
        replaced = replacedBy(key)
        if (!fits(bytes, replaced)) return Result.fail(new OutboxOverflow(waiting()))
      }
      const added = bytes + 1 - replaced.bytes
      if (key === undefined) append(`${text}\n`, bytes + 1)
      else replace(`${text}\n`, bytes + 1, key)
      frames += 1 - replaced.frames
      queued += added
      if (!scheduled && !full) {
        scheduled = true
        void resolved.then(flush)
      }
      return accepted
    },
    flush,
    end: () => {
      if (state !== "open") return
      state = "ending"
      flush()
    },
    drained: () => {
      full = false
      stuck = nothing
      flush()
    },
    drop: () => {
      state = "closed"
      ahead.clear()
      tail = undefined
      frames = 0
      queued = 0
      stuck = nothing
    },
    waiting
  }
}

/** Frames that are written together: one that can be replaced, or some that cannot. */
interface Batch {
  /** Every line with its newline. */
  text: string
  frames: number
  bytes: number
}

// Node wraps what `queueMicrotask` is given into a resource for its hooks, a promise costs a fraction of that.
const resolved = Promise.resolve()

const nothing: Readonly<Batch> = { text: "", frames: 0, bytes: 0 }
const accepted = Result.succeed(undefined)
const closed = Result.fail(new OutboxClosed())

/** A batch stops before it passes this many bytes: about what a pipe holds. One larger frame is a batch of its own. */
const batchBytes = 64 * 1024
