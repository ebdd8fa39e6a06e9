/**
 * Which addresses a plugin may have fetched: those below an entry of its `fetch_urls`, by parsed origin and whole path segments
 * (decision F15). Fetch the address that is returned here and no other, so that what was judged is what is asked for.
 */
import { Result } from "effect"
import { hostCallErrors } from "../Constants.ts"

/** One entry: an origin, a path, and a query that an address must share if there is one. */
export interface Entry {
  readonly origin: string
  readonly path: string
  readonly query: string
}

/** A manifest's `fetch_urls`, parsed. */
export type Allowlist = ReadonlyArray<Entry>

/** Parses a manifest's `fetch_urls`. An entry with credentials, or that is no https address, admits nothing. */
export const make = (fetchUrls: ReadonlyArray<string>): Allowlist =>
  fetchUrls.flatMap((entry) =>
    Result.match(parse(entry), {
      onFailure: () => [],
      onSuccess: (url) => (hasCredentials(url) ? [] : [{ origin: url.origin, path: url.pathname, query: url.search }])
    })
  )

/** Tells whether an entry can admit anything: what does not even admit itself cannot, and is refused in a manifest. */
export const admitsItself = (entry: string): boolean => Result.isSuccess(admit(make([entry]), entry))

/** Returns the address to fetch for the one that a plugin sent, or the refusal. */
export const admit = (allowed: Allowlist, url: string): Result.Result<string, string> =>
  Result.flatMap(parse(url), (parsed) => judge(allowed, parsed))

/** Returns the address to fetch for a redirect's `location`, or the refusal; `from` is the address that redirects. */
export const follow = (allowed: Allowlist, from: string, location: string): Result.Result<string, string> =>
  Result.flatMap(secure(URL.parse(location, from)), (url) => judge(allowed, url))

/** Parses text that spells out `https://`; the shorthands that browsers forgive are no addresses here. */
export const parse = (text: string): Result.Result<URL, string> =>
  /^https:\/\/[^/\\]/i.test(text) ? secure(URL.parse(text)) : notHttps

const notHttps = Result.fail(hostCallErrors.fetch_url)

const secure = (url: URL | null): Result.Result<URL, string> =>
  url?.protocol === "https:" ? Result.succeed(url) : notHttps

const judge = (allowed: Allowlist, url: URL): Result.Result<string, string> =>
  !hasCredentials(url) && !climbs(url.pathname) && allowed.some((entry) => covers(entry, url))
    ? Result.succeed(url.href)
    : Result.fail(hostCallErrors.fetch_not_allowed)

const hasCredentials = (url: URL): boolean => url.username !== "" || url.password !== ""

/** The parser resolves `..`, but not one beside a slash that is written `%2f` or `%5c`; some servers do. */
const climbs = (path: string): boolean =>
  path
    .replace(/%2e/gi, ".")
    .split(/\/|%2f|%5c/i)
    .some((segment) => segment === "." || segment === "..")

const covers = ({ origin, path, query }: Entry, url: URL): boolean =>
  url.origin === origin &&
  (query === ""
    ? url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`)
    : url.pathname === path && url.search === query)
