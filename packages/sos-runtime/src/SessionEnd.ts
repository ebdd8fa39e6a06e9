/** Why a process of a module can answer no more, as data, and how the caller it left without an answer is told. */
import type { Child } from "@lanyard/process"
import type { CallFailure } from "@lanyard/sos-module"
import { PeerFailure, type Violation } from "@lanyard/wire"
import { Data } from "effect"
import { Fault } from "./Fault.ts"
import { messageBytes } from "./PluginProtocol.ts"

/** Nothing to tell but the name. */
type Bare = Record<never, never>

/** The end of a process, or the reason why the host ends it. */
export type SessionEnd = Data.TaggedEnum<{
  /** It exited or died. */
  Exited: { readonly exit: Child.ChildExit }
  /** It lives and has closed its output, or its input while a call waited. */
  Closed: { readonly direction: "output" | "input" }
  /** It wrote what is no message of the protocol, or one that is out of place. */
  Violated: { readonly violation: Violation }
  /** It wrote more to stdout than a process may in its life, `limit` bytes. */
  OutputExceeded: { readonly limit: number }
  /** Its reply has the form of the protocol and breaks a promise of the definition; `rule` says which. */
  BrokePromise: { readonly rule: string }
  /** It did not give up a cancelled call in time. */
  Unresponsive: Bare
  /** It answered a cancelled call with a result. */
  AnsweredCancelled: Bare
  /** The run is over. */
  Released: Bare
}>
export const SessionEnd = Data.taggedEnum<SessionEnd>()

/** When the caller was left without an answer. */
export type During = "initialize" | "invoke"

/** Words an end for the caller that waited; `alias` is what messages call the module. */
export const toFault = (end: SessionEnd, alias: string, during: During): Fault => {
  const fault = (phase: CallFailure.Phase, what: string, more: { kind?: string; ended?: CallFailure.Ended } = {}) =>
    new Fault({ phase, message: `${alias} plugin ${what}`, ...more })
  const leaving = during === "initialize" ? "initialize" : "exit"
  return SessionEnd.$match(end, {
    Exited: ({ exit }) =>
      exit._tag === "Exited"
        ? fault(leaving, `exited with status ${exit.code} during ${during}`, { ended: exit })
        : fault(leaving, `was ended by ${exit.signal} during ${during}`, {
            ended: { _tag: "Signalled", signal: exit.signal }
          }),
    Closed: ({ direction }) => fault(leaving, `closed its ${direction} during ${during}`),
    Violated: ({ violation }) =>
      fault("decode", `${described(violation)} during ${during}${reasonOf(violation, during)}`, {
        kind: violation._tag === "LineTooLong" ? "limit" : "runtime"
      }),
    OutputExceeded: ({ limit }) =>
      fault("decode", `wrote more than ${limit} bytes to stdout in one run`, { kind: "limit" }),
    BrokePromise: ({ rule }) => fault("decode", `${rule} during ${during}`),
    Unresponsive: () => fault("cancel", "did not give up a cancelled call", { kind: "canceled" }),
    AnsweredCancelled: () => fault("cancel", "answered a cancelled call with a result", { kind: "canceled" }),
    Released: () => fault("shutdown", "was ended with its run", { kind: "canceled" })
  })
}

/** The name that the trace gives to a rule that was broken; undefined for an end that breaks none. */
export const ruleOf = (end: SessionEnd): string | undefined => {
  switch (end._tag) {
    case "Violated":
      return end.violation._tag
    case "OutputExceeded":
    case "BrokePromise":
    case "Unresponsive":
    case "AnsweredCancelled":
      return end._tag
    case "Exited":
    case "Closed":
    case "Released":
      return undefined
  }
}

/** Reads why a connection closed; an exit, which says more, is looked for by the caller. */
export const ofClose = PeerFailure.CloseReason.$match({
  EndOfInput: () => SessionEnd.Closed({ direction: "output" }),
  BrokenPipe: () => SessionEnd.Closed({ direction: "input" }),
  Overflowed: () => SessionEnd.Closed({ direction: "input" }),
  Violated: ({ violation }) => SessionEnd.Violated({ violation }),
  Released: () => SessionEnd.Released()
})

const described = (violation: Violation): string => {
  switch (violation._tag) {
    case "LineTooLong":
      return `wrote a message larger than ${messageBytes} bytes`
    case "BadEnvelope":
      return `wrote a message that is not one of the protocol (${violation.rule})`
    case "MalformedReply":
      return `wrote a reply without exactly one of result and error`
    case "UnknownReply":
      return `answered request ${violation.id}, which was never sent,`
    case "LateReply":
      return `answered request ${violation.id} once too often`
    case "TextReply":
      return "wrote a reply whose id is text; ids are integers,"
    default:
      return "wrote non-protocol data to stdout"
  }
}

/** What kept a line from being read, where that is more than that it is no JSON. */
const reasonOf = (violation: Violation, during: During): string => {
  switch (violation._tag) {
    case "NotJson":
      return during === "initialize" ? "; stdout carries nothing but messages, and logs go to stderr" : ""
    case "NotUtf8":
      return ": a line that is not UTF-8"
    case "ByteOrderMark":
      return ": a line that begins with a byte order mark"
    case "EmptyLine":
      return ": a blank line"
    case "NotObject":
      return ": JSON that is no object"
    case "LoneSurrogate":
      return ": text that is no Unicode"
    case "NumberOverflow":
      return ": a number that is too large"
    case "TooDeep":
      return ": a value that nests too deeply"
    default:
      return ""
  }
}
