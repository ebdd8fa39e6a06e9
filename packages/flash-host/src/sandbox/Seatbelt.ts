/**
 * A policy as a profile of macOS. A denial that an allowed folder lies in leaves it out by itself, because a later rule does not
 * reopen it (FLASH-SAND-08).
 */
import type { Child } from "@lanyard/process"
import * as Paths from "./Paths.ts"
import type { Policy } from "./Policy.ts"

/** Where macOS has the program that starts others under a profile. */
export const executable = "/usr/bin/sandbox-exec"

/** Why a program that was started under a profile never ran. */
export type Refusal = "the profile did not compile" | "the program could not be run under the profile"

/** What the status of `sandbox-exec` says, of a program that did not begin. */
export const refusal = (exit: Child.ChildExit): Refusal | undefined => {
  if (exit._tag !== "Exited") return undefined
  if (exit.code === 65) return "the profile did not compile"
  return exit.code === 71 ? "the program could not be run under the profile" : undefined
}

/** The text of the profile. */
export const profile = (policy: Policy): string => {
  switch (policy.purpose) {
    case "network_denied":
      return text(["(version 1)", "(allow default)", "(deny network*)"])
    case "deny_default":
      return text([...beginning, ...ownProgram(policy), ...files(policy), ...always, ...allowances(policy)])
    case "install":
      return text([...beginning, ...install(policy)])
  }
}

// A name of the plugin's choice ends no text before its end.
const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, (special) => `\\${special}`)}"`

const given = (condition: boolean, rules: ReadonlyArray<string>) => (condition ? rules : [])

const allow = (operation: string, filters: ReadonlyArray<string>): string => `(allow ${operation} ${filters.join(" ")})`

const subpath = (path: string): string => `(subpath ${quoted(path)})`

const literals = (programs: Policy["programs"], root: string): ReadonlyArray<string> =>
  [...new Set(programs.flatMap(({ path, target }) => [path, target]))]
    .filter((path) => !Paths.isWithin(path, root))
    .map((path) => `(literal ${quoted(path)})`)

const lookup = (services: ReadonlyArray<string>): string =>
  allow(
    "mach-lookup",
    services.map((name) => `(global-name ${quoted(name)})`)
  )

const text = (rules: ReadonlyArray<string>): string => `${rules.join("\n")}\n`

const beginning = ["(version 1)", "(deny default)"]

const ownProgram = ({ root, programs }: Policy) => {
  const outside = literals(programs.slice(0, 1), root)
  return [
    allow("process-exec", [subpath(root), ...outside]),
    allow("file-map-executable", [subpath(root), ...outside, ...libraries.map(subpath)])
  ]
}

const libraries = [
  "/usr/lib",
  "/System",
  "/Library/Frameworks",
  "/private/preboot/Cryptexes/OS",
  "/System/Cryptexes/OS"
]

const files = (policy: Policy) => [
  "(allow file-read*)",
  secretsDenied(policy),
  allow("file*", [subpath(policy.dataDir)]),
  devices
]

const devices = '(allow file-write-data (literal "/dev/null") (literal "/dev/dtracehelper"))'

const secretsDenied = ({ secrets, base, dataDir, root }: Policy): string =>
  `(deny file-read* ${[...secrets.map(({ path }) => path), base].map((path) => without(path, [dataDir, root])).join(" ")})`

/** A folder but for those below it that are allowed. */
const without = (path: string, allowed: ReadonlyArray<string>): string => {
  const inside = allowed.filter((folder) => Paths.isWithin(folder, path))
  if (inside.length === 0) return subpath(path)
  return `(require-all ${[subpath(path), ...inside.map((folder) => `(require-not ${subpath(folder)})`)].join(" ")})`
}

const always = [
  "(allow file-read-metadata)",
  "(allow process-info* (target self))",
  "(allow sysctl-read)",
  lookup(["com.apple.logd", "com.apple.diagnosticd", "com.apple.system.notification_center", "com.apple.system.logger"])
]

const allowances = ({ programs, hasTools, root, appleevents, signal, mach, network }: Policy) => {
  const tools = literals(programs.slice(1), root)
  return [
    ...given(hasTools, [
      "(allow process-fork)",
      // Tools of the plugin's own folder are allowed as it is.
      ...given(tools.length > 0, [allow("process-exec", tools), allow("file-map-executable", tools)]),
      lookup(["com.apple.coreservices.launchservicesd", "com.apple.lsd.mapdb"])
    ]),
    ...given(appleevents, [
      lookup(["com.apple.coreservices.appleevents", "com.apple.tccd", "com.apple.tccd.system"]),
      "(allow appleevent-send)"
    ]),
    ...given(signal, ["(allow signal)"]),
    ...given(mach.length > 0, [lookup(mach)]),
    ...given(network, [
      "(allow network-outbound)",
      "(allow system-socket)",
      lookup(["com.apple.dnssd.service"]),
      allow("file-read*", [subpath("/private/etc"), '(literal "/private/var/run/resolv.conf")'])
    ])
  ]
}

const install = (policy: Policy) => [
  "(allow process-exec)",
  "(allow process-fork)",
  "(allow file-map-executable)",
  "(allow file-read*)",
  secretsDenied(policy),
  allow(
    "file*",
    [...new Set([policy.root, policy.dataDir, "/private/tmp", "/private/var/folders", ...policy.temporary])].map(
      subpath
    )
  ),
  devices,
  "(allow process-info*)",
  "(allow sysctl-read)",
  "(allow mach-lookup)",
  "(allow network-outbound)",
  "(allow system-socket)"
]
