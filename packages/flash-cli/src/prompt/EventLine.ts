/** An event typed by a developer: the contract's name, and a payload that has the fields the event is told with. */
import type { Told } from "@lanyard/flash-host"
import { Constants, type Event, ReceivedEvent } from "@lanyard/flash-protocol"
import { Result, Schema } from "effect"

/** Reads an event; no JSON stands for an empty payload. A failure says what is wrong. */
export const read = (name: string, json: string): Result.Result<Told, string> => {
  const told = names.find((known) => known === name)
  if (told === undefined) return Result.fail(`NAME is one of ${names.join(", ")}`)
  return Result.gen(function* () {
    const payload = yield* Result.mapError(parse(json === "" ? "{}" : json), () => "JSON is an object")
    const received = yield* Result.mapError(ReceivedEvent.decode({ name, payload }), ({ message }) => message)
    return yield* complete(told, received.payload)
  })
}

const names = Constants.hostEvents.names.filter((name) => name !== "core:status.observed")

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const missing = (...fields: ReadonlyArray<string>) => Result.fail(`JSON has ${fields.join(", ")}`)

/** Takes the fields that the event has; a plugin does without most of them, and a host does not. */
const complete = (name: Told["name"], payload: ReceivedEvent.Payload): Result.Result<Told, string> => {
  const { bundle_id, localized_name, pid } = payload
  switch (name) {
    case "core:apps.launched":
    case "core:apps.terminated":
    case "core:focus.changed":
      return pid == null || bundle_id == null || localized_name == null
        ? missing("bundle_id", "localized_name", "pid")
        : Result.succeed({ name, payload: { bundle_id, localized_name, pid } })
    case "core:apps.changed": {
      const { reason, running_applications } = payload
      return reason == null || running_applications == null
        ? missing("reason", "running_applications")
        : Result.succeed({ name, payload: { reason, running_applications } })
    }
    case "core:window.focus.changed": {
      const { front_window_frame } = payload
      return pid == null || bundle_id == null || front_window_frame == null
        ? missing("pid", "bundle_id", "front_window_frame")
        : Result.succeed({ name, payload: { pid, bundle_id, front_window_frame } })
    }
    case "core:ax.changed":
      return axChanged(payload)
    case "core:clipboard.changed":
      return payload.text == null ? missing("text") : Result.succeed({ name, payload: { text: payload.text } })
    default:
      return Object.keys(payload).length > 0 ? Result.fail("JSON is {}") : Result.succeed({ name, payload: {} })
  }
}

const axChanged = ({ pid, notification, bundle_id }: ReceivedEvent.Payload): Result.Result<Told, string> => {
  const known = Constants.hostEvents.ax_notifications.find((name) => name === notification)
  if (pid == null || known === undefined) {
    return missing("pid", `a notification out of ${Constants.hostEvents.ax_notifications.join(", ")}`)
  }
  const payload: Event.Payloads["core:ax.changed"] = {
    pid,
    notification: known,
    ...(bundle_id == null ? {} : { bundle_id })
  }
  return Result.succeed({ name: "core:ax.changed", payload })
}
