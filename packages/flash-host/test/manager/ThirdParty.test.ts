import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Path, Schema } from "effect"
import * as ThirdParty from "../../src/manager/ThirdParty.ts"

const commit = "0123456789abcdef0123456789abcdef01234567"
const { Folder, Repository } = ThirdParty.ThirdParty

const Name = Schema.NonEmptyArray(Schema.Literals(["a", "Z", "9", "_", "-", "x.y"]))
const Hex = Schema.Literals([..."0123456789abcdef"])

describe("ThirdParty.parse", () => {
  it.each([
    [`github:owner/reference@${commit}`, Repository({ owner: "owner", reference: "reference", commit })],
    [
      `github:O.w_n-3r/r.e_f-3@${commit.toUpperCase()}`,
      Repository({ owner: "O.w_n-3r", reference: "r.e_f-3", commit })
    ],
    ["file:/plugins/one", Folder({ path: "/plugins/one" })],
    ["file:~/one", Folder({ path: "~/one" })],
    ["file:../with a space", Folder({ path: "../with a space" })],
    ["file: ", undefined],
    ["file:", undefined],
    ["File:/plugins/one", undefined],
    ["/plugins/one", undefined],
    ["", undefined],
    [` file:/plugins/one`, undefined],
    [`github:owner/reference@${commit.slice(1)}`, undefined],
    [`github:owner/reference@${commit}0`, undefined],
    [`github:owner/reference@${commit.slice(1)}g`, undefined],
    ["github:owner/reference", undefined],
    ["github:owner/reference@main", undefined],
    [`github:owner@${commit}`, undefined],
    [`github:/reference@${commit}`, undefined],
    [`github:owner/@${commit}`, undefined],
    [`github:owner/a/b@${commit}`, undefined],
    [`github:../reference@${commit}`, undefined],
    [`github:owner/a..b@${commit}`, undefined],
    [`github:own er/reference@${commit}`, undefined],
    [`github:owner/reference@${commit}\n`, undefined],
    [`gitlab:owner/reference@${commit}`, undefined]
  ])("reads %j as the contract has it [FLASH-PROC-09]", (entry, expected) => {
    assert.deepStrictEqual(Option.getOrUndefined(ThirdParty.parse(entry)), expected)
  })

  it.prop("takes what it prints for what it was", [Name, Name, Hex], ([owner, reference, digit]) => {
    const repository = { owner: owner.join(""), reference: reference.join(""), commit: digit.repeat(40) }
    for (const entry of [Repository(repository), Folder({ path: `/${repository.owner}` })]) {
      assert.deepStrictEqual(ThirdParty.parse(ThirdParty.print(entry)), Option.some(entry))
    }
  })
})

describe("ThirdParty.locate", () => {
  it.effect.each([
    ["/plugins/one", "/plugins/one"],
    ["///plugins/one/", "/plugins/one"],
    ["~", "/home/user"],
    ["~/one", "/home/user/one"],
    ["~other/one", "/etc/flash/~other/one"],
    ["one", "/etc/flash/one"],
    ["../one", "/etc/one"]
  ] as const)("starts %j from the home or the folder of the configuration", ([written, expected]) =>
    Effect.gen(function* () {
      const path = yield* Path.Path
      const place = { folder: "/etc/flash", home: "/home/user" }
      assert.deepStrictEqual(ThirdParty.locate(Folder({ path: written }), place, path), Folder({ path: expected }))
    }).pipe(Effect.provide(Path.layer))
  )
})
