/** What makes a frame a request, a reply or a notification, and what becomes of each. */
import { Refusal } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import * as Run from "../Run.ts"
import { always, type Scenario } from "../Scenario.ts"
import { barrier, deadlines, handshake, line, put, Step } from "../Step.ts"
import * as Verdict from "../Verdict.ts"

const largest = Number.MAX_SAFE_INTEGER
const strange = "no/such <method> $& é⚡"
const burst = Array.from({ length: 20 }, (_, at) => 1200 + at)

/** Ids and the shapes of frames. */
export const envelopes: Scenario = {
  name: "envelopes",
  about: "writes requests with good and bad ids, and frames of every shape",
  applies: always,
  steps: () => [
    handshake,
    put("ping with unknown keys", 2031, '{"id":2031,"method":"ping","jsonrpc":"2.0","params":{},"extra":[1]}'),
    ...["true", '"2041"', "0", "-2041", "2041.5", "[2041]"].map((id) => line(`{"id":${id},"method":"ping"}`)),
    barrier("ping after bad ids"),
    put("ping with the largest id", largest, `{"id":${largest},"method":"ping","params":{}}`),
    put("ping without params", 2091, '{"id":2091,"method":"ping"}'),
    line('{"id":null,"method":"ping"}'),
    barrier("ping after a null id"),
    line("{}"),
    line('{"params":{},"result":{"ok":true}}'),
    barrier("ping after a frame of neither kind"),
    line('{"method":"ping","params":{}}'),
    barrier("ping after a request without an id"),
    line('{"id":2111,"method":"","params":{}}'),
    line('{"id":2112,"method":5,"result":{"ok":true}}'),
    barrier("ping after a method that is none"),
    put("ping with a result", 2121, '{"id":2121,"method":"ping","params":{},"result":{"ok":true}}'),
    line('{"id":424242,"result":{"ok":true}}'),
    line('{"id":424243,"result":7}'),
    barrier("ping after a reply to nobody"),
    Step.Write({ data: burst.map((id) => `{"id":${id},"method":"ping","params":{}}\n`).join("") }),
    barrier("ping after a burst"),
    Step.Ask({
      name: "event with an id",
      method: "event",
      params: { name: "core:session.opened", payload: {} },
      deadline: deadlines.ping
    }),
    Step.Ask({ name: "unknown method", method: "no_such_method", params: {}, deadline: deadlines.ping }),
    Step.Ask({ name: "strange method", method: strange, params: {}, deadline: deadlines.ping })
  ],
  checks: [
    Check.answers("FLASH-ENV-03", "ping with unknown keys", Check.yes),
    Check.make("FLASH-ENV-04", repliesOnlyTo("ping after bad ids")),
    Check.answers("FLASH-ENV-05", "ping with the largest id", Check.yes),
    Check.answers("FLASH-ENV-09", "ping without params", Check.yes),
    Check.make("FLASH-ENV-13", repliesOnlyTo("ping after a null id")),
    Check.survives("FLASH-ENV-20", "ping after a frame of neither kind"),
    Check.make("FLASH-ENV-21", repliesOnlyTo("ping after a request without an id")),
    Check.ignores("FLASH-ENV-11", "ping after a method that is none", 2111, 2112),
    Check.answers("FLASH-ENV-12", "ping with a result", Check.yes),
    Check.answers("FLASH-ENV-22", "event with an id", Check.refusal(Refusal.unknownMethod("event"))),
    Check.answers("FLASH-REF-01", "unknown method", Check.refusal(Refusal.unknownMethod("no_such_method"))),
    Check.answers("FLASH-REF-02", "strange method", Check.refusal(Refusal.unknownMethod(strange)))
  ]
}

/** Says that the pings of the burst did not get one reply each. */
export const afterBurst = (run: Run.Run): string | undefined => {
  if (run.scenario !== envelopes.name || Run.askedAs(run, "ping after a burst") === undefined) return undefined
  const wrong = burst.filter((id) => Run.repliesTo(run, id).length !== 1)
  return wrong.length === 0 ? undefined : `${wrong.length} of ${burst.length} pings without exactly one reply`
}

/** Between one barrier and what was answered before it the plugin replies to nothing but the barrier. */
function repliesOnlyTo(name: string) {
  return (run: Run.Run): Verdict.Verdict => {
    const asked = Run.askedAs(run, name)
    if (asked === undefined) return Verdict.unreached
    const at = run.asked.indexOf(asked)
    const known = new Set(run.asked.slice(0, at + 1).map(({ id }) => id))
    const previous = Math.max(
      ...run.asked.slice(0, at).flatMap(({ id }) => Run.repliesTo(run, id).map((came) => came.at))
    )
    const [reply] = Run.repliesTo(run, asked.id)
    const extra = Run.cameFrom(run).filter(
      (came) =>
        came.at > previous &&
        (reply === undefined || came.at <= reply.at) &&
        Object.hasOwn(came.frame, "result") &&
        !(typeof came.frame.id === "number" && known.has(came.frame.id))
    )
    return Verdict.of(extra.length === 0 ? undefined : `${extra.length} replies to what is no request`)
  }
}
