/** Reads `fixtures/flash` as raw frames would carry it; `fixtures/README.md` describes its files. */
import { readdirSync, readFileSync } from "node:fs"

const root = new URL("../../../../fixtures/flash/", import.meta.url)

/** One file; a member that the file leaves out is undefined. */
export interface CorpusFile {
  readonly isValid: boolean
  readonly given: Readonly<Record<string, unknown>>
  readonly input?: unknown
  readonly text?: string
  readonly lines?: ReadonlyArray<string>
  readonly expect?: unknown
  readonly outcome?: unknown
}

/** Reads the files of one area that `takes` wants, by name; none would be an error of the test. */
export const read = (
  area: string,
  takes: (file: CorpusFile) => boolean = () => true
): ReadonlyArray<readonly [string, CorpusFile]> => {
  const files = ["valid", "invalid"].flatMap((kind) =>
    readdirSync(new URL(`${area}/${kind}/`, root))
      .sort()
      .map((file): readonly [string, CorpusFile] => {
        const name = `${area}/${kind}/${file}`
        const content = JSON.parse(readFileSync(new URL(name, root), "utf8"))
        return [name, { given: {}, ...content, isValid: kind === "valid" }]
      })
      .filter(([, file]) => takes(file))
  )
  if (files.length === 0) throw new Error(`fixtures/flash/${area} has no such files`)
  return files
}

/** The JSON text of the value that a file is about. */
export const textOf = ({ input, text }: CorpusFile): string => text ?? JSON.stringify(writtenOut(input))

/** Replaces what stands for a repetition by what it repeats. */
export const writtenOut = (input: unknown): unknown => {
  if (Array.isArray(input)) return input.map(writtenOut)
  if (typeof input !== "object" || input === null) return input
  if ("repeat" in input && "times" in input) {
    const part = writtenOut(input.repeat)
    const times = Array.from({ length: Number(input.times) }, () => part)
    return typeof part === "string" ? times.join("") : times.flat()
  }
  return Object.fromEntries(Object.entries(input).map(([key, member]) => [key, writtenOut(member)]))
}
