/**
 * What a plugin told its host, read as the host reads it: the catalog, segments and registrations in force, and every log
 * line. What a host would refuse changes nothing and is kept as refused.
 */
import { Catalog, Log, type Manifest, Poll, type Rejection, Status } from "@lanyard/flash-protocol"
import { Option, Result } from "effect"
import * as Inbox from "./Inbox.ts"

/** A notification that came, with the params as they were. */
export interface Told {
  readonly method: string
  readonly params: unknown
}

/** What is in force now. */
export interface Heard {
  /** The last catalog that was taken; none before the first. */
  readonly published: () => Option.Option<Catalog.Rows>
  /** What the segments show. */
  readonly segments: () => Status.Segments
  /** The registrations of the last set that was taken. */
  readonly registrations: () => Poll.Registrations
  readonly logs: () => ReadonlyArray<Log.Entry>
  /** Why notifications were refused, oldest first. */
  readonly refused: () => ReadonlyArray<Rejection.PayloadRejected>
}

/** What of a manifest decides how notifications are read. */
export type Declared = Pick<Manifest.Manifest, "sources" | "status">

/** Hears notifications. */
export interface Listener {
  readonly heard: Heard
  /** Every notification, one by one. */
  readonly told: Inbox.Inbox<Told>
  /** Takes one; unknown ones are kept and change nothing. */
  readonly hear: (told: Told) => void
}

/** Hears nothing yet. */
export const make = (declared: Declared, options: Inbox.Options = {}): Listener => {
  const sources = new Set(declared.sources.map(({ name }) => name))
  const names = new Set(declared.status)
  const logs: Array<Log.Entry> = []
  const refused: Array<Rejection.PayloadRejected> = []
  const told = Inbox.make<Told>(options)
  let published: Option.Option<Catalog.Rows> = Option.none()
  let segments: Status.Segments = new Map()
  let registrations: Poll.Registrations = new Map()

  const apply = <A>(decoded: Result.Result<A, Rejection.PayloadRejected>, use: (success: A) => void) =>
    Result.match(decoded, { onFailure: (rejection) => void refused.push(rejection), onSuccess: use })

  const read = ({ method, params }: Told) => {
    switch (method) {
      case "publish":
        return apply(Catalog.decode(params, sources), (rows) => {
          published = Option.some(rows)
        })
      case "status":
        return apply(Status.decode(params, names), (update) => {
          segments = Status.merge(segments, update.segments)
          refused.push(...update.refused.values())
        })
      case "poll":
        return apply(Poll.decode(params), (set) => {
          registrations = set
        })
      case "log":
        logs.push(Log.decode(params))
    }
  }

  return {
    told,
    hear: (notification) => {
      read(notification)
      told.put(notification)
    },
    heard: {
      published: () => published,
      segments: () => segments,
      registrations: () => registrations,
      logs: () => [...logs],
      refused: () => [...refused]
    }
  }
}
