/**
 * What a host's configuration says about plugins, out of a table that was read elsewhere. It is taken whole or not at all, so
 * that a typo in one entry neither starts a plugin that its user disabled nor stops one that runs. Sections of other parts of
 * Flash are passed over.
 */
import { Constants, type Deadlines } from "@lanyard/flash-protocol"
import { Duration, Effect, Option, Path, Schema, SchemaTransformation } from "effect"
import type { SandboxChoice } from "../PluginSpec.ts"
import * as Problem from "./ConfigurationProblem.ts"
import { depth, isSetting, isTable, type Settings } from "./Settings.ts"
import * as ThirdParty from "./ThirdParty.ts"

/** What plugins a host runs beside its own, and how. */
export interface Configuration {
  /** Ids of plugins that are not loaded. */
  readonly disabled: ReadonlySet<string>
  /** In the order of loading; folders are absolute. */
  readonly thirdParty: ReadonlyArray<ThirdParty.ThirdParty>
  /** Whether a change of a plugin's files reloads it. */
  readonly watching: boolean
  /** By id; a plugin that is not listed has none. */
  readonly settings: ReadonlyMap<string, Settings>
  /** By id, where the configuration says anything about it. */
  readonly sandbox: ReadonlyMap<string, SandboxChoice>
  /** What changes of the host's deadlines, for calls that begin while it is in force. */
  readonly deadlines: Deadlines.Overrides
}

/** The configuration of a host whose user says nothing. */
export const empty: Configuration = {
  disabled: new Set(),
  thirdParty: [],
  watching: true,
  settings: new Map(),
  sandbox: new Map(),
  deadlines: {}
}

/** Reads the parsed table of a configuration file, whose place its relative paths start from. */
export const decode = Effect.fnUntraced(function* (
  table: unknown,
  place: ThirdParty.Place
): Effect.fn.Return<Configuration, Problem.ConfigurationRejected, Path.Path> {
  const path = yield* Path.Path
  const sections = known(table)
  const {
    flashlight,
    plugin = {},
    plugins = {}
  } = yield* Effect.mapError(Effect.fromResult(decodeSections(sections)), ({ issue }) =>
    Problem.reject(issue, sections)
  )
  const tables = Object.entries(plugin)
  const { startup_timeout: startup } = plugins
  const { live_query_timeout_ms: live } = flashlight ?? {}
  return {
    disabled: new Set(plugins.disabled),
    thirdParty: (plugins.third_party ?? [])
      .flatMap((entry) => Option.toArray(ThirdParty.parse(entry)))
      .map((entry) => ThirdParty.locate(entry, place, path)),
    watching: plugins.watching_enabled ?? empty.watching,
    settings: new Map(tables.map(([id, { sandbox: _, exec_paths: __, ...settings }]) => [id, settings])),
    sandbox: new Map(
      tables
        .filter(([, { sandbox, exec_paths }]) => sandbox !== undefined || exec_paths !== undefined)
        .map(([id, { sandbox = true, exec_paths = [] }]) => [id, { enabled: sandbox, execPaths: exec_paths }])
    ),
    deadlines: {
      ...(startup === undefined ? {} : { startup: Duration.seconds(startup) }),
      ...(live === undefined ? {} : { live })
    }
  }
})

/** What this codec reads of a configuration; the rest is somebody else's. */
const known = (table: unknown): unknown => {
  if (!isTable(table)) return table
  const { flashlight } = table
  return {
    ...own(table, "plugins"),
    ...own(table, "plugin"),
    ...(isTable(flashlight) ? { flashlight: own(flashlight, "live_query_timeout_ms") } : own(table, "flashlight"))
  }
}

const own = (table: Readonly<Record<string, unknown>>, key: string) =>
  Object.hasOwn(table, key) ? { [key]: table[key] } : {}

const check = <A>(expected: string, accepts: (value: A) => boolean) => Schema.makeFilter(accepts, { expected })

const Id = Schema.String.check(
  check('a plugin id: letters, digits, ".", "_" and "-"', (text) => /^[a-z0-9._-]+$/.test(text))
)

const DisabledId = Schema.String.pipe(
  Schema.decodeTo(
    Id,
    SchemaTransformation.transform({ decode: (text) => text.trim().toLowerCase(), encode: (id) => id })
  )
)

const Entry = Schema.String.check(check(ThirdParty.expected, (text) => Option.isSome(ThirdParty.parse(text))))

const mostMillis = Constants.plugin.deadline_ms_most
const mostSeconds = mostMillis / 1000

const Plugins = Schema.Struct({
  disabled: Schema.optionalKey(Schema.Array(DisabledId)),
  third_party: Schema.optionalKey(Schema.Array(Entry)),
  watching_enabled: Schema.optionalKey(Schema.Boolean),
  startup_timeout: Schema.optionalKey(
    Schema.Finite.check(
      check(`seconds, more than 0 and at most ${mostSeconds}`, (seconds) => seconds > 0 && seconds <= mostSeconds)
    )
  )
}).annotate({ messageUnexpectedKey: "no other key" })

const Setting = Schema.declare((value): value is unknown => isSetting(value), {
  expected: `text, a finite number, true or false, or lists and tables of these, at most ${depth} inside each other`
})

const PluginTable = Schema.StructWithRest(
  Schema.Struct({
    sandbox: Schema.optionalKey(Schema.Boolean),
    exec_paths: Schema.optionalKey(
      Schema.Array(Schema.String.check(check("text that is not blank", (text) => text.trim() !== "")))
    )
  }),
  [Schema.Record(Schema.String, Setting)]
)

const Sections = Schema.Struct({
  plugins: Schema.optionalKey(Plugins),
  plugin: Schema.optionalKey(Schema.Record(Id, PluginTable).annotate({ messageUnexpectedKey: "a plugin id" })),
  flashlight: Schema.optionalKey(
    Schema.Struct({
      live_query_timeout_ms: Schema.optionalKey(
        Schema.Int.check(
          check(`whole milliseconds from 1 to ${mostMillis}`, (millis) => millis >= 1 && millis <= mostMillis)
        )
      )
    })
  )
})

const decodeSections = Schema.decodeUnknownResult(Sections, { onExcessProperty: "error", errors: "all" })
