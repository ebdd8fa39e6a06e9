/** What a host that grants everything answers: a lawful reply to each host call, of which nothing is true. */
import { Effect } from "effect"
import type { Answers } from "../Answers.ts"

const nothing = () => Effect.void

/** The replies by method. */
export const answers: Required<Answers> = {
  "host.ping": (echo) => Effect.succeed({ echo }),
  "host.storage_get": () => Effect.succeedNone,
  "host.storage_set": nothing,
  "host.fetch": () => Effect.succeed({ status: 200, body: "" }),
  "host.normal_mode_target": () => Effect.succeedNone,
  "host.activate": nothing,
  "host.open": () => Effect.succeed({}),
  "host.post_media_key": nothing,
  "host.process_table": () => Effect.succeed({ processes: [] }),
  "host.signal": nothing,
  "host.clipboard_write": nothing,
  "host.notify": nothing,
  "host.wifi_info": () => Effect.succeedNone,
  "host.post_keys": nothing,
  "host.post_global_key": nothing,
  "host.ax_snapshot": () => Effect.succeed({ nodes: [], truncated: false }),
  "host.ax_perform": nothing,
  "host.ax_set": nothing,
  "host.ax_select_child": nothing
}
