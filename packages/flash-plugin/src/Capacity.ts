/** How much a plugin takes on at once: requests in handlers, and the bytes of the lines they came in. */
import { Constants } from "@lanyard/flash-protocol"

/** The room for requests; both limits are inclusive. */
export interface Capacity {
  /** Takes a place for a request of `bytes`; false when there is none. */
  readonly take: (bytes: number) => boolean
  /** Gives the place back. */
  readonly release: (bytes: number) => void
}

/** Makes the room of the contract, or another for tests. */
export const make = (
  requests: number = Constants.transport.plugin_requests,
  bytes: number = Constants.transport.plugin_request_bytes
): Capacity => {
  let heldRequests = 0
  let heldBytes = 0
  return {
    take: (size) => {
      if (heldRequests >= requests || heldBytes + size > bytes) return false
      heldRequests++
      heldBytes += size
      return true
    },
    release: (size) => {
      heldRequests--
      heldBytes -= size
    }
  }
}
