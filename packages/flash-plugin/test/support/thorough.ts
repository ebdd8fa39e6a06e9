/** A plugin that declares and does something on every surface, as a value: its manifest and what serves it. */
import { Manifest } from "@lanyard/flash-protocol"
import { Effect, Result } from "effect"
import * as Plugin from "../../src/Plugin.ts"
import * as Reply from "../../src/Reply.ts"

const file = {
  id: "thorough",
  name: "Thorough",
  version: "0.1.0",
  description: "Does something on every surface.",
  exec: ["thorough"],
  capabilities: ["notify"],
  listen: ["core:*"],
  sources: [{ name: "thorough.items" }],
  query: {},
  commands: [{ command: "thorough", subcommand: "*" }],
  bangs: { command: "thorough", items: [{ token: "thorough" }] },
  actions: ["tab_new"],
  hints: {},
  navigation: ["thorough"],
  status: ["state"]
} as const

/** Its manifest, as a host reads it. */
export const manifest = Result.getOrThrow(Manifest.decode(file))

/** The plugin. The command `notify` makes a host call before it is done. */
export const thorough = Plugin.make(file, {
  start: (host) => {
    host.publish([{ source: "thorough.items", title: "one" }])
    host.interval("1 minute", () => host.status({ state: "ticked" }))
  },
  evaluate: ({ query }, host) => {
    host.log("info", "evaluated")
    return query === "" ? [] : [{ title: query, effect: { type: "copy_text", text: query } }]
  },
  search: () => [],
  hints: () => ({
    targets: [{ id: "t1", role: "AXLink", label: "one", frame: { x: 0, y: 0, width: 10, height: 10 } }]
  }),
  resolve: ({ title }) => (title === "one" ? Reply.performed() : Reply.failed("no such row")),
  command: ({ args, subcommand }, host) =>
    Effect.gen(function* () {
      if (subcommand === "notify") yield* host.call("host.notify", { message: "performed" })
      return Reply.performed({ message: args.join(" ") })
    }),
  action: () => Reply.performed(),
  navigate: () => Reply.performed(),
  event: (_, host) => host.status({ state: "heard" })
})
