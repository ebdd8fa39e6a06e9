/** Absolute paths of POSIX systems, as text. */

/** The path of a name in a folder. */
export const join = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`)

/** The folder that a path is in; that of the root is itself. */
export const parent = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")))

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Whether a path is a folder or somewhere below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || folder === "/" || path.startsWith(`${folder}/`)

/** How many names lead to a path. */
export const depth = (path: string): number => path.split("/").filter((name) => name !== "").length
