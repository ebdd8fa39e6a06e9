/** Rules about chains of imports: cycles between files, and packages that a folder must not reach by any chain. */
import { packageOf } from "./imports.ts"
import { type Module, target } from "./modules.ts"
import { packages, scope } from "./package-table.ts"
import type { Finding } from "./tree.ts"

const byPath = (all: ReadonlyArray<Module>) => new Map(all.map((module) => [module.path, module]))

/** Finds import cycles between files, type-only imports included; each is reported once, at the import that closes it. */
export const cycles = (all: ReadonlyArray<Module>): ReadonlyArray<Finding> => {
  const modules = byPath(all)
  const done = new Set<string>()
  const found: Array<Finding> = []
  const visit = (module: Module, chain: ReadonlyArray<string>) => {
    const here = [...chain, module.path]
    for (const { specifier, line } of module.imports) {
      const path = target(module.path, specifier)
      const next = path === undefined || done.has(path) ? undefined : modules.get(path)
      if (next === undefined) continue
      const start = here.indexOf(next.path)
      if (start === -1) visit(next, here)
      else
        found.push({
          file: module.path,
          line,
          wrong: `closes a cycle: ${[...here.slice(start), next.path].join(" → ")}`,
          allowed: "move what they share to a file of its own"
        })
    }
    done.add(module.path)
  }
  for (const module of all) if (!done.has(module.path)) visit(module, [])
  return found
}

/** Everything that a package may bring along, by the table. */
const closure = (name: string): ReadonlyArray<string> => [name, ...(packages[name]?.may ?? []).flatMap(closure)]

/** Finds imports through which a folder reaches a package that it must not, also by way of its other files. */
export const reach = (
  all: ReadonlyArray<Module>,
  { from, never }: { readonly from: string; readonly never: ReadonlyArray<string> }
): ReadonlyArray<Finding> => {
  const modules = byPath(all)
  const seen = new Set<string>()
  const pending = all.filter(({ path }) => path.startsWith(from))
  const found: Array<Finding> = []
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (seen.has(module.path)) continue
    seen.add(module.path)
    for (const { specifier, line } of module.imports) {
      const path = target(module.path, specifier)
      const next = path === undefined ? undefined : modules.get(path)
      if (next !== undefined) pending.push(next)
      const dependency = packageOf(specifier)
      const own = dependency?.startsWith(scope) === true ? dependency.slice(scope.length) : undefined
      const bad = own === undefined ? undefined : closure(own).find((name) => never.includes(name))
      const allowed = `nothing below ${from} may lead to ${never.join(" or ")}`
      if (bad !== undefined) found.push({ file: module.path, line, wrong: `leads to ${bad} through ${own}`, allowed })
    }
  }
  return found
}
