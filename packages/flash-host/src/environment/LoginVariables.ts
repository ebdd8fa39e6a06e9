/** The variables of a user that a plugin may see (decision B7). Whatever else a shell or a host exports stays behind. */

/** Variables of the contract's list, those that are set; PATH always is. */
export interface LoginVariables extends Readonly<Record<string, string>> {
  readonly PATH: string
}

/** The names that are copied, where they are set. */
export const allowed: ReadonlyArray<string> = [
  "HOME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "USER",
  "__CF_USER_TEXT_ENCODING"
]

/** Stands in for a PATH that is missing or empty. */
export const fallbackPath = "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

/** Takes the variables of the list out of any environment. */
export const select = (source: Readonly<Record<string, string | undefined>>): LoginVariables => {
  const own = allowed.flatMap((name) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(own), PATH: source.PATH || fallbackPath }
}
