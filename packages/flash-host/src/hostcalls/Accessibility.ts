/** The elements of other apps, reached through the host because no other process may. */
import { Context, Effect, Layer } from "effect"
import { type Handler, unavailable } from "./Family.ts"

/**
 * Walks and acts on elements. A handle is an integer that belongs to the plugin whose snapshot gave it out: it is `stale ax
 * handle` for every other plugin, and for its own once that took another snapshot of the same process. `AxHandles` is a table
 * that keeps this rule.
 */
export class Accessibility extends Context.Service<
  Accessibility,
  {
    /**
     * Walks breadth first from the roots. Each element is listed once; one whose role is pruned is listed and not entered;
     * `max_nodes` counts over all roots. `deadline_ms` runs from the call's arrival, and what it cuts short is `truncated`.
     */
    readonly snapshot: Handler<"host.ax_snapshot">
    readonly perform: Handler<"host.ax_perform">
    readonly set: Handler<"host.ax_set">
    /** Both handles are of one process; if not, the refusal is `ax handles belong to different processes`. */
    readonly selectChild: Handler<"host.ax_select_child">
    /** Drops the handles of a plugin: its process is gone, and its next one knows none of them. */
    readonly forget: (plugin: string) => Effect.Effect<void>
  }
>()("@lanyard/flash-host/Accessibility") {
  /** Sees no elements. */
  static readonly layerUnavailable: Layer.Layer<Accessibility> = Layer.succeed(Accessibility, {
    snapshot: unavailable("host.ax_snapshot"),
    perform: unavailable("host.ax_perform"),
    set: unavailable("host.ax_set"),
    selectChild: unavailable("host.ax_select_child"),
    forget: () => Effect.void
  })
}
