/** Measures the promises of the kernel against raw floors in the same run; the exit status is 1 when one is missed. */
import { commands } from "./commands.ts"
import { idle } from "./idle.ts"
import { lifecycle } from "./lifecycle.ts"
import { compare, print } from "./measure.ts"
import { compile } from "./programs.ts"
import { traffic } from "./traffic.ts"

const only = process.argv[2]

using programs = compile()
let missed = 0
for (const comparison of [...traffic, ...lifecycle(programs), ...commands(programs), ...idle]) {
  if (only !== undefined && !comparison.name.includes(only)) continue
  const finding = await compare(comparison)
  if (!finding.holds) missed++
  console.log(print(finding))
}
console.log(missed === 0 ? "every bound was kept" : `${missed} bounds were missed`)
process.exitCode = missed === 0 ? 0 : 1
