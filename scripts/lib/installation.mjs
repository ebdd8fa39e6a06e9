// @ts-check
/**
 * Tells whether `node_modules` is what `package-lock.json` asks for. A decision over data: the two lock files and a view
 * of the disk come in, sentences for people come out. Plain JavaScript, since it runs before anything is installed.
 */

/** @typedef {{ readonly version?: string, readonly link?: boolean, readonly resolved?: string, readonly optional?: boolean }} Entry */

/**
 * What lies on disk at a path of the lock file: the `version` in a package's own `package.json`, and the folder that a
 * workspace link leads to, relative to the root and with `/` between its parts.
 *
 * @typedef {{ readonly version: (path: string) => string | undefined, readonly linked: (path: string) => string | undefined }} Disk
 */

/**
 * Lists every difference between the lock file and the installation; an empty list means that nothing needs installing.
 * Optional packages may be absent, as those of other platforms always are, but one that was installed must be whole.
 *
 * @param {Readonly<Record<string, Entry>>} wanted `packages` of `package-lock.json`
 * @param {Readonly<Record<string, Entry>> | undefined} installed `packages` of `node_modules/.package-lock.json`, which npm
 *   writes last, so an interrupted installation has none
 * @param {Disk} disk
 * @returns {ReadonlyArray<string>}
 */
export const differences = (wanted, installed, disk) => {
  if (installed === undefined) return ["node_modules is missing or its installation was interrupted"]
  return Object.entries(wanted)
    .filter(([path]) => path.includes("node_modules/"))
    .flatMap(([path, entry]) => {
      const difference = entry.link === true ? unlinked(path, entry, disk) : unequal(path, entry, installed[path], disk)
      return difference === undefined ? [] : [difference]
    })
}

/**
 * @param {string} path
 * @param {Entry} entry
 * @param {Disk} disk
 */
const unlinked = (path, entry, disk) =>
  disk.linked(path) === entry.resolved ? undefined : `${path} does not lead to ${entry.resolved}`

/**
 * @param {string} path
 * @param {Entry} wanted
 * @param {Entry | undefined} installed
 * @param {Disk} disk
 */
const unequal = (path, wanted, installed, disk) => {
  if (installed === undefined) return wanted.optional === true ? undefined : `${path} is not installed`
  if (installed.version !== wanted.version) {
    return `${path} is ${installed.version}, the lock file asks for ${wanted.version}`
  }
  return disk.version(path) === wanted.version ? undefined : `${path} is damaged`
}

/**
 * Says in one line why an installation is needed: the first difference, and how many more there are.
 *
 * @param {ReadonlyArray<string>} found at least one
 */
export const reason = (found) => (found.length === 1 ? `${found[0]}` : `${found[0]}, and ${found.length - 1} more`)
