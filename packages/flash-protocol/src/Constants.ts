/** The contract's numbers and names, under the names the code uses; `protocol/flash.json` is their one source. */
import { protocol } from "./protocol.gen.ts"

/** The protocol version both ends echo at initialize. Never negotiated. */
export const protocolVersion = protocol.protocol_version

/** Size and count limits of content, inclusive; bytes are UTF-8 bytes. */
export const quotas = protocol.quotas

/** Limits of one connection: frames, bytes and requests that may wait at each end. */
export const transport = protocol.transport

/** Milliseconds of inbound silence before a ping, and the period of the sweep that looks for it. */
export const liveness = protocol.liveness

/** Milliseconds from end of input to SIGTERM, and from there to SIGKILL. */
export const shutdown = protocol.shutdown

/** Linear backoff and the rolling failure budget; milliseconds, and failures that do not park yet. */
export const restart = protocol.restart

/** How long the host keeps, gathers or waits for what changes by itself; milliseconds. */
export const retention = protocol.retention

/** What is kept of a child's stderr: bytes a line, and lines in a window of milliseconds. */
export const stderr = protocol.stderr

/** The salience a source or a row may claim, lowest first. */
export const priorities = protocol.priorities

/** What each salience weighs when sources are ordered inside one match tier. */
export const sourceWeights = protocol.source_weights

/** The frozen capability registry. */
export const capabilities = protocol.capabilities

/** Every host call, with the capability it needs or null. */
export const hostCalls = protocol.host_calls

/** Prefixes of host calls whose capability is asked for even where the method does not exist. */
export const hostCallFamilies = protocol.host_call_families

/** Bounds, defaults and names in the params of host calls; `_ms` is milliseconds. */
export const hostCallBounds = protocol.host_call_bounds

/** What a host call is refused with, by what was wrong; a word in angle brackets stands for one that `Refusal` puts in. */
export const hostCallErrors = protocol.host_call_errors

/** Event names, which of them replace an unsent earlier one, and what tells two of one name apart. */
export const hostEvents = protocol.host_events

/** Bounds of a poll registration set. */
export const poll = protocol.poll

/** The least seconds a carousel shows a line, and the markup around it. */
export const status = protocol.status

/** What the host fills in for a hint, and the click modifiers of the two link roles for each of the two hint keys. */
export const hints = protocol.hints

/** The actions Flash knows by name. */
export const actions = protocol.actions

/** The actions among them that a plugin may bind but not perform. */
export const bindingOnlyActions = protocol.binding_only_actions

/** Defaults and words of a manifest; the commands reserved here are Flash's own, and every action is a verb as well. */
export const manifest = protocol.manifest

/** Limits a plugin keeps for itself: shutdown budget, host call waits, early stop; milliseconds. */
export const plugin = protocol.plugin
