/**
 * The packages of the plan and what each may import, as data: a package exists only if this set is a promise. Packages
 * that are not written yet are listed too, so that the rule is there before the first file.
 */

/** What a package may import beside `effect`: `may` anywhere, `tests` only in its tests, `tools` from outside the project. */
export interface Promise {
  readonly may: ReadonlyArray<string>
  readonly tests?: ReadonlyArray<string>
  readonly tools?: ReadonlyArray<string>
}

/** The packages by name, without their scope. */
export const packages: Readonly<Record<string, Promise>> = {
  wire: { may: [] },
  process: { may: [] },
  "flash-protocol": { may: ["wire"] },
  "flash-plugin": { may: ["flash-protocol", "wire"], tests: ["flash-testkit", "process"] },
  "flash-host": { may: ["flash-protocol", "wire", "process"], tests: ["flash-testkit"] },
  "flash-testkit": { may: ["flash-protocol", "wire", "process"] },
  "flash-cli": { may: ["flash-host", "flash-testkit", "flash-protocol", "process"], tests: ["flash-plugin"] },
  "sos-module": { may: ["wire"], tools: ["smol-toml"] },
  "sos-runtime": { may: ["sos-module", "wire", "process"] },
  "sos-language": { may: ["sos-module"] },
  "sos-cli": {
    may: ["sos-module", "sos-language", "sos-runtime", "wire", "process"],
    tools: ["vscode-languageserver", "@vscode/debugadapter"]
  }
}

/** The scope of the project's own packages. */
export const scope = "@lanyard/"

/** Packages from outside that any source may import; one more needs a decision file. */
export const runtime: ReadonlyArray<string> = ["effect", "@effect/platform-node"]

/** Packages from outside that `src/testing/` may import as well, since its suites are run by a test runner. */
export const testing: ReadonlyArray<string> = ["@effect/vitest", "vitest"]

/** Folders that must not reach a package by any chain of imports: opening a project starts nothing. */
export const unreachable: ReadonlyArray<{ readonly from: string; readonly never: ReadonlyArray<string> }> = [
  { from: "packages/sos-cli/src/lsp/", never: ["sos-runtime", "process"] },
  { from: "packages/sos-module/src/", never: ["sos-runtime", "process"] }
]

/** Whether a file of a package may touch the platform: `node:*`, `@effect/platform-node`, `process`, `console`. */
export const isPlatformFile = (path: string): boolean =>
  !/^packages\/[^/]+\/src\//.test(path) || /\/(?:bin|main|node)\.ts$|\/src\/(?:.*\/)?node\//.test(path)
