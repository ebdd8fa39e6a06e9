/** What a call of an external module costs on top of a bare exchange of lines with the same program. */
import { join } from "node:path"
import { ValueCodec } from "@lanyard/sos-module"
import { Modules } from "@lanyard/sos-runtime"
import { Context, Effect, Exit, Layer, Result, Scope } from "effect"
import { atMost, type Comparison, type Contenders, median, onSeveral } from "./measure.ts"
import { client, kill, start } from "./raw.ts"
import { folder, layer, module } from "./weather.ts"

const { actions, path } = module.definition
const current = actions.find(({ name }) => name === "current")!

/** Calls before the counted ones: what is measured is compiled code. */
const WARM_UP = 3000
const BLOCK = 200

/** Blocks of calls that take turns on two children which both stay, so that both see the same machine. */
const contenders = async (): Promise<Contenders> => {
  const child = start(process.execPath, [join(folder, "weather.mjs")])
  const ask = client(child)
  const codec = ValueCodec.make(module.definition)
  const context = { requestId: "run-bench-1", deadline: "2026-09-20T20:30:00.000Z", workingDirectory: folder }
  const bare = async (size: number) => {
    const times: Array<number> = []
    for (let made = 0; made < size; made++) {
      const from = performance.now()
      const params = { action: "current", arguments: { city: "San Juan" }, context }
      const { value } = (await ask("invoke", params)) as { readonly value: unknown }
      Result.getOrThrow(codec.result(current, value))
      times.push((performance.now() - from) * 1000)
    }
    return median(times)
  }

  const scope = Scope.makeUnsafe()
  const modules = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Modules)
  const block = (size: number) =>
    Effect.gen(function* () {
      const times: Array<number> = []
      for (let made = 0; made < size; made++) {
        const from = performance.now()
        yield* modules.call(path, "current", ["San Juan"])
        times.push((performance.now() - from) * 1000)
      }
      return median(times)
    })
  await bare(WARM_UP)
  await Effect.runPromise(block(WARM_UP))
  return {
    raw: () => bare(BLOCK),
    ours: () => Effect.runPromise(block(BLOCK)),
    close: async () => {
      await kill(child)
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

export const modules: ReadonlyArray<Comparison> = [
  {
    name: "a warm invoke of a module, against a bare round trip and the check of its value",
    unit: "µs p50",
    rounds: 101,
    pinned: true,
    contenders: onSeveral(5, contenders),
    bound: atMost(1.5)
  }
]
