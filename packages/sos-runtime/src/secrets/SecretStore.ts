/**
 * Where the values of secrets come from. A definition names secrets and never holds one; a value is only ever handed to the
 * environment of a child and to the redactor that keeps it out of everything else.
 */
import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Variables } from "../RunHost.ts"

/** Looks up secrets by their symbolic name. The default knows none. */
export class SecretStore extends Context.Service<
  SecretStore,
  {
    /** The value of a secret; none when nobody configured it. An empty value is a value. */
    readonly get: (name: string) => Effect.Effect<Option.Option<Redacted.Redacted<string>>>
  }
>()("@lanyard/sos-runtime/SecretStore") {}

/**
 * A store over sources of variables, the first that has a value wins; an empty value counts only where no other source has
 * one, as for a `.env` file beside an environment.
 */
export const layerOf = (...sources: ReadonlyArray<Variables>): Layer.Layer<SecretStore> =>
  Layer.succeed(SecretStore, {
    get: (name) =>
      Effect.sync(() => {
        const values = sources.flatMap((source) => (Object.hasOwn(source, name) ? [source[name]] : []))
        const found =
          values.find((value) => value !== undefined && value !== "") ?? values.find((value) => value === "")
        return Option.map(Option.fromUndefinedOr(found), (value) => Redacted.make(value, { label: name }))
      })
  })
