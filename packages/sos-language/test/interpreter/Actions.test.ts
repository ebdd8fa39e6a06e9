import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { Imported } from "../../src/Linked.ts"
import { message, run, shown, unit } from "../support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

describe("actions of the program", () => {
  it.effect("are called before or behind their declaration, as a call or as a sentence [SOS-RUN-10]", () =>
    Effect.gen(function* () {
      const program = lines(
        "call double with 2 called a",
        "double a called b",
        "double with b called c",
        "show [a, b, c]",
        "to double with n as number returning number:",
        "  return n * 2",
        "double 1",
        "greet",
        "to greet:",
        '  show "hello"'
      )
      assert.deepStrictEqual(yield* shown(program), ["[4,8,16]", "hello"])
    })
  )

  it.effect("call each other and themselves [SOS-RUN-10]", () =>
    Effect.gen(function* () {
      const program = lines(
        "to even with n:",
        "  when n is 0:",
        "    return true",
        "  call odd with n - 1 called r",
        "  return r",
        "to odd with n:",
        "  when n is 0:",
        "    return false",
        "  call even with n - 1 called r",
        "  return r",
        "call even with 100 called r",
        "show r"
      )
      assert.deepStrictEqual(yield* shown(program), ["true"])
    })
  )

  it.effect("have bindings of their own, and read and set those of the file [SOS-RUN-11]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make total 1",
        "make x 5",
        "make list [1]",
        "to add with n:",
        "  set total total + n",
        "  append n to list",
        "  make x n",
        "  return x",
        "add 10 called y",
        "show [total, x, y, list]"
      )
      assert.deepStrictEqual(yield* shown(program), ["[11,5,10,[1,10]]"])
    })
  )

  it.effect("begin each call with fresh bindings [SOS-RUN-11]", () =>
    Effect.gen(function* () {
      const program = lines(
        "to once with first_time:",
        "  when first_time:",
        "    make x 1",
        "  show x",
        "once true",
        "once false"
      )
      const { shown: all, exit } = yield* run(program)
      assert.deepStrictEqual(all, ["1"])
      assert.isTrue(Exit.isFailure(exit))
    })
  )

  it.effect("without a result give null [SOS-RUN-10]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(lines("to rest:", "  finish", "rest called r", "show r")), ["null"])
      assert.deepStrictEqual(yield* shown(lines("to rest:", "  make a 1", "rest called r", "show r")), ["null"])
    })
  )

  const report = lines("define Report:", "  high as number", "  note as optional text")

  it.effect("bind fields of their only parameter [SOS-RUN-12]", () =>
    Effect.gen(function* () {
      const program = lines(
        report,
        "to tell with report as Report using high, note:",
        '  show "{high} {note} {report.high}"',
        "tell {high: 3}"
      )
      assert.deepStrictEqual(yield* shown(program), ["3 null 3"])
    })
  )

  it.effect.each([
    ["tell 5", "line 3: tell received number; expected a record with high"],
    ["tell {low: 1}", 'line 3: tell received no field "high"']
  ] as const)("refuse what has no such field: %s [SOS-RUN-12]", ([call, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(lines("to tell with report using high:", "  show high", call)), problem)
    })
  )

  it.effect.each([
    ["call f with 1", "f expects 2 arguments; got 1"],
    ["call f with 1, 2, 3", "f expects 2 arguments; got 3"],
    ["call g with 1", "g expects 0 arguments; got 1"],
    ["call h", "h expects 1 argument; got 0"],
    ['call f with "1", "b"', "line 12: f received a as text; expected number"],
    ["call f with 1, [1]", "line 12: f received b[0] as number; expected text"],
    ["call g", "line 12: g returned text; expected number"],
    ["call h with {high: true}", "line 12: h received r.high as boolean; expected number"],
    ["call r called x", "line 12: r returned null; expected Report"],
    ["call nothing", 'no action is called "nothing"'],
    ["call no.thing", 'no action is called "no.thing"'],
    ["nothing 5", 'no action is called "nothing"']
  ] as const)("%s fails by the types of the action [SOS-RUN-13]", ([call, problem]) =>
    Effect.gen(function* () {
      const program = lines(
        report,
        "to f with a as number, b as list of text:",
        "  show a",
        "to g returning number:",
        '  return "1"',
        "to h with r as Report:",
        "  show r",
        "to r returning Report:",
        "  show 1",
        call
      )
      assert.include(yield* message(program), problem)
    })
  )

  it.effect("evaluate their arguments before anything else happens [SOS-RUN-13]", () =>
    Effect.gen(function* () {
      const program = lines("to f with a, b:", "  show a", "f with 1, 1 / 0")
      const { shown: all } = yield* run(program)
      assert.deepStrictEqual(all, [])
      assert.strictEqual(yield* message(program), "line 3: division by zero")
    })
  )
})

describe("packages", () => {
  const geometry = lines(
    "define Square:",
    "  side as number",
    "to area with s as Square returning number:",
    "  call times with s.side, s.side called r",
    "  return r",
    "to times with a, b:",
    "  return a * b",
    "to broken:",
    "  make x 1 / 0"
  )
  const imports = (alias: string | undefined) => [
    Imported.Package({ alias, path: "./geometry", unit: unit(geometry, [], "geometry.sos") })
  ]

  it.effect("are called by their alias, with their own actions and types inside [SOS-RUN-14]", () =>
    Effect.gen(function* () {
      const program = lines(
        'import "./geometry" as geo',
        "make s as Square with:",
        "  side from 3",
        "call geo.area with s called a",
        "geo.area {side: 2} called b",
        "show [a, b]"
      )
      assert.deepStrictEqual(yield* shown(program, { imports: imports("geo") }), ["[9,4]"])
    })
  )

  it.effect("without an alias give words [SOS-RUN-14]", () =>
    Effect.gen(function* () {
      const program = lines('import "./geometry"', "area {side: 2} called b", "show b")
      assert.deepStrictEqual(yield* shown(program, { imports: imports(undefined) }), ["4"])
    })
  )

  it.effect("fail in their own file, and the frames lead back to the program [SOS-RUN-14]", () =>
    Effect.gen(function* () {
      const program = lines(
        'import "./geometry" as geo',
        "call geo.broken",
        "  on failure:",
        "    for each frame in frames of failure:",
        '      show "{frame.file} {frame.line} {frame.action}"'
      )
      assert.deepStrictEqual(yield* shown(program, { imports: imports("geo") }), [
        "geometry.sos 9 geo.broken",
        "test.sos 2 null"
      ])
    })
  )
})
