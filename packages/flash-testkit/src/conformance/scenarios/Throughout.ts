/** What holds whatever a plugin is doing: the shape of its frames and replies. */
import { type Response, Scalar } from "@lanyard/flash-protocol"
import { Json, type JsonObject } from "@lanyard/wire"
import { What } from "../../Transcript.ts"
import * as Check from "../Check.ts"
import type * as Requirement from "../Requirement.ts"
import * as Run from "../Run.ts"
import * as Verdict from "../Verdict.ts"
import * as Activity from "./Activity.ts"
import { afterBurst } from "./Envelopes.ts"
import { notifications } from "./Notifications.ts"

/** Fails where a frame is unlawful. */
const frames = (requirement: Requirement.Id, against: (frame: JsonObject) => string | undefined) =>
  Check.make(requirement, (run) => Verdict.all(Run.cameFrom(run).map(({ frame }) => Verdict.of(against(frame)))))

/** Fails where the result of a reply is unlawful, whatever it replies to. */
const results = (requirement: Requirement.Id, against: (result: unknown, method: string) => string | undefined) =>
  Check.make(requirement, (run) => {
    const methods = new Map(run.asked.map(({ id, method }) => [id, method]))
    return Verdict.all(
      Run.cameFrom(run).flatMap(({ frame }) =>
        frame.method === undefined && typeof frame.id === "number"
          ? [Verdict.of(against(frame.result, methods.get(frame.id) ?? ""))]
          : []
      )
    )
  })

const bodies = (requirement: Requirement.Id, against: (body: Response.Body, method: string) => string | undefined) =>
  results(requirement, (result, method) => (Json.isObject(result) ? against(result, method) : undefined))

const own = ["trace", "deadline_ms"]

const known = ["id", "method", "params", "result"]

/** Whether a plugin wrote what the user typed to where logs are kept. */
const leaks = (run: Run.Run): boolean =>
  Run.notifications(run, "log").some(({ frame }) => JSON.stringify(frame).includes(Activity.marker)) ||
  run.transcript.some(({ what }) => What.$is("Diagnostic")(what) && what.text.includes(Activity.marker))

/** Says that something that was asked got a second reply. */
const repeated = (run: Run.Run): string | undefined => {
  const counts = new Map<unknown, number>()
  for (const { frame } of Run.cameFrom(run)) {
    if (frame.method === undefined) counts.set(frame.id, (counts.get(frame.id) ?? 0) + 1)
  }
  const asked = run.asked.find(({ id }) => (counts.get(id) ?? 0) > 1)
  return asked === undefined ? undefined : `${asked.name}: more than one reply`
}

/** Judged in every scenario. */
export const throughout: ReadonlyArray<Check.Check> = [
  Check.make("FLASH-FRAM-01", (run) => {
    const noFrames = run.transcript.flatMap(({ from, what }) =>
      from === "plugin" && What.$is("NoFrame")(what) && what.violation._tag !== "EmptyLine" ? [what.violation._tag] : []
    )
    if (Run.cameFrom(run).length === 0 && noFrames.length === 0) return Verdict.inapplicable("it wrote nothing")
    return Verdict.of(noFrames[0] === undefined ? undefined : `writes what is no frame: ${noFrames[0]}`)
  }),
  frames("FLASH-ENV-02", (frame) =>
    Scalar.hasOnly(frame, ...known, ...own)
      ? undefined
      : "a frame has a key that is none of id, method, params and result"
  ),
  frames("FLASH-ENV-19", (frame) =>
    own.some((key) => Object.hasOwn(frame, key))
      ? "a frame carries trace or deadline_ms, which are the host's"
      : undefined
  ),
  frames("FLASH-ENV-10", ({ method, params }) =>
    method === undefined || params === undefined || Scalar.isObject(params) ? undefined : "params are no object"
  ),
  frames("FLASH-ENV-01", ({ id, method, result }) =>
    (method !== undefined && result === undefined) || (method === undefined && id !== undefined)
      ? undefined
      : "a frame is neither a request nor a reply nor a notification"
  ),
  Check.make("FLASH-ENV-08", (run) => Verdict.of(repeated(run) ?? afterBurst(run))),
  results("FLASH-RESP-01", (result) =>
    Scalar.isObject(result) && typeof result.ok === "boolean" ? undefined : "a result is no object with a boolean ok"
  ),
  bodies("FLASH-RESP-02", (body) =>
    body.ok !== false || body.unhandled !== undefined || (typeof body.error === "string" && body.error.trim() !== "")
      ? undefined
      : "a refusal has no error text"
  ),
  bodies("FLASH-RESP-03", (body, method) =>
    body.ok === false && body.unhandled !== undefined && method !== "perform"
      ? `${method} is answered unhandled`
      : undefined
  ),
  bodies("FLASH-RESP-04", (body) =>
    body.ok === true && (Object.hasOwn(body, "error") || Object.hasOwn(body, "unhandled"))
      ? "a success carries error or unhandled"
      : undefined
  ),
  bodies("FLASH-RESP-05", (body, method) =>
    body.ok !== false ||
    method === "perform" ||
    Scalar.hasOnly(body, "ok", "error", "unhandled", ...(method === "initialize" ? ["protocol_version"] : []))
      ? undefined
      : "a refusal carries more than its error"
  ),
  Check.make("FLASH-SDK-18", (run) =>
    Verdict.of(leaks(run) ? "what the user typed is in a log line or on stderr" : undefined)
  ),
  ...notifications
]
