/** Prints what the contender that its argument names costs while nothing happens. */
import * as children from "./children.ts"
import * as plugins from "./plugins.ts"

const contenders: Readonly<Record<string, () => Promise<number>>> = {
  "raw children": children.raw,
  "our children": children.ours,
  "raw plugins": plugins.raw,
  "our plugins": plugins.ours
}

const contender = contenders[process.argv[2] ?? ""]
if (contender === undefined) throw new Error(`expected one of ${Object.keys(contenders).join(", ")}`)
console.log(await contender())
