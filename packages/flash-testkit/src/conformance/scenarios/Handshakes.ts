/** The handshake: accepted once, repeated never, and refused for another version. */
import { Initialize, Methods, Refusal } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import * as Run from "../Run.ts"
import { always, type Scenario } from "../Scenario.ts"
import { barrier, deadlines, punctual, Step } from "../Step.ts"
import * as Verdict from "../Verdict.ts"

const initialize = (name: string, params: unknown) =>
  Step.Ask({ name, method: Methods.initialize.method, params, deadline: patient })

/** A second handshake is answered at once, and one with another version as soon as the plugin has started. */
const patient = 6 * deadlines.startup

const ping = (name: string, params: unknown) =>
  Step.Ask({ name, method: Methods.ping.method, params, deadline: deadlines.ping })

const pings = ["ping with a list", "ping with null", "ping with a number"]

/** One handshake and no other. */
export const handshakes: Scenario = {
  name: "handshake",
  about: "initializes, and initializes again",
  applies: always,
  isAlone: true,
  steps: () => [
    punctual,
    barrier("ping"),
    initialize("initialize again", Initialize.params),
    initialize("initialize again with another version", { protocol_version: 99 }),
    barrier("ping after a repeated initialize"),
    ping("ping with a list", []),
    ping("ping with null", null),
    ping("ping with a number", 5)
  ],
  checks: [
    Check.answers("FLASH-INIT-01", "initialize", Check.exactly({ ok: true, protocol_version: 1 })),
    Check.answers("FLASH-INIT-09", "ping", Check.exactly({ ok: true })),
    Check.answers(
      "FLASH-INIT-04",
      ["initialize again", "initialize again with another version", "ping after a repeated initialize"],
      (result, name) =>
        name.startsWith("ping") ? Check.yes(result) : Check.refusal(Refusal.initializeRepeated)(result)
    ),
    Check.answers("FLASH-INIT-10", pings, Check.yes)
  ]
}

const mismatch = (name: string, params: unknown, version: number, checks: Scenario["checks"]): Scenario => ({
  name,
  about: `initializes with ${JSON.stringify(params)}, which is host v${version}`,
  applies: always,
  steps: () => [initialize("initialize", params), Step.Leave({ patience: deadlines.startup })],
  checks
})

const refused = (version: number) =>
  Check.exactly({ ok: false, protocol_version: 1, error: Refusal.protocolMismatch(version) })

/** Another version ends the plugin. */
export const mismatches: ReadonlyArray<Scenario> = [
  mismatch("another version", { protocol_version: 99 }, 99, [
    Check.answers("FLASH-INIT-07", "initialize", ({ protocol_version }) =>
      protocol_version === 1 ? undefined : "expected its own protocol_version"
    ),
    Check.make("FLASH-INIT-02", (run) => {
      const reply = Check.answered(run, "initialize", ({ ok, error }) =>
        ok === false && error === Refusal.protocolMismatch(99) ? undefined : `expected the refusal for host v99`
      )
      return reply._tag === "Passed" ? leaves(run) : reply
    })
  ]),
  mismatch("no version", {}, 0, [Check.answers("FLASH-INIT-03", "initialize", refused(0))]),
  mismatch("a version that is text", { protocol_version: "1" }, 0, [
    Check.answers("FLASH-INIT-08", "initialize", ({ ok }) => (ok === false ? undefined : "accepts text as version 1"))
  ])
]

/** The plugin leaves by itself, with status 0, while its input is still open. */
const leaves = (run: Run.Run): Verdict.Verdict => {
  const exit = Run.exitOf(run)
  const ended = Run.endedAt(run) ?? Number.POSITIVE_INFINITY
  if (exit === undefined || exit.at > ended) return Verdict.failed("it does not leave by itself after the refusal")
  return Verdict.of(
    exit.exit._tag === "Exited" && exit.exit.code === 0 ? undefined : "it leaves with another status than 0"
  )
}
