/**
 * Paths as the files of a project write them: with `/` on every system, so that a project means the same everywhere. Pure; whether
 * there is such a file only the disk knows.
 */

/** Tells a path from the root, with or without the letter of a drive. */
export const isAbsolute = (path: string): boolean => rootOf(path) !== ""

/** Returns the folder of an absolute file. */
export const folderOf = (file: string): string => {
  const end = file.lastIndexOf("/")
  return end < rootOf(file).length ? rootOf(file) : file.slice(0, end)
}

/** Finds a path from an absolute folder, without `.` and `..` parts in it; `..` ends at the root. */
export const resolve = (folder: string, path: string): string => {
  const whole = isAbsolute(path) ? path : `${folder}/${path}`
  const root = rootOf(whole)
  const parts: Array<string> = []
  for (const part of whole.slice(root.length).split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return root + parts.join("/")
}

/** Lists an absolute folder and those around it, the nearest first. */
export const upwards = (folder: string): ReadonlyArray<string> => {
  const root = rootOf(folder)
  const parts = folder
    .slice(root.length)
    .split("/")
    .filter((part) => part !== "")
  return [...parts.map((_, index) => root + parts.slice(0, parts.length - index).join("/")), root]
}

const rootOf = (path: string): string => /^(?:[A-Za-z]:)?\//.exec(path)?.[0] ?? ""
