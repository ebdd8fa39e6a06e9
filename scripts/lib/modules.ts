/** The modules of a tree with their imports resolved: the data that dependency rules are about. */
import { posix } from "node:path"
import { type Import, imports } from "./imports.ts"
import type { Tree } from "./tree.ts"

/** A source file; `owner` is the package folder's name, undefined for files outside `packages/`. */
export interface Module {
  readonly path: string
  readonly text: string
  readonly owner: string | undefined
  readonly isSource: boolean
  readonly imports: ReadonlyArray<Import>
}

/** The dependency lists of a `package.json`. */
export interface Manifest {
  readonly name?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Returns the name of the package folder that a path lies in. */
export const ownerOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1]

/** Lists the TypeScript modules of a tree. */
export const modules = (tree: Tree): ReadonlyArray<Module> =>
  [...tree]
    .filter(([path]) => path.endsWith(".ts"))
    .map(([path, text]) => ({
      path,
      text,
      owner: ownerOf(path),
      isSource: /^packages\/[^/]+\/src\//.test(path),
      imports: imports(text)
    }))

/** Returns the path that a relative import leads to, or undefined for a bare one. */
export const target = (from: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined

/** Reads a manifest of the tree; an absent one has no dependencies. */
export const manifest = (tree: Tree, path: string): Manifest => JSON.parse(tree.get(path) ?? "{}")
