import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { notStarted, npm } from "../lib/children.mjs"

const node = join("/opt", "bin", "node")
const beside = join("/opt", "bin", "node_modules/npm/bin/npm-cli.js")
const above = join("/opt", "lib/node_modules/npm/bin/npm-cli.js")

describe("npm", () => {
  it.each<readonly [string, string | undefined, ReadonlyArray<string>, readonly [string, ReadonlyArray<string>]]>([
    ["the npm that runs us", "/n/npm-cli.js", ["/n/npm-cli.js", above], [node, ["/n/npm-cli.js"]]],
    ["the one beside Node, as on Windows", undefined, [beside], [node, [beside]]],
    ["the one that Node was installed with", undefined, [above], [node, [above]]],
    ["Node's own when another package manager runs us", "/p/pnpm.cjs", ["/p/pnpm.cjs", above], [node, [above]]],
    ["the one on the search path when no script is found", "/gone/npm-cli.js", [], ["npm", []]]
  ])("is %s", (_, running, present, expected) => {
    assert.deepStrictEqual(
      npm(running, node, (path) => present.includes(path)),
      expected
    )
  })
})

describe("notStarted", () => {
  const failed = (code: string) => Object.assign(new Error("spawn"), { code })

  it.each<readonly [string, unknown, string]>([
    ["npm", failed("ENOENT"), "npm was not found on the PATH"],
    ["/opt/node", failed("ENOENT"), "/opt/node was not found"],
    ["/opt/node", failed("EACCES"), "/opt/node could not be started (EACCES)"],
    ["npm", new Error("other"), "npm could not be started"]
  ])("says of %s what is the matter: %#", (program, cause, expected) => {
    assert.strictEqual(notStarted(program, cause), expected)
  })
})
