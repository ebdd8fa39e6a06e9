/** Logs what is not as its user may think: plugins' files, and the environment that plugins get. */
import { LoginEnvironment, LoginReport, PluginManager, Report } from "@lanyard/flash-host"
import { Effect, Layer, Stream } from "effect"

/** Logs for as long as the layer's scope is open. */
export const layer: Layer.Layer<never, never, PluginManager | LoginEnvironment> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { reports } = yield* PluginManager
    const environment = yield* LoginEnvironment
    yield* Effect.forkScoped(Stream.runForEach(reports, ofReport), { startImmediately: true })
    yield* Effect.forkScoped(Effect.flatMap(environment.report, ofLogin))
  })
)

const by = (plugin: string) => Effect.annotateLogs({ source: `plugin:${plugin}` })

const ofReport = Report.$match({
  Failed: ({ plugin, failure, isLoaded }) =>
    by(plugin)(Effect.logWarning(isLoaded ? `${failure.message}; it goes on as it was` : failure.message)),
  Recovered: ({ plugin }) => by(plugin)(Effect.logInfo("its files are in order again")),
  Polled: ({ folder, code }) =>
    Effect.logWarning(`${folder} is not watched (${code}); changes are seen some seconds late`)
})

const ofLogin = LoginReport.$match({
  Resolved: () => Effect.void,
  KeptSeed: ({ shell, reason }) =>
    Effect.logWarning(
      `${shell} did not tell the login environment (${reason._tag}); plugins get the one of this program`
    )
})
