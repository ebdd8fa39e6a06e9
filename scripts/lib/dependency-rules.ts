/** The dependency rules, each a function from modules to findings; `dependencyFindings` is all of them. */
import { cycles, reach } from "./import-graph.ts"
import { hostGlobals, packageOf } from "./imports.ts"
import { type Manifest, type Module, manifest, modules, ownerOf, target } from "./modules.ts"
import * as Table from "./package-table.ts"
import type { Finding, Tree } from "./tree.ts"

const list = (names: ReadonlyArray<string>) => (names.length === 0 ? "nothing else" : names.join(", "))

const named = (specifier: string) =>
  specifier.startsWith(Table.scope) ? specifier.slice(Table.scope.length) : undefined

/** Every file belongs to a package of the table, or to none. */
const unknownPackages = (tree: Tree): ReadonlyArray<Finding> => {
  const owners = new Set([...tree.keys()].flatMap((path) => ownerOf(path) ?? []))
  return [...owners]
    .filter((owner) => !Object.hasOwn(Table.packages, owner))
    .map((owner) => ({
      file: `packages/${owner}/package.json`,
      line: 1,
      wrong: `the package ${owner} is not in the table`,
      allowed: "add what it may import to scripts/lib/package-table.ts"
    }))
}

/** A package imports only the packages of its promise. */
const forbidden = (module: Module): ReadonlyArray<Finding> => {
  const promise = module.owner === undefined ? undefined : Table.packages[module.owner]
  if (promise === undefined) return []
  const extra = /\/src\/testing\//.test(module.path) ? Table.testing : []
  const outside = [...Table.runtime, ...extra, ...(promise.tools ?? [])]
  const inside = module.isSource ? promise.may : [...promise.may, ...(promise.tests ?? [])]
  return module.imports.flatMap(({ specifier, line }) => {
    const dependency = packageOf(specifier)
    if (dependency === undefined) return []
    const own = named(dependency)
    const fine =
      own === undefined
        ? !module.isSource || outside.includes(dependency)
        : own === module.owner || inside.includes(own)
    const names = own === undefined ? outside : inside
    const allowed = `${module.owner} may import ${own === undefined ? "from outside" : "of this project"} ${list(names)}`
    return fine ? [] : [{ file: module.path, line, wrong: `imports ${dependency}`, allowed }]
  })
}

/** Only entry points and `node/` folders touch the platform. */
const platform = (module: Module): ReadonlyArray<Finding> => {
  if (Table.isPlatformFile(module.path)) return []
  const allowed = "the platform belongs in bin.ts, main.ts, node.ts or a node/ folder"
  const imported = module.imports
    .filter(
      ({ specifier }) => specifier.startsWith("node:") || /^@effect\/platform-node(-shared)?(\/|$)/.test(specifier)
    )
    .map(({ specifier, line }) => ({ file: module.path, line, wrong: `imports ${specifier}`, allowed }))
  const used = hostGlobals(module.text).map(({ name, line }) => ({
    file: module.path,
    line,
    wrong: `uses ${name}`,
    allowed
  }))
  return [...imported, ...used]
}

/** A relative import stays in its package; another package is entered through its name. */
const trespass = (module: Module): ReadonlyArray<Finding> =>
  module.imports.flatMap(({ specifier, line }) => {
    const path = target(module.path, specifier)
    const outside =
      path === undefined
        ? named(specifier)?.includes("/src/") === true
        : ownerOf(path) !== module.owner || (module.isSource && !/^packages\/[^/]+\/src\//.test(path))
    const allowed = "import another package by its name and entry point, and sources only from sources"
    return outside ? [{ file: module.path, line, wrong: `reaches into ${path ?? specifier}`, allowed }] : []
  })

/** What is imported is declared where npm looks for it. */
const undeclared = (module: Module, own: Manifest, root: Manifest): ReadonlyArray<Finding> => {
  const installed = { ...own.dependencies, ...own.peerDependencies }
  const declared = module.isSource ? installed : { ...installed, ...own.devDependencies, ...root.devDependencies }
  return module.imports.flatMap(({ specifier, line }) => {
    const dependency = packageOf(specifier)
    const fine = dependency === undefined || Object.hasOwn(declared, dependency) || dependency === own.name
    // The root has a link to every package, which is what scripts import them through.
    if (fine || (module.owner === undefined && dependency.startsWith(Table.scope))) return []
    const file = module.owner === undefined ? "package.json" : `packages/${module.owner}/package.json`
    const allowed = `declare it in ${file}, ${module.isSource ? "dependencies" : "dependencies or devDependencies"}`
    return [{ file: module.path, line, wrong: `imports ${dependency}, which is not declared`, allowed }]
  })
}

/** What is declared is imported. */
const unused = (tree: Tree, owner: string, own: ReadonlyArray<Module>): ReadonlyArray<Finding> => {
  const file = `packages/${owner}/package.json`
  const { dependencies, peerDependencies, devDependencies } = manifest(tree, file)
  const used = (among: ReadonlyArray<Module>) =>
    new Set(among.flatMap((module) => module.imports.flatMap(({ specifier }) => packageOf(specifier) ?? [])))
  const bySources = used(own.filter((module) => module.isSource))
  const byAny = used(own)
  const lines = (tree.get(file) ?? "").split("\n")
  const finding = (name: string, users: string): Finding => ({
    file,
    line: lines.findIndex((line) => line.includes(`"${name}"`)) + 1,
    wrong: `declares ${name}, which no ${users} imports`,
    allowed: "declare only what is imported"
  })
  return [
    ...Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) =>
      bySources.has(name) ? [] : finding(name, "source")
    ),
    ...Object.keys(devDependencies ?? {}).flatMap((name) => (byAny.has(name) ? [] : finding(name, "file")))
  ]
}

/** Checks a tree of sources and manifests against every rule; findings come in the order of the rules. */
export const dependencyFindings = (tree: Tree): ReadonlyArray<Finding> => {
  const all = modules(tree)
  const root = manifest(tree, "package.json")
  const owners = [...new Set(all.flatMap(({ owner }) => owner ?? []))]
  return [
    ...unknownPackages(tree),
    ...all.flatMap(forbidden),
    ...all.flatMap(platform),
    ...all.flatMap(trespass),
    ...all.flatMap((module) =>
      undeclared(
        module,
        module.owner === undefined ? root : manifest(tree, `packages/${module.owner}/package.json`),
        root
      )
    ),
    ...owners.flatMap((owner) =>
      unused(
        tree,
        owner,
        all.filter((module) => module.owner === owner)
      )
    ),
    ...Table.unreachable.flatMap((rule) => reach(all, rule)),
    ...cycles(all)
  ]
}
