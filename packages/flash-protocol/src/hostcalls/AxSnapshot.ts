/** `host.ax_snapshot`: a walk over another app's elements, breadth first, as a flat list of nodes. */
import { Result, Schema } from "effect"
import { hostCallBounds, hostCallErrors } from "../Constants.ts"
import type { Body } from "../Response.ts"
import { FiniteNumber, isPid, isPositiveInteger, TextByName } from "../Scalar.ts"
import * as HostCall from "./HostCall.ts"
import { isAbsent, isTexts, membersOf, optional } from "./Member.ts"

/** Where a walk starts: at each window, or at the app itself. */
export type Roots = (typeof hostCallBounds.ax_roots)[number]

/** What to walk. */
export interface Walk {
  readonly pid: number
  /** `windows` where it is left out. */
  readonly roots?: Roots
  /** Attributes that lead from an element to the next; where it is left out, the children in both their orders. */
  readonly follow?: ReadonlyArray<string>
  /** Attributes to return with each node. */
  readonly collect?: ReadonlyArray<string>
  /** Roles of elements that are listed, but not entered. */
  readonly prune_roles?: ReadonlyArray<string>
  /** How many nodes all roots may give together; 3000 where it is left out. */
  readonly max_nodes?: number
  /** Whether to return frames. */
  readonly geometry?: boolean
  /** Milliseconds from the call's arrival, after which the walk returns what it has. */
  readonly deadline_ms?: number
}

/** A walk with its defaults filled in. */
export type Planned = Required<Omit<Walk, "deadline_ms">> & Pick<Walk, "deadline_ms">

/** Tells a handle. */
export const isHandle = (value: unknown): value is number => Number.isSafeInteger(value)

const Handle = Schema.declare(isHandle, { expected: "an integer" })

/** One element. */
export const Node = Schema.Struct({
  handle: Handle,
  /** Which root it was reached from. */
  root: Handle,
  /** The handle of the node it was reached from; a root has none. */
  parent: optional(Handle),
  /** The attributes that were asked for and that are text; any name is an ordinary key. */
  attrs: TextByName,
  /** `x`, `y`, `width` and `height` in NSScreen coordinates. */
  frame: optional(Schema.Tuple([FiniteNumber, FiniteNumber, FiniteNumber, FiniteNumber]))
})
export interface Node extends Schema.Schema.Type<typeof Node> {}

/** What a walk found. */
export interface Snapshot {
  readonly nodes: ReadonlyArray<Node>
  /** Whether the deadline passed before the walk was done. */
  readonly truncated: boolean
}

/** Takes a snapshot; handles of an earlier one of the same app are stale from then on. */
export const snapshot: HostCall.HostCall<"host.ax_snapshot", Walk, Planned, Snapshot> = HostCall.make(
  "host.ax_snapshot",
  {
    encodeParams: HostCall.write(
      "pid",
      "roots",
      "follow",
      "collect",
      "prune_roles",
      "max_nodes",
      "geometry",
      "deadline_ms"
    ),
    decodeParams: (params) => {
      const members = membersOf(params)
      const { pid } = members
      return isPid(pid)
        ? Result.map(plan(members), (walk) => ({ pid, ...walk }))
        : Result.fail(hostCallErrors.ax_snapshot_pid)
    },
    encodeReply: ({ nodes, truncated }) => walked.encodeReply(truncated ? { nodes, truncated } : { nodes }),
    decodeReply: (body) =>
      Result.map(walked.decodeReply(body), ({ nodes, truncated = false }) => ({ nodes, truncated }))
  }
)

const walked = HostCall.reply(Schema.Struct({ nodes: Schema.Array(Node), truncated: optional(Schema.Boolean) }))

const plan = (params: Body): Result.Result<Omit<Planned, "pid">, string> => {
  const roots = params.roots ?? hostCallBounds.ax_roots[0]
  const follow = params.follow ?? hostCallBounds.ax_follow
  const collect = params.collect ?? []
  const prune_roles = params.prune_roles ?? []
  const max_nodes = params.max_nodes ?? hostCallBounds.ax_max_nodes
  const geometry = params.geometry ?? false
  const { deadline_ms } = params
  return isRoots(roots) &&
    isTexts(follow) &&
    isTexts(collect) &&
    isTexts(prune_roles) &&
    isPositiveInteger(max_nodes) &&
    typeof geometry === "boolean" &&
    (isAbsent(deadline_ms) || isPositiveInteger(deadline_ms))
    ? Result.succeed({
        roots,
        follow,
        collect,
        prune_roles,
        max_nodes,
        geometry,
        ...(isAbsent(deadline_ms) ? {} : { deadline_ms })
      })
    : Result.fail(hostCallErrors.ax_snapshot_scalars)
}

const isRoots = (value: unknown): value is Roots => hostCallBounds.ax_roots.some((roots) => roots === value)
