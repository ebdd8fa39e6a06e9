/** Reads the corpus under `fixtures/flash`; `fixtures/README.md` describes its files. */
import { readdirSync, readFileSync } from "node:fs"
import { value } from "./json.ts"

const root = new URL("../../../../fixtures/flash/", import.meta.url)

/** One file of the corpus; a member that the file leaves out is undefined. */
export interface CorpusFile {
  /** Path below `fixtures/flash`, as in `publish/invalid/title.json`. */
  readonly name: string
  readonly isValid: boolean
  readonly about: string
  readonly requirements: ReadonlyArray<string>
  readonly given: Readonly<Record<string, unknown>>
  readonly input?: unknown
  readonly text?: string
  readonly lines?: ReadonlyArray<string>
  readonly expect?: unknown
  readonly path?: string
  readonly limit?: number
  readonly outcome?: unknown
  readonly schema?: "accepts"
}

/** Reads the files of one area, the valid ones first. An area without files is an error of the test. */
export const read = (area: string): ReadonlyArray<CorpusFile> => {
  const files = ["valid", "invalid"].flatMap((kind) =>
    readdirSync(new URL(`${area}/${kind}/`, root))
      .sort()
      .map((file): CorpusFile => {
        const name = `${area}/${kind}/${file}`
        const content = JSON.parse(readFileSync(new URL(name, root), "utf8"))
        return { given: {}, ...content, name, isValid: kind === "valid" }
      })
  )
  if (files.length === 0) throw new Error(`fixtures/flash/${area} is empty`)
  return files
}

/** The value a file is about: its `input` written out, or its `text` read strictly, tokens and all. */
export const payload = (file: CorpusFile): unknown =>
  file.text === undefined ? writtenOut(file.input) : value(file.text)

/** Replaces `{"repeat": text or list, "times": n}`, which stands for what it repeats, wherever it is. */
export const writtenOut = (input: unknown): unknown => {
  if (Array.isArray(input)) return input.map(writtenOut)
  if (typeof input !== "object" || input === null) return input
  if (isRepeat(input)) return repeated(writtenOut(input.repeat), input.times)
  return Object.fromEntries(Object.entries(input).map(([key, member]) => [key, writtenOut(member)]))
}

/** Tells an object that stands for a repetition. */
export const isRepeat = (value: unknown): value is { readonly repeat: unknown; readonly times: number } =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).sort().join() === "repeat,times" &&
  "times" in value &&
  typeof value.times === "number"

const repeated = (part: unknown, times: number): unknown =>
  Array.isArray(part) ? Array.from({ length: times }, () => part).flat() : String(part).repeat(times)
