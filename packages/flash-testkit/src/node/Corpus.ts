/** The corpus of `fixtures/flash` as lines that cross the wire, for whoever wants many different ones. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** Lines without their newlines, by who reads them. */
export interface Lines {
  readonly plugin: ReadonlyArray<string>
  readonly host: ReadonlyArray<string>
}

/** Reads every case that is one frame, or part of one; those of more than `longest` characters are left out. */
export const read = (folder: string, longest = 4096): Lines => {
  const cases = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map(
      (name): Case => ({
        area: name.split(/[\\/]/)[0] ?? "",
        // The files are our own, and `scripts` hold them to this shape.
        ...(JSON.parse(readFileSync(pathToFileURL(join(folder, name)), "utf8")) as Omit<Case, "area">)
      })
    )
  const linesFor = (side: keyof Lines) =>
    cases.flatMap((one) => frames[side](one)).filter((line) => line.length <= longest)
  return { plugin: linesFor("plugin"), host: linesFor("host") }
}

/** A file of the corpus, as far as frames are made of it. */
interface Case {
  readonly area: string
  readonly given?: { readonly reads?: string; readonly method?: string }
  readonly input?: unknown
  readonly text?: string
  readonly lines?: ReadonlyArray<string>
}

const textOf = ({ input, text }: Case) => text ?? JSON.stringify(input)

const request = (method: string, one: Case) => [`{"id":7,"method":${JSON.stringify(method)},"params":${textOf(one)}}`]
const notification = (method: string, one: Case) => [`{"method":"${method}","params":${textOf(one)}}`]
const reply = (one: Case) => [`{"id":7,"result":${textOf(one)}}`]

const frames: Readonly<Record<keyof Lines, (one: Case) => ReadonlyArray<string>>> = {
  plugin: (one) => {
    const { area, given = {}, lines = [] } = one
    if (area === "event") return notification(area, one)
    if (area === "response" || (area === "hostcall" && given.reads === "reply")) return reply(one)
    if (asked.has(area) && given.reads === "params") return request(area, one)
    return lines
  },
  host: (one) => {
    const { area, given = {}, lines = [] } = one
    if (told.has(area)) return notification(area, one)
    if (area === "hostcall") return given.reads === "reply" ? [] : request(given.method ?? "", one)
    if (area === "response" || area === "search" || area === "hints" || given.reads === "reply") return reply(one)
    return lines
  }
}

const asked = new Set(["initialize", "evaluate", "perform"])
const told = new Set(["publish", "status", "poll", "log"])
