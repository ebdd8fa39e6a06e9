/** The exact error texts of the protocol. A refusal is a string with at most one name or number from the wire in it. */
import { protocol } from "./protocol.gen.ts"

/** Answers a method the receiver does not have. */
export const unknownMethod = (method: string): string => fill(protocol.errors.unknown_method, { method })

/** Answers initialize from a host of another version; a version that is no integer counts as 0. */
export const protocolMismatch = (host: number): string =>
  fill(protocol.errors.protocol_mismatch, { host: String(host), plugin: String(protocol.protocol_version) })

/** Answers a second initialize; the plugin keeps serving. */
export const initializeRepeated: string = protocol.errors.initialize_repeated

/** Settles a host call whose host went away. */
export const hostClosed: string = protocol.errors.host_closed

/** Settles a host call that was not answered in time. */
export const hostCallTimeout: string = protocol.errors.host_call_timeout

/** Replaces a reply that does not fit a frame. */
export const frameOverflow: string = protocol.errors.frame_overflow

/** Answers a host call whose capability the manifest does not declare. */
export const capabilityDenied = (capability: string): string => fill(protocol.errors.capability_denied, { capability })

/** Answers a request beyond the plugin's concurrent handlers. */
export const requestCapacity: string = protocol.errors.request_capacity

/** Answers a host call beyond the outstanding ones. */
export const hostCallCapacity: string = protocol.errors.host_call_capacity

/** Answers a search or hints request whose handler was stopped early. */
export const deadlineExceeded: string = protocol.errors.deadline_exceeded

/** Answers a request whose params do not decode. */
export const invalidParams = (method: string): string => fill(protocol.plugin_errors.invalid_params, { method })

/** Answers a perform of a kind the plugin does not know; an absent kind leaves the name empty. */
export const unknownPerformKind = (kind: string): string => fill(protocol.plugin_errors.unknown_perform_kind, { kind })

/** Replaces a plugin's own hints reply that breaks the contract. */
export const invalidHintsResponse: string = protocol.plugin_errors.invalid_hints_response

/** Settles a host call whose reply breaks the contract. */
export const invalidHostResponse: string = protocol.plugin_errors.invalid_host_response

/** Replaces a perform success whose process is none. */
export const invalidTargetPid: string = protocol.plugin_errors.invalid_target_pid

/** Replaces a perform success whose address has no scheme. */
export const invalidNavigationUrl: string = protocol.plugin_errors.invalid_navigation_url

/** Stands in for a perform failure that says nothing. */
export const performFailed: string = protocol.plugin_errors.perform_failed

/** Replaces a perform reply that has no JSON text. */
export const performNotEncodable: string = protocol.plugin_errors.perform_not_encodable

/** Settles a host call that does not fit a frame. */
export const hostCallOverflow: string = protocol.plugin_errors.host_call_overflow

/** Answers a chord with a modifier that does not exist. */
export const unknownModifier = (modifier: string): string =>
  fill(protocol.host_call_errors.post_keys_modifier, { modifier })

/** Answers a fetch that got no usable response; the reason is a word of the host's own, such as the system's error code. */
export const fetchFailed = (reason: string): string => fill(protocol.host_call_errors.fetch_failed, { reason })

/** Answers a signal that was not sent, with the system's reason or the host's. */
export const signalFailed = (reason: string): string => fill(protocol.host_call_errors.signal_failed, { reason })

/** Answers a call that this host has no means for. */
export const unavailable = (method: string): string => fill(protocol.host_call_errors.unavailable, { method })

// One pass with a replacer function: text put in is never read for placeholders or `$` patterns again.
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/<([a-z]+)>/g, (placeholder, name: string) => values[name] ?? placeholder)
