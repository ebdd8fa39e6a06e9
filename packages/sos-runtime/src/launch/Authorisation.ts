/**
 * Decides whether a program of a module may start, before anything does: first the policy, then each secret that was asked
 * for, in the order of the definition.
 */
import { type Definition, Policy } from "@lanyard/sos-module"
import { Effect, Option, type Redacted } from "effect"
import { Fault } from "../Fault.ts"
import * as Redaction from "../secrets/Redaction.ts"
import { SecretStore } from "../secrets/SecretStore.ts"

/** What an authorised program gets to know, and what keeps it out of everything it says. */
export interface Authorised {
  /** By symbolic name. */
  readonly secrets: ReadonlyMap<string, Redacted.Redacted<string>>
  readonly redactor: Redaction.Redactor
}

/** Authorises what a module or one of its actions needs, or says which capability or secret is missing. */
export const authorise = Effect.fnUntraced(function* (
  definition: Pick<Definition.Definition, "path">,
  capabilities: Definition.Capabilities,
  grant: Policy.Grant
): Effect.fn.Return<Authorised, Fault, SecretStore> {
  yield* Effect.mapError(
    Effect.fromResult(Policy.authorise(definition, capabilities, grant)),
    ({ message }) => new Fault({ phase: "authorize", message })
  )
  const store = yield* SecretStore
  const secrets = new Map<string, Redacted.Redacted<string>>()
  for (const name of capabilities.secrets) {
    const secret = yield* store.get(name)
    if (Option.isNone(secret)) {
      const message = `module ${definition.path} requires the secret ${name}, which is not configured`
      return yield* new Fault({ phase: "authorize", message })
    }
    secrets.set(name, secret.value)
  }
  return { secrets, redactor: Redaction.make(secrets.values()) }
})
