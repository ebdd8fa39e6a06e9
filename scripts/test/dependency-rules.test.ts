import { assert, describe, it } from "@effect/vitest"
import { dependencyFindings } from "../lib/dependency-rules.ts"
import { isPlatformFile, packages } from "../lib/package-table.ts"
import { print } from "../lib/tree.ts"

const manifest = (name: string, dependencies: ReadonlyArray<string>, devDependencies: ReadonlyArray<string> = []) =>
  JSON.stringify(
    {
      name: `@lanyard/${name}`,
      dependencies: Object.fromEntries(dependencies.map((each) => [each, "1"])),
      devDependencies: Object.fromEntries(devDependencies.map((each) => [each, "1"]))
    },
    null,
    1
  )

const check = (files: Readonly<Record<string, string>>) =>
  dependencyFindings(
    new Map(Object.entries({ "package.json": '{ "devDependencies": { "vitest": "1", "effect": "1" } }', ...files }))
  ).map(print)

const wire = manifest("wire", ["effect"])

describe("dependencyFindings", () => {
  it("finds nothing in a tree that follows the rules", () => {
    const files = {
      "packages/wire/package.json": wire,
      "packages/wire/src/A.ts": 'import { Effect } from "effect"\nimport type { B } from "./B.ts"',
      "packages/wire/src/B.ts": "export interface B {}",
      "packages/wire/src/node.ts": 'import { stdin } from "node:process"\nprocess.exit()',
      "packages/wire/test/A.test.ts": 'import { it } from "vitest"\nimport "node:fs"\nimport "../src/A.ts"',
      "packages/flash-host/package.json": manifest("flash-host", ["@lanyard/wire"], ["@lanyard/flash-testkit"]),
      "packages/flash-host/src/A.ts": 'import { B } from "@lanyard/wire"',
      "packages/flash-host/test/A.test.ts": 'import { Harness } from "@lanyard/flash-testkit"',
      "scripts/a.ts": 'import { Json } from "@lanyard/wire"\nimport "node:fs"'
    }
    assert.deepStrictEqual(check(files), [])
  })

  it.each<readonly [string, Record<string, string>, string]>([
    [
      "a package outside the table",
      { "packages/glue/package.json": manifest("glue", []), "packages/glue/src/A.ts": "" },
      "packages/glue/package.json:1: the package glue is not in the table"
    ],
    [
      "siblings that meet",
      {
        "packages/wire/package.json": manifest("wire", ["@lanyard/process"]),
        "packages/wire/src/A.ts": '\nimport { Child } from "@lanyard/process"'
      },
      "packages/wire/src/A.ts:2: imports @lanyard/process; wire may import of this project nothing else"
    ],
    [
      "a package from outside that no decision allows",
      { "packages/wire/package.json": manifest("wire", ["lodash"]), "packages/wire/src/A.ts": 'import "lodash"' },
      "packages/wire/src/A.ts:1: imports lodash; wire may import from outside effect, @effect/platform-node"
    ],
    [
      "the test kit in a source",
      {
        "packages/flash-host/package.json": manifest("flash-host", ["@lanyard/flash-testkit"]),
        "packages/flash-host/src/A.ts": 'import "@lanyard/flash-testkit"'
      },
      "packages/flash-host/src/A.ts:1: imports @lanyard/flash-testkit; flash-host may import of this project flash-protocol, wire, process"
    ],
    [
      "the platform outside an entry point",
      { "packages/wire/package.json": manifest("wire", []), "packages/wire/src/A.ts": 'import "node:fs"' },
      "packages/wire/src/A.ts:1: imports node:fs; the platform belongs in bin.ts, main.ts, node.ts or a node/ folder"
    ],
    [
      "Effect's platform package outside an entry point",
      {
        "packages/flash-cli/package.json": manifest("flash-cli", ["@effect/platform-node"]),
        "packages/flash-cli/src/A.ts": 'import "@effect/platform-node/NodeRuntime"'
      },
      "packages/flash-cli/src/A.ts:1: imports @effect/platform-node/NodeRuntime; the platform belongs"
    ],
    [
      "a global of the host",
      { "packages/wire/package.json": manifest("wire", []), "packages/wire/src/A.ts": "\n\nconsole.log(1)" },
      "packages/wire/src/A.ts:3: uses console; the platform belongs"
    ],
    [
      "a path into another package",
      {
        "packages/wire/package.json": manifest("wire", []),
        "packages/wire/test/A.test.ts": 'import "../../process/src/Child.ts"'
      },
      "packages/wire/test/A.test.ts:1: reaches into packages/process/src/Child.ts; import another package by its name"
    ],
    [
      "a name that spells another package's folder",
      {
        "packages/flash-host/package.json": manifest("flash-host", ["@lanyard/wire"]),
        "packages/flash-host/src/A.ts": 'import "@lanyard/wire/src/Json.ts"'
      },
      "packages/flash-host/src/A.ts:1: reaches into @lanyard/wire/src/Json.ts; import another package by its name"
    ],
    [
      "a source that imports a test",
      {
        "packages/wire/package.json": manifest("wire", []),
        "packages/wire/src/A.ts": 'import "../test/a.ts"'
      },
      "packages/wire/src/A.ts:1: reaches into packages/wire/test/a.ts; import another package by its name and entry point, and sources only from sources"
    ],
    [
      "an undeclared import of a source, even when the tests declare it",
      {
        "packages/wire/package.json": manifest("wire", [], ["effect"]),
        "packages/wire/src/A.ts": 'import "effect"'
      },
      "packages/wire/src/A.ts:1: imports effect, which is not declared; declare it in packages/wire/package.json, dependencies"
    ],
    [
      "an undeclared import of a test",
      { "packages/wire/package.json": manifest("wire", []), "packages/wire/test/A.test.ts": 'import "fast-check"' },
      "packages/wire/test/A.test.ts:1: imports fast-check, which is not declared"
    ],
    [
      "an undeclared import of a script",
      { "scripts/a.ts": 'import "chalk"' },
      "scripts/a.ts:1: imports chalk, which is not declared; declare it in package.json"
    ],
    [
      "a dependency that only tests import",
      { "packages/wire/package.json": wire, "packages/wire/test/A.test.ts": 'import "effect"' },
      "packages/wire/package.json:4: declares effect, which no source imports"
    ],
    [
      "a development dependency that nothing imports",
      {
        "packages/wire/package.json": manifest("wire", [], ["fast-check"]),
        "packages/wire/test/A.test.ts": 'import "vitest"'
      },
      "packages/wire/package.json:5: declares fast-check, which no file imports"
    ],
    [
      "a cycle, at the import that closes it",
      {
        "packages/wire/package.json": manifest("wire", []),
        "packages/wire/src/A.ts": 'import "./B.ts"',
        "packages/wire/src/B.ts": '\nimport type { C } from "./C.ts"',
        "packages/wire/src/C.ts": 'import "./A.ts"'
      },
      "packages/wire/src/C.ts:1: closes a cycle: packages/wire/src/A.ts → packages/wire/src/B.ts → packages/wire/src/C.ts → packages/wire/src/A.ts"
    ],
    [
      "an editor file that reaches the runtime by way of another file",
      {
        "packages/sos-cli/package.json": manifest("sos-cli", ["@lanyard/sos-runtime"]),
        "packages/sos-cli/src/lsp/Server.ts": 'import "../Shared.ts"',
        "packages/sos-cli/src/Shared.ts": 'import "@lanyard/sos-runtime"'
      },
      "packages/sos-cli/src/Shared.ts:1: leads to sos-runtime through sos-runtime; nothing below packages/sos-cli/src/lsp/ may lead to sos-runtime or process"
    ]
  ])("finds %s", (_, files, expected) => {
    const findings = check(files)
    assert.strictEqual(findings.length, 1, findings.join("\n"))
    assert.isTrue(findings[0]?.startsWith(expected), findings[0])
  })

  it("lets exported suites import a test runner that the package declares", () => {
    const files = { "packages/wire/package.json": manifest("wire", ["vitest"]) }
    assert.deepStrictEqual(check({ ...files, "packages/wire/src/testing/suite.ts": 'import "vitest"' }), [])
    assert.strictEqual(check({ ...files, "packages/wire/src/Suite.ts": 'import "vitest"' }).length, 1)
  })
})

describe("the package table", () => {
  it("names only packages of the table, and no package of it depends on itself by any chain", () => {
    const visit = (name: string, chain: ReadonlyArray<string>): void => {
      assert.notInclude(chain, name)
      assert.property(packages, name)
      for (const next of packages[name]?.may ?? []) visit(next, [...chain, name])
    }
    for (const name of Object.keys(packages)) visit(name, [])
  })
})

describe("isPlatformFile", () => {
  it.each([
    ["packages/wire/src/node.ts", true],
    ["packages/wire/src/bin.ts", true],
    ["packages/wire/src/main.ts", true],
    ["packages/process/src/node/Spawner.ts", true],
    ["packages/process/src/deep/node/A.ts", true],
    ["packages/wire/test/A.test.ts", true],
    ["scripts/check.ts", true],
    ["packages/wire/src/Json.ts", false],
    ["packages/wire/src/nodes/A.ts", false],
    ["packages/wire/src/combine.ts", false]
  ] as const)("%s: %s", (path, expected) => {
    assert.strictEqual(isPlatformFile(path), expected)
  })
})
