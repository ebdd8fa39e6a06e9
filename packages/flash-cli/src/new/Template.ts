/**
 * What `flash new` starts a plugin from, one fixture plugin for each language: real files, which the tests of the contract keep
 * conforming. Renaming is a function of text.
 */
import { Manifest } from "@lanyard/flash-protocol"
import { Result } from "effect"

/** A fixture plugin that a new one can be made of. */
export interface Template {
  /** Its folder in `fixtures/plugins`. */
  readonly fixture: string
  /** What is copied, `manifest.json` first. */
  readonly files: readonly ["manifest.json", ...Array<string>]
  /** Commands that make the program that its manifest starts. */
  readonly build: ReadonlyArray<string>
  /** Whether it is written with the SDK, which it has to find. */
  readonly hasSdk: boolean
}

/** The languages. */
export const languages = ["node", "python", "rust", "go", "sh"] as const
export type Language = (typeof languages)[number]

const alone = { build: [], hasSdk: false }

/** A template for each of them. */
export const templates: Readonly<Record<Language, Template>> = {
  node: {
    ...alone,
    fixture: "hello",
    files: ["manifest.json", "package.json", "greeter.ts", "hello.ts"],
    hasSdk: true
  },
  python: { ...alone, fixture: "python-hello", files: ["manifest.json", "hello.py"] },
  rust: {
    ...alone,
    fixture: "rust-serde-hello",
    files: ["manifest.json", "Cargo.toml", "src/main.rs"],
    build: ["cargo build --release"]
  },
  go: { ...alone, fixture: "go-hello", files: ["manifest.json", "go.mod", "hello.go"], build: ["go build -o hello ."] },
  sh: { ...alone, fixture: "sh-hello", files: ["manifest.json", "hello.sh", "request.awk"] }
}

/** What is wrong with a name: it has to do as the id of a manifest. */
export const problemOf = (name: string): string | undefined =>
  Result.match(Manifest.decode({ id: name, name: "x", version: "0", description: "x" }), {
    onSuccess: () => undefined,
    onFailure: ({ problems }) => problems[0].expected
  })

/** Gives the plugin's own words, in a file of it, a new name: its id where that stands in quotes, and the name for people. */
export const rename = (text: string, { id, name }: Manifest.Manifest, to: string): string =>
  text
    .replaceAll(`"name": ${JSON.stringify(name)}`, () => `"name": "${to}"`)
    .replaceAll(`"${id}"`, () => `"${to}"`)
    .replaceAll(`"${id}.`, () => `"${to}.`)
