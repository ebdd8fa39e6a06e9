/** Effects: performed, unhandled or failed, and never two of them at once. */
import { Deadlines, Methods, Refusal, type Response, Scalar } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import type * as Requirement from "../Requirement.ts"
import * as Run from "../Run.ts"
import type { Scenario } from "../Scenario.ts"
import { deadlines, opening, Step } from "../Step.ts"
import * as Verdict from "../Verdict.ts"
import * as Activity from "./Activity.ts"
import { bodies } from "./Bodies.ts"

const { perform } = Methods

const ask = (name: string, params: unknown) =>
  Step.Ask({ name, method: perform.method, params, deadline: deadlines.perform })

/** What a lawful outcome never says, by the requirement that forbids it. */
const rules: ReadonlyArray<readonly [Requirement.Id, (body: Response.Body) => string | undefined]> = [
  [
    "FLASH-PERF-09",
    (body) => {
      if (body.ok !== true) return undefined
      if (!Scalar.hasOnly(body, "ok", "target_pid", "navigation_url", "message", "error", "unhandled")) {
        return "a success has a key that is none of target_pid, navigation_url and message"
      }
      return body.message == null || typeof body.message === "string" ? undefined : "the message is no text"
    }
  ],
  [
    "FLASH-PERF-10",
    ({ ok, target_pid }) =>
      ok !== true || target_pid == null || Scalar.isPid(target_pid) ? undefined : "target_pid is no process id"
  ],
  [
    "FLASH-PERF-11",
    ({ navigation_url, ok }) =>
      ok !== true ||
      navigation_url == null ||
      (typeof navigation_url === "string" && Scalar.isAbsoluteUrl(navigation_url))
        ? undefined
        : "navigation_url is no absolute address"
  ],
  [
    "FLASH-PERF-12",
    ({ ok, unhandled }) =>
      ok !== false || unhandled === undefined || unhandled === true ? undefined : "unhandled is not true"
  ],
  [
    "FLASH-PERF-13",
    (body) =>
      body.ok !== false || body.unhandled !== undefined || Scalar.hasOnly(body, "ok", "error")
        ? undefined
        : "a failure has a key beside error"
  ],
  [
    "FLASH-PERF-14",
    (body) =>
      body.unhandled !== true || Scalar.hasOnly(body, "ok", "unhandled")
        ? undefined
        : "unhandled stands beside another outcome"
  ]
]

const outcomes = (requirement: Requirement.Id, against: (body: Response.Body) => string | undefined) =>
  Check.make(requirement, (run) => {
    const replied = bodies(run, perform.method)
    return replied.length === 0 ? Verdict.unreached : Verdict.all(replied.map((body) => Verdict.of(against(body))))
  })

/** Performs one effect of each kind, and what is none. */
export const performing: Scenario = {
  name: "perform",
  about: "performs one effect of each kind that is declared, and kinds that do not exist",
  applies: Activity.has.perform,
  steps: (manifest) => [
    ...opening(manifest),
    ...Activity.catalog(manifest),
    ...Activity.effects(manifest),
    ask("perform a dance", { kind: "dance" }),
    ask("perform no kind", {}),
    ask("perform a row that is missing", { kind: "resolve" })
  ],
  checks: [
    ...rules.map(([requirement, against]) => outcomes(requirement, against)),
    Check.make("FLASH-PERF-08", (run) =>
      Verdict.all([
        Check.answered(run, "perform a dance", Check.refusal(Refusal.unknownPerformKind("dance"))),
        Check.answered(run, "perform no kind", Check.refusal(Refusal.unknownPerformKind("")))
      ])
    ),
    Check.make("FLASH-PERF-03", (run) =>
      run.manifest.sources.length === 0
        ? Verdict.inapplicable("it declares no source")
        : Check.answered(run, "perform a row that is missing", Check.refusal(Refusal.invalidParams(perform.method)))
    ),
    Check.make("FLASH-DEAD-03", (run) => {
      if (run.manifest.commands.length === 0) return Verdict.inapplicable("it declares no command")
      return inTime(run, Deadlines.ofPerform(deadlines, run.manifest.commands[0]))
    })
  ]
}

/** The reply to the command came before its own deadline. */
const inTime = (run: Run.Run, deadline: number): Verdict.Verdict => {
  if (Run.askedAs(run, command) === undefined) return Verdict.unreached
  const reply = Run.replies(run).find(({ asked }) => asked.name === command)
  if (reply === undefined) return Verdict.failed(`no reply in ${deadline} ms`)
  return Verdict.of(reply.millis <= deadline ? undefined : `the reply took more than ${deadline} ms`)
}

const command = "perform a command"
