/** Measures the promises of the kernel against raw floors in the same run; the exit status is 1 when one is missed. */
import { adapters } from "./adapters.ts"
import { calls } from "./calls.ts"
import { commands } from "./commands.ts"
import { contract } from "./contract.ts"
import { definitions } from "./definitions.ts"
import { host } from "./host.ts"
import { idle } from "./idle.ts"
import { lifecycle } from "./lifecycle.ts"
import { loops } from "./loops.ts"
import { compare, print } from "./measure.ts"
import { modules } from "./modules.ts"
import { onOneProcessor } from "./pin.ts"
import { plugin } from "./plugin.ts"
import { compile } from "./programs.ts"
import { sos } from "./sos.ts"
import { traffic } from "./traffic.ts"

const only = process.argv[2]

using programs = compile()
const all = [
  ...traffic,
  ...contract,
  ...lifecycle(programs),
  ...commands(programs),
  ...adapters(programs),
  ...host,
  ...plugin,
  ...definitions,
  ...modules,
  ...calls,
  ...loops,
  ...idle,
  ...sos
]
const chosen = all.filter(({ name }) => only === undefined || name.includes(only))
if (chosen.length === 0)
  throw new Error(`no benchmark has "${only}" in its name; there are: ${all.map(({ name }) => name).join("; ")}`)

let missed = 0
for (const comparison of chosen) {
  const finding = await (comparison.pinned ? onOneProcessor(() => compare(comparison)) : compare(comparison))
  if (!finding.holds) missed++
  console.log(print(finding))
}
console.log(missed === 0 ? "every bound was kept" : `${missed} bounds were missed`)
process.exitCode = missed === 0 ? 0 : 1
