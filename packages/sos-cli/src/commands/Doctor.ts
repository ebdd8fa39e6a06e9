/** `sos module doctor`: whether a module could be called here and now. It starts a persistent module, and invokes no action. */
import { Doctor } from "@lanyard/sos-module"
import { Diagnose, Launching } from "@lanyard/sos-runtime"
import { Console, Effect, Layer } from "effect"
import { onModule, Refused, tell } from "../Complaints.ts"
import { Machine } from "../Machine.ts"
import * as Registered from "../Registered.ts"

/** Says that a module is ready, or what is in its way. */
export const run = Effect.fn("sos module doctor")(function* (path: string) {
  const { loaded, settings, warnings } = yield* Registered.load(path)
  yield* tell(onModule("doctor"), warnings)
  const { services } = yield* Machine
  const doctor = Diagnose.layer.pipe(Layer.provide(Launching.layer(settings.grant)), Layer.provide(services))
  yield* Doctor.use(({ diagnose }) => diagnose(loaded)).pipe(
    Effect.mapError(({ message }) => new Refused({ complaints: [message] })),
    Effect.provide(doctor)
  )
  yield* Console.log(`${path}: ready`)
})
