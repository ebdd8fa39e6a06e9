import { assert, describe, it } from "@effect/vitest"
import { answered, received, replied, written } from "../support/hostcall.ts"

const invalid = "invalid host response"
const defaults = {
  pid: 7,
  roots: "windows",
  follow: ["AXChildren", "AXChildrenInNavigationOrder"],
  collect: [],
  prune_roles: [],
  max_nodes: 3000,
  geometry: false
}
const optional = ["roots", "follow", "collect", "prune_roles", "max_nodes", "geometry", "deadline_ms"]

describe("the params of host.ax_snapshot", () => {
  it.each<[string, object]>([
    ["{}", {}],
    [`{${optional.map((name) => `"${name}":null`).join()}}`, {}],
    ['{"roots":"app"}', { roots: "app" }],
    ['{"follow":[]}', { follow: [] }],
    [
      '{"follow":["AXRows"],"collect":["AXTitle",""],"prune_roles":["AXTable"]}',
      { follow: ["AXRows"], collect: ["AXTitle", ""], prune_roles: ["AXTable"] }
    ],
    ['{"max_nodes":1}', { max_nodes: 1 }],
    ['{"max_nodes":9007199254740991}', { max_nodes: 9007199254740991 }],
    ['{"geometry":true,"more":1}', { geometry: true }],
    ['{"deadline_ms":1}', { deadline_ms: 1 }]
  ])("are completed from %s [FLASH-HOST-06, FLASH-HOST-08, FLASH-HOST-43, FLASH-HOST-45]", (params, fields) => {
    assert.deepStrictEqual(received("host.ax_snapshot", `{"pid":7,${params.slice(1)}`.replace(",}", "}")), {
      ...defaults,
      ...fields
    })
  })

  it.each(["{}", "[]", '{"pid":0}', '{"pid":null}', '{"pid":7.0}', '{"pid":"7"}', '{"pid":2147483648,"roots":1}'])(
    "are refused without a process id: %s [FLASH-HOST-07, FLASH-HOST-43]",
    (params) => {
      assert.strictEqual(received("host.ax_snapshot", params), "host.ax_snapshot requires pid")
    }
  )

  it.each([
    '"roots":"both"',
    '"roots":""',
    '"roots":1',
    '"roots":["app"]',
    '"follow":"AXChildren"',
    '"follow":[1]',
    '"follow":{}',
    '"collect":[null]',
    '"collect":true',
    '"prune_roles":[["AXTable"]]',
    '"prune_roles":1',
    '"max_nodes":0',
    '"max_nodes":-1',
    '"max_nodes":100.0',
    '"max_nodes":1.5',
    '"max_nodes":"100"',
    '"max_nodes":9007199254740993',
    '"geometry":1',
    '"geometry":"true"',
    '"deadline_ms":0',
    '"deadline_ms":-1',
    '"deadline_ms":100.0',
    '"deadline_ms":"100"',
    '"deadline_ms":true'
  ])("are refused with %s [FLASH-HOST-07, FLASH-HOST-44]", (member) => {
    assert.strictEqual(received("host.ax_snapshot", `{"pid":7,${member}}`), "invalid snapshot scalar params")
  })

  it("are written as they were given [FLASH-HOST-43, FLASH-HOST-45]", () => {
    assert.strictEqual(written("host.ax_snapshot", { pid: 7 }), '{"pid":7}')
    assert.strictEqual(
      written("host.ax_snapshot", {
        deadline_ms: 50,
        geometry: true,
        max_nodes: 10,
        prune_roles: ["AXTable"],
        collect: ["AXTitle"],
        follow: ["AXRows"],
        roots: "app",
        pid: 7
      }),
      '{"pid":7,"roots":"app","follow":["AXRows"],"collect":["AXTitle"],"prune_roles":["AXTable"],"max_nodes":10,"geometry":true,"deadline_ms":50}'
    )
  })
})

describe("the reply to host.ax_snapshot", () => {
  const root = '{"handle":1,"root":0,"attrs":{}}'
  const child = '{"handle":2,"root":0,"parent":1,"attrs":{"AXTitle":"x","":""},"frame":[-1.5,2.0,3,0]}'

  it.each<[string, unknown]>([
    ['{"ok":true,"nodes":[]}', { nodes: [], truncated: false }],
    ['{"ok":true,"nodes":[],"truncated":true}', { nodes: [], truncated: true }],
    ['{"ok":true,"nodes":[],"truncated":false}', { nodes: [], truncated: false }],
    ['{"ok":true,"nodes":[],"truncated":null,"more":1}', { nodes: [], truncated: false }],
    [
      `{"ok":true,"nodes":[${root},${child}]}`,
      {
        nodes: [
          { handle: 1, root: 0, attrs: {} },
          { handle: 2, root: 0, parent: 1, attrs: { AXTitle: "x", "": "" }, frame: [-1.5, 2, 3, 0] }
        ],
        truncated: false
      }
    ],
    [
      '{"ok":true,"nodes":[{"handle":1,"root":0,"parent":null,"attrs":{},"frame":null,"more":1}]}',
      { nodes: [{ handle: 1, root: 0, attrs: {} }], truncated: false }
    ],
    ['{"ok":false,"error":"missing accessibility capability"}', "missing accessibility capability"],
    ['{"ok":true}', invalid],
    ['{"ok":true,"nodes":{}}', invalid],
    ['{"ok":true,"nodes":[],"truncated":1}', invalid]
  ])("is read from %s [FLASH-HOST-45, FLASH-HOST-46]", (result, snapshot) => {
    assert.deepStrictEqual(replied("host.ax_snapshot", result), snapshot)
  })

  it.each([
    "null",
    "{}",
    '{"handle":1.0,"root":0,"attrs":{}}',
    '{"handle":"1","root":0,"attrs":{}}',
    '{"handle":1,"attrs":{}}',
    '{"handle":1,"root":true,"attrs":{}}',
    '{"handle":1,"root":0}',
    '{"handle":1,"root":0,"attrs":null}',
    '{"handle":1,"root":0,"attrs":[]}',
    '{"handle":1,"root":0,"attrs":{"AXValue":1}}',
    '{"handle":1,"root":0,"attrs":{"__proto__":{}}}',
    '{"handle":1,"root":0,"attrs":{},"parent":1.5}',
    '{"handle":1,"root":0,"attrs":{},"frame":[1,2,3]}',
    '{"handle":1,"root":0,"attrs":{},"frame":[1,2,3,4,5]}',
    '{"handle":1,"root":0,"attrs":{},"frame":[1,2,3,"4"]}',
    '{"handle":1,"root":0,"attrs":{},"frame":{"x":1,"y":2,"width":3,"height":4}}'
  ])("is of no use with the node %s [FLASH-HOST-03, FLASH-HOST-46]", (node) => {
    assert.strictEqual(replied("host.ax_snapshot", `{"ok":true,"nodes":[${root},${node}]}`), invalid)
  })

  it("keeps an attribute named __proto__ [FLASH-HOST-46]", () => {
    const result = '{"ok":true,"nodes":[{"handle":1,"root":0,"attrs":{"__proto__":"x"}}]}'
    assert.strictEqual(
      JSON.stringify(replied("host.ax_snapshot", result)),
      '{"nodes":[{"handle":1,"root":0,"attrs":{"__proto__":"x"}}],"truncated":false}'
    )
  })

  it("says truncated only where it is [FLASH-HOST-45]", () => {
    const nodes = [{ handle: 1, root: 0, attrs: {} }]
    assert.strictEqual(answered("host.ax_snapshot", { nodes, truncated: false }), `{"ok":true,"nodes":[${root}]}`)
    assert.strictEqual(
      answered("host.ax_snapshot", { nodes, truncated: true }),
      `{"ok":true,"nodes":[${root}],"truncated":true}`
    )
  })
})
