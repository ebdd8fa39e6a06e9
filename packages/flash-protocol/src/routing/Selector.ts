/** Which apps a plugin, or one of its mappings, is for. What a selector excludes contributes nothing there. */
import { Option } from "effect"
import type { Selector } from "../manifest/Model.ts"

/** The app in front, as far as routing goes; `Roster.app` makes one. */
export interface App {
  /** Empty when the system knows none; no selector names it then. */
  readonly bundleId: string
  /** Some plugin declares it as a terminal emulator. */
  readonly isTerminal: boolean
}

/** Tells whether an app is one of those a selector is for; both of its parts have to hold. */
export const matches = (self: Selector, app: App): boolean =>
  (!self.only_terminals || app.isTerminal) &&
  (self.only_bundle_ids === undefined || (app.bundleId !== "" && self.only_bundle_ids.includes(app.bundleId)))

/**
 * How narrowly compounded selectors (a manifest's, then its mapping's) mean an app: one for each that restricts something, 0
 * when none does. None when any of them excludes the app.
 */
export const specificity = (app: App, selectors: ReadonlyArray<Selector>): Option.Option<number> =>
  selectors.every((selector) => matches(selector, app)) ? Option.some(selectors.filter(isScoped).length) : Option.none()

/** Tells whether a selector restricts anything. */
const isScoped = (self: Selector): boolean => self.only_terminals || self.only_bundle_ids !== undefined
