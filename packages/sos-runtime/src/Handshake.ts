/** The first exchange with a process: a module that was not built for the definition is refused before any action. */
import type { JsonRpc } from "@lanyard/wire"
import { Effect, Result } from "effect"
import { Fault } from "./Fault.ts"
import * as PluginProtocol from "./PluginProtocol.ts"
import * as SafeText from "./SafeText.ts"
import type { Redactor } from "./secrets/Redaction.ts"

/** Judges the reply to `initialize`. What a module says of itself is shown without secrets and short. */
export const judge = (
  body: JsonRpc.Body,
  expected: PluginProtocol.Identity,
  alias: string,
  redactor: Redactor
): Effect.Effect<void, Fault> => {
  const said = (text: string) => SafeText.oneLine(redactor.text(text), shownCharacters)
  const fail = (what: string, code?: number) =>
    Effect.fail(new Fault({ phase: "initialize", message: `${alias} plugin ${what}`, code }))
  if ("error" in body) {
    return fail(`refused initialize: ${said(body.error.message)} (${body.error.code})`, body.error.code)
  }
  return Result.match(PluginProtocol.verify(body.result, expected), {
    onFailure: ({ expected, found, member }) =>
      fail(
        `answered initialize ${found === undefined ? "without" : "with"} ${words[member]}${found === undefined ? "" : ` ${said(found)}`}; expected ${expected}`
      ),
    onSuccess: () => Effect.void
  })
}

const shownCharacters = 200

const words: Readonly<Record<keyof PluginProtocol.Identity, string>> = {
  protocol: "protocol",
  module: "module",
  version: "version",
  definitionDigest: "definition digest"
}
