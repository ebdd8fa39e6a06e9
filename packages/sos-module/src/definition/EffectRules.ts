/** The rules on what actions do and what that needs: effects, and capabilities that an action narrows (decisions S5 and S6). */
import * as Toml from "../toml/Toml.ts"
import { wrong } from "../toml/TomlShape.ts"
import { printPath } from "../toml/TomlSpans.ts"
import { type Filesystem, filesystemRanks } from "./Definition.ts"
import { type Finding, inner, member, type Outline, type Placed, texts } from "./Finding.ts"

/** Finds what is wrong with the effects and capabilities of a whole file. */
export const findings = ({ capabilities, actions }: Outline): ReadonlyArray<Finding> => {
  // Without them there is nothing to hold effects against.
  if (!Toml.isTable(capabilities.value)) return []
  const module = accessOf(capabilities)
  return [
    ...actions.flatMap((action) => {
      const own = inner(action, "capabilities")
      return [...widened(own, module), ...effectsOf(action, module, narrowed(module, own))]
    }),
    ...unusedSecrets(capabilities, actions)
  ]
}

/** What of the world a module or an action reaches; `undefined` where the file says something else. */
interface Access {
  readonly network: boolean | undefined
  readonly filesystem: Filesystem | undefined
  readonly secrets: ReadonlyArray<string>
}

const accessOf = (capabilities: Placed<unknown>): Access => {
  const network = member(capabilities.value, "network") ?? false
  return {
    network: typeof network === "boolean" ? network : undefined,
    filesystem: rankOf(member(capabilities.value, "filesystem") ?? "none"),
    secrets: texts(capabilities, "secrets").map(({ value }) => value)
  }
}

const rankOf = (value: unknown): Filesystem | undefined => filesystemRanks.find((rank) => rank === value)

const narrowed = (module: Access, own: Placed<unknown>): Access => {
  if (!Toml.isTable(own.value)) return module
  const access = accessOf(own)
  const said = (key: string) => member(own.value, key) !== undefined
  return {
    network: said("network") ? access.network : module.network,
    filesystem: said("filesystem") ? access.filesystem : module.filesystem,
    secrets: said("secrets") ? access.secrets : module.secrets
  }
}

const widened = (own: Placed<unknown>, module: Access): ReadonlyArray<Finding> => {
  if (!Toml.isTable(own.value)) return []
  const { network, filesystem } = accessOf(own)
  const known = new Set(module.secrets)
  const more = (key: string, expected: string): Finding => {
    const at = [...own.at, key]
    return { at, message: wrong(at, member(own.value, key), `${expected}, for an action can only narrow its module`) }
  }
  return [
    ...(network === true && module.network === false ? [more("network", "false")] : []),
    ...(isBeyond(filesystem, module.filesystem) ? [more("filesystem", `at most "${module.filesystem}"`)] : []),
    ...texts(own, "secrets")
      .filter(({ value }) => !known.has(value))
      .map(
        ({ at, value }): Finding => ({
          at,
          message: wrong(at, value, "a secret that capabilities.secrets lists"),
          known: { word: value, words: module.secrets }
        })
      )
  ]
}

const isBeyond = (one: Filesystem | undefined, bound: Filesystem | undefined): boolean =>
  one !== undefined && bound !== undefined && filesystemRanks.indexOf(one) > filesystemRanks.indexOf(bound)

const effectsOf = (action: Placed<unknown>, module: Access, access: Access): ReadonlyArray<Finding> => {
  const effects = texts(action, "effects")
  return effects.flatMap((effect) => {
    const { value } = effect
    const expected = value === "pure" ? besidePure(effects, module) : needed(value, access)
    return expected === undefined ? [] : [{ at: effect.at, message: wrong(effect.at, value, expected) }]
  })
}

/** What `pure` needs that is not so. Every module has a process, which does not count. */
const besidePure = (effects: ReadonlyArray<Placed<string>>, module: Access): string | undefined => {
  if (effects.some(({ value }) => value !== "pure")) return "it alone, for it rules out every other effect"
  return module.network === true || isBeyond(module.filesystem, "none") || module.secrets.length > 0
    ? "a module without network, file system and secrets beside it"
    : undefined
}

const needed = (effect: string, { network, filesystem, secrets }: Access): string | undefined => {
  switch (effect) {
    case "network":
      return network === false ? "the capability network = true beside it" : undefined
    case "filesystem-read":
      return isBeyond("workspace-read", filesystem)
        ? 'the capability filesystem = "workspace-read" or more beside it'
        : undefined
    case "filesystem-write":
      return isBeyond("workspace", filesystem) ? 'the capability filesystem = "workspace" or more beside it' : undefined
    case "secret":
      return secrets.length === 0 ? "a secret among the capabilities beside it" : undefined
    default:
      return undefined
  }
}

const unusedSecrets = (
  capabilities: Placed<unknown>,
  actions: ReadonlyArray<Placed<unknown>>
): ReadonlyArray<Finding> => {
  const used = actions.some((action) => texts(action, "effects").some(({ value }) => value === "secret"))
  const at = [...capabilities.at, "secrets"]
  return used || texts(capabilities, "secrets").length === 0
    ? []
    : [
        {
          at,
          severity: "warning",
          message: `${printPath(at)} asks for secrets; expected an action with the effect "secret"`
        }
      ]
}
