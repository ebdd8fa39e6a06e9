/** Policies of a plugin in a user's home, as text is made of them. */
import type { Policy } from "../../src/sandbox/Policy.ts"

const home = "/home/someone"

/** A plugin that asks for the strict sandbox and nothing in it, in a folder that stands among the data of all plugins. */
export const strict: Policy = {
  purpose: "deny_default",
  root: `${home}/plugins/@github/own`,
  dataDir: `${home}/plugins/own`,
  base: `${home}/plugins`,
  secrets: [
    { path: `${home}/.ssh`, isThere: true },
    { path: `${home}/.aws`, isThere: false }
  ],
  programs: [{ path: "/usr/bin/node", target: "/usr/bin/node" }],
  hasTools: false,
  programFolders: ["/usr/bin", `${home}/bin`, "/usr"],
  temporary: ["/tmp"],
  network: false,
  appleevents: false,
  signal: false,
  mach: []
}

/** By the name of the file that holds the text. */
export const policies: Readonly<Record<string, Policy>> = {
  strict,
  "strict-with-everything": {
    ...strict,
    root: "/plugins/own",
    programs: [
      { path: "/plugins/own/main", target: "/plugins/own/main" },
      { path: "/usr/bin/awk", target: "/usr/bin/mawk" },
      { path: `${home}/.ssh/id`, target: `${home}/.ssh/id` },
      { path: "/plugins/own/tool", target: "/plugins/own/tool" }
    ],
    hasTools: true,
    network: true,
    appleevents: true,
    signal: true,
    mach: ["com.example.service", 'quoted"))(allow default)\\']
  },
  "network-denied": { ...strict, purpose: "network_denied" },
  install: { ...strict, purpose: "install" }
}
