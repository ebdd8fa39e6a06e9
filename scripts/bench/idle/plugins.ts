/** Twenty idle plugins, by hand and in a host; resolves to the turns of the event loop that they cost. */
import * as fleet from "../host/fleet.ts"
import { whileIdle } from "./turns.ts"

export const PLUGINS = 20

/** Long enough for one sweep that looks for silent plugins, and shorter than the silence after which they are probed. */
export const SECONDS = 45

export const raw = async () => {
  const { close } = await fleet.startRaw(PLUGINS)
  const turns = await whileIdle(SECONDS)
  await close()
  return turns
}

export const ours = async () => {
  const { close, host } = await fleet.open(fleet.specs(PLUGINS))
  await fleet.start(host, PLUGINS)
  const turns = await whileIdle(SECONDS)
  await close()
  return turns
}
