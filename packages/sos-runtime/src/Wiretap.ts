/**
 * Sizes and names of the messages on a connection, for the trace. It looks at envelopes and counts bytes; what messages carry
 * passes by.
 */
import { type Duplex, type Envelope, Json, type JsonRpc, Utf8 } from "@lanyard/wire"
import type { Method } from "./PluginProtocol.ts"

/** A message as the trace names it. */
export interface Label {
  readonly method: Method
  /** Undefined for a notification. */
  readonly id: number | undefined
  readonly action: string | undefined
}

/** What is told about the traffic, in the turn in which it passes. */
export interface Listener {
  readonly sent: (label: Label, bytes: number) => void
  readonly received: (label: Label, bytes: number, body: JsonRpc.Body) => void
}

/** Both ends of a connection: its bytes, and how its messages are written. */
export interface Line {
  readonly duplex: Duplex
  readonly envelope: Envelope<JsonRpc.Body>
}

/** A connection with a listener on it. */
export interface Wiretap extends Line {
  /** To be told when the last message that was built did not leave. */
  readonly unsent: () => void
}

/** Leaves a connection as it is, for a run in which nobody listens. */
export const none = (line: Line): Wiretap => ({ ...line, unsent: () => {} })

/** Listens to a connection on which messages leave in the order in which they are built. */
export const make = ({ duplex, envelope }: Line, listener: Listener): Wiretap => {
  const leaving: Array<Label> = []
  const awaited = new Map<unknown, Label>()
  let read = 0

  const leave = (label: Label) => {
    leaving.push(label)
    if (label.id !== undefined) awaited.set(label.id, label)
  }

  return {
    duplex: {
      ...duplex,
      open: (reader) =>
        duplex.open({
          ...reader,
          chunk: (bytes) => {
            read += bytes.length
            reader.chunk(bytes)
          }
        }),
      write: (text) => {
        for (const line of text.split("\n").slice(0, -1)) {
          const label = leaving.shift()
          if (label !== undefined) listener.sent(label, Utf8.byteLength(line) + 1)
        }
        return duplex.write(text)
      }
    },
    envelope: {
      ...envelope,
      request: (id, method, params, meta) => {
        leave({ method: method as Method, id, action: actionOf(params) }) // The methods of a session are all its own.
        return envelope.request(id, method, params, meta)
      },
      notification: (method, params) => {
        leave({ method: method as Method, id: undefined, action: undefined }) // As above.
        return envelope.notification(method, params)
      },
      decode: (frame) => {
        const message = envelope.decode(frame)
        const bytes = read
        read = 0
        const label = message._tag === "Reply" ? awaited.get(message.id) : undefined
        if (message._tag === "Reply" && label !== undefined) {
          awaited.delete(message.id)
          listener.received(label, bytes, message.body)
        }
        return message
      }
    },
    unsent: () => {
      const id = leaving.pop()?.id
      if (id !== undefined) awaited.delete(id)
    }
  }
}

const actionOf = (params: unknown): string | undefined =>
  Json.isObject(params) && typeof params.action === "string" ? params.action : undefined
