/** The templates of the status surfaces in a configuration: the bar, its popups, and desktop widgets. */

/** Text that may refer to status segments. */
export type Templates = ReadonlyArray<string>

/** Finds them; none of a bar that is off, and undefined when the table says nothing of any surface. */
export const of = (table: Readonly<Record<string, unknown>>): Templates | undefined => {
  const { statusbar, popup, widgets } = table
  if (statusbar === undefined && popup === undefined && widgets === undefined) return undefined
  const isOff = typeof statusbar === "object" && statusbar !== null && Reflect.get(statusbar, "enabled") === false
  return [...(isOff ? [] : [...texts(statusbar), ...texts(popup)]), ...texts(widgets)]
}

/** Every text in a value, however deep it stands. */
const texts = (value: unknown): Templates => {
  const found: Array<string> = []
  const values: Array<unknown> = [value]
  for (const next of values) {
    if (typeof next === "string") found.push(next)
    else if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) values.push(inner)
  }
  return found
}
