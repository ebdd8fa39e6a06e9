/** What a host asks of the surfaces that a manifest declares. Texts that a user could have typed hold a marker to look for. */
import { Catalog, Deadlines, type Manifest, Methods, type PerformParams } from "@lanyard/flash-protocol"
import { Result } from "effect"
import * as Run from "../Run.ts"
import { apps, deadlines, Step } from "../Step.ts"

/** Stands in every query, row and address of a run, and must not turn up in a log. */
export const marker = "zq7marker"

/** The interaction that the requests of a run belong to. */
export const trace = "zq7trace"

/** Milliseconds in which a plugin that declares a catalog is expected to publish one. */
const firstPublish = 2_000

const [app] = apps

const context = {
  bundle_id: app.bundle_id,
  pid: app.pid,
  front_window_frame: { x: -10.5, y: 20, width: 800, height: 600 }
}

/** Tells the surfaces of a manifest. */
export const has = {
  query: ({ query }: Manifest.Manifest): boolean => query !== undefined,
  hints: ({ hints }: Manifest.Manifest): boolean => hints !== undefined,
  live: ({ sources }: Manifest.Manifest): boolean => sources.some(({ live }) => live),
  catalog: ({ sources }: Manifest.Manifest): boolean => sources.some(({ live }) => !live),
  listen: ({ listen }: Manifest.Manifest): boolean => listen.length > 0,
  perform: ({ actions, bangs, commands, navigation, sources }: Manifest.Manifest): boolean =>
    actions.length + commands.length + navigation.length + sources.length + (bangs?.items.length ?? 0) > 0
}

const ask = (name: string, method: string, params: unknown, deadline: number): Step =>
  Step.Ask({ name, method, params, deadline, trace })

/** Inputs for the evaluator, by the names they are asked under. */
export const queries = ({ query }: Manifest.Manifest): ReadonlyArray<readonly [name: string, text: string]> => [
  ["evaluate arithmetic", "6*7"],
  ["evaluate text", `${marker} ⚡ "quoted" \\`],
  ["evaluate nothing", ""],
  ["evaluate much", marker.repeat(400)],
  ...(query?.prefixes ?? []).map((prefix) => [`evaluate after ${prefix}`, `${prefix}${marker}`] as const)
]

/** Asks the evaluator. */
export const evaluates = (manifest: Manifest.Manifest): ReadonlyArray<Step> =>
  has.query(manifest)
    ? queries(manifest).map(([name, query]) =>
        // The run waits longer than a host does, so that a late reply is seen as one.
        ask(name, Methods.evaluate.method, { query, scope: "all", surface: "conformance" }, patient)
      )
    : []

const patient = 2_000

/** The names of the searches. */
export const searches = ["search", "search for nothing"]

/** Asks the live sources. */
export const searching = (manifest: Manifest.Manifest): ReadonlyArray<Step> =>
  has.live(manifest)
    ? searches.map((name, at) =>
        ask(name, Methods.search.method, { query: at === 0 ? "a" : "", scope: "all" }, patient)
      )
    : []

/** The name under which hints are asked for. */
export const hinting = "hints"

/** Asks for hints. */
export const hints = (manifest: Manifest.Manifest): ReadonlyArray<Step> =>
  has.hints(manifest) ? [ask(hinting, Methods.hints.method, context, patient)] : []

const performs = (name: string, params: PerformParams.Params, deadline: number = deadlines.perform): Step =>
  ask(name, Methods.perform.method, Methods.perform.encodeParams(params), deadline)

/** Waits for a first catalog where there should be one. */
export const catalog = (manifest: Manifest.Manifest): ReadonlyArray<Step> =>
  has.catalog(manifest) ? [Step.Heed({ method: "publish", patience: firstPublish })] : []

/** Asks for one effect of every kind that the manifest declares. */
export const effects = (manifest: Manifest.Manifest): ReadonlyArray<Step> => [
  ...(has.catalog(manifest) ? [Step.Then({ steps: resolve })] : []),
  ...manifest.commands.slice(0, 1).map((command) =>
    performs(
      "perform a command",
      {
        kind: "command",
        command: command.command,
        subcommand: command.subcommand === "*" ? "" : command.subcommand,
        args: command.subcommand === "*" ? [marker] : [],
        raw: ""
      },
      Deadlines.ofPerform(deadlines, command)
    )
  ),
  ...(manifest.bangs?.items ?? []).slice(0, 1).map(({ token }) =>
    performs("perform a bang", {
      kind: "command",
      command: manifest.bangs?.command ?? "",
      subcommand: token === "*" ? marker : token,
      args: [marker],
      raw: marker
    })
  ),
  ...manifest.actions.slice(0, 1).map((name) => performs("perform an action", { kind: "action", name, context })),
  ...manifest.navigation
    .slice(0, 1)
    .map((scheme) => performs("perform a navigation", { kind: "navigate", url: `${scheme}://${marker}` }))
]

const resolve = (run: Run.Run): ReadonlyArray<Step> => {
  const sources = new Set(run.manifest.sources.map(({ name }) => name))
  const rows = Run.notifications(run, "publish").flatMap(({ frame }) =>
    Result.getOrElse(Catalog.decode(frame.params, sources), () => [])
  )
  return rows.slice(0, 1).map((row) => performs("perform a row", { kind: "resolve", row }))
}

/** Everything, in the order in which a user would come to it. */
export const all = (manifest: Manifest.Manifest): ReadonlyArray<Step> => [
  ...catalog(manifest),
  ...evaluates(manifest),
  ...searching(manifest),
  ...hints(manifest),
  ...effects(manifest)
]
