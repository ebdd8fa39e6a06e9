/** Holds routing to the corpus; `fixtures/README.md` says what its files mean. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import * as Activation from "../src/Activation.ts"
import * as Chord from "../src/manifest/Chord.ts"
import * as Manifest from "../src/manifest/Manifest.ts"
import * as ActionBindings from "../src/routing/ActionBindings.ts"
import * as Bangs from "../src/routing/Bangs.ts"
import * as Commands from "../src/routing/Commands.ts"
import * as Confirmations from "../src/routing/Confirmations.ts"
import * as Evaluators from "../src/routing/Evaluators.ts"
import * as HintsProvider from "../src/routing/HintsProvider.ts"
import * as LiveSources from "../src/routing/LiveSources.ts"
import * as Mappings from "../src/routing/Mappings.ts"
import * as Roster from "../src/routing/Roster.ts"
import { moves } from "./support/activation.ts"
import { type CorpusFile, payload, read } from "./support/corpus.ts"
import { ids } from "./support/plugins.ts"

const files = (area: string) => read(area).map((file): [string, CorpusFile] => [file.name, file])

const manifests = ({ given }: CorpusFile): ReadonlyArray<Manifest.Manifest> =>
  Array.isArray(given.manifests) ? given.manifests.map((manifest) => Result.getOrThrow(Manifest.decode(manifest))) : []

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The members of an input, whose types the README gives. */
const members = (file: CorpusFile) => payload(file) as Readonly<Record<string, unknown>>

const tell = ActionBindings.Outcome.$match({
  Send: ({ winner, chords }): unknown => ({ does: "send", plugin: winner.plugin.id, chords: chords.map(Chord.print) }),
  Press: ({ winner, path }) => ({ does: "press", plugin: winner.plugin.id, path }),
  NoAction: ({ winner }) => ({ does: "no action", plugin: winner.plugin.id }),
  NoChord: ({ winner }) => ({ does: "no chord", plugin: winner.plugin.id }),
  Refused: ({ winner, chords }) => ({ does: "refused", plugin: winner.plugin.id, chords: chords.map(Chord.print) }),
  Scroll: () => ({ does: "scroll" }),
  Unbound: () => ({ does: "unbound" })
})

describe("the corpus of bindings", () => {
  it.each(files("bindings"))("%s is resolved in any order of the plugins [FLASH-BIND-16]", (_, file) => {
    const { given, isValid, expect, outcome } = file
    // The README lists what an input holds.
    const request = payload(file) as ActionBindings.Request
    const plugins = manifests(file)
    for (const listed of [plugins, [...plugins].reverse()]) {
      const roster = Roster.make(listed)
      const app = Roster.app(roster, text(given.app))
      const resolution = ActionBindings.resolve(roster, app, request)
      assert.deepStrictEqual(
        {
          performers: ids(resolution.performers),
          close_button: resolution.triesCloseButton,
          ...Object(tell(resolution.outcome))
        },
        isValid ? expect : outcome
      )
    }
  })
})

describe("the corpus of routing", () => {
  it.each(files("routing"))("%s has the answer that it names [FLASH-ROUT-23]", (_, file) => {
    const plugins = manifests(file)
    const expected = file.isValid ? file.expect : file.outcome
    const ask = questions[text(file.given.asks)]
    assert.deepStrictEqual(ask?.(file, plugins), expected)
    // Which of two equal ids is kept depends on the order of loading, and on that alone.
    const isOrdered = new Set(ids(plugins)).size < plugins.length
    if (!isOrdered) assert.deepStrictEqual(ask?.(file, [...plugins].reverse()), expected)
  })

  type Question = (file: CorpusFile, plugins: ReadonlyArray<Manifest.Manifest>) => unknown

  const inApp =
    (answer: (roster: Roster.Roster, app: ReturnType<typeof Roster.app>, file: CorpusFile) => unknown): Question =>
    (file, plugins) => {
      const roster = Roster.make(plugins)
      return answer(roster, Roster.app(roster, text(file.given.app)), file)
    }

  const scopeOf = (roster: Roster.Roster, file: CorpusFile): LiveSources.Scope => {
    const { scope, name, token } = members(file)
    const [target] = Bangs.targets(roster, Roster.app(roster, ""), text(token))
    if (scope === "bang" && target !== undefined) return LiveSources.Scope.Bang({ target })
    return scope === "source" ? LiveSources.Scope.Source({ name: text(name) }) : LiveSources.Scope.Everything()
  }

  const questions: Readonly<Record<string, Question>> = {
    evaluators: inApp((roster, _, file) => ids(Evaluators.route(roster, text(payload(file))))),
    hints: inApp((roster, app) => ids(HintsProvider.chain(roster, app))),
    bang: inApp((roster, app, file) => {
      const { token, raw } = members(file)
      const [target] = Bangs.targets(roster, app, text(token))
      return target === undefined
        ? null
        : { plugin: target.plugin.id, params: Bangs.dispatch(target, text(token), text(raw)) }
    }),
    command: inApp((roster, _, file) => {
      const { command, subcommand, raw } = members(file)
      return Option.match(Commands.find(roster, text(command), text(subcommand)), {
        onNone: () => null,
        onSome: (target) => ({
          plugin: target.plugin.id,
          params: Commands.dispatch(target, text(subcommand), text(raw))
        })
      })
    }),
    load: (_, plugins) => {
      const { roster, duplicates, collisions } = Roster.load(plugins)
      return { plugins: ids(roster.plugins), duplicates, collisions }
    },
    confirmation: inApp((roster, app, file) => {
      // The README says that the input is the name of an action.
      const [first] = Confirmations.rank(roster, app, payload(file) as Manifest.Action)
      return first?.prompt ?? null
    }),
    search: inApp((roster, _, file) => ids(LiveSources.searched(roster, scopeOf(roster, file)))),
    mappings: inApp((roster, app) => Mappings.rank(roster, app).map(({ mapping }) => mapping.key)),
    unions: inApp(({ terminals, onDemandHints }) => ({
      terminal_emulators: [...terminals].sort(),
      on_demand_hints: [...onDemandHints].sort()
    })),
    activation: (_, plugins) => Object.fromEntries(plugins.map((plugin) => [plugin.id, Activation.of(plugin)])),
    // The README says that the input is a list of changes.
    moves: (file, plugins) =>
      Object.fromEntries(
        plugins.map((plugin) => [
          plugin.id,
          moves(Activation.of(plugin), false, payload(file) as ReadonlyArray<Activation.Change>)
        ])
      )
  }
})
