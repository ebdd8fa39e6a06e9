/** The user's folders on this system. */
import { homedir } from "node:os"
import * as Host from "@lanyard/flash-host/node"
import { Effect, Layer } from "effect"
import { Places } from "../Places.ts"
import * as TemporaryFolder from "./TemporaryFolder.ts"

/** Knows them. */
export const layer: Layer.Layer<Places> = Layer.effect(
  Places,
  Effect.map(Host.dataFolderBase, (data) => ({
    home: homedir(),
    data,
    temporary: TemporaryFolder.make("lanyard-")
  }))
)
