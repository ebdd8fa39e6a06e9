import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as FetchUrls from "../../src/hostcalls/FetchUrls.ts"

const denied = "url not in fetch_urls allowlist"
const notHttps = "host.fetch requires a valid https url param"

const allowed = FetchUrls.make([
  "https://api.example.com/v1",
  "https://cdn.example.com/a/",
  "https://whole.example.com"
])
const admitted = (url: string) => Result.merge(FetchUrls.admit(allowed, url))

describe("FetchUrls.admit", () => {
  it.each([
    ["https://api.example.com/v1", "https://api.example.com/v1"],
    ["https://api.example.com/v1/", "https://api.example.com/v1/"],
    ["https://api.example.com/v1/x/y", "https://api.example.com/v1/x/y"],
    ["https://api.example.com/v1?q=1", "https://api.example.com/v1?q=1"],
    ["https://api.example.com/v1#f", "https://api.example.com/v1#f"],
    ["HTTPS://API.Example.COM:443/v1", "https://api.example.com/v1"],
    ["https://api.example.com/v1/./x", "https://api.example.com/v1/x"],
    ["https://api.example.com/v2/../v1/x", "https://api.example.com/v1/x"],
    ["https://api.example.com/v1/a%2Fb", "https://api.example.com/v1/a%2Fb"],
    ["https://api.example.com/v1/..x", "https://api.example.com/v1/..x"],
    ["https://api.example.com/v1?to=https://x@y/../z", "https://api.example.com/v1?to=https://x@y/../z"],
    ["https://cdn.example.com/a/", "https://cdn.example.com/a/"],
    ["https://cdn.example.com/a/b", "https://cdn.example.com/a/b"],
    ["https://whole.example.com", "https://whole.example.com/"],
    ["https://whole.example.com?q", "https://whole.example.com/?q"],
    ["https://whole.example.com/any/thing", "https://whole.example.com/any/thing"]
  ])("returns what to fetch for %s [FLASH-HOST-18]", (url, href) => {
    assert.strictEqual(admitted(url), href)
  })

  it.each([
    "https://api.example.com/v1evil",
    "https://api.example.com/v1.evil",
    "https://api.example.com/v",
    "https://api.example.com/",
    "https://api.example.com/V1",
    "https://api.example.com/v1/../v2",
    "https://api.example.com/v1/%2e%2e/v2",
    "https://api.example.com/v1/..%2fv2",
    "https://api.example.com/v1/%2E%2e%5Cv2",
    "https://api.example.com/v1/x%2f..%2f..%2fv2",
    "https://api.example.com/v1/x%2f.%2fy",
    "https://api.example.com/%76%31/x",
    "https://api.example.com:444/v1",
    "https://api.example.com./v1",
    "https://api.example.com.evil.test/v1",
    "https://evil.test/https://api.example.com/v1",
    "https://evil.test#https://api.example.com/v1",
    "https://evil.test\\@api.example.com/v1",
    "https://xapi.example.com/v1",
    "https://cdn.example.com/a",
    "https://cdn.example.com/ab",
    "https://whole.example.com.evil.test/"
  ])("denies %s [FLASH-HOST-18]", (url) => {
    assert.strictEqual(admitted(url), denied)
  })

  it.each([
    "https://user@api.example.com/v1",
    "https://user:word@api.example.com/v1",
    "https://:word@api.example.com/v1",
    "https://api.example.com@evil.test/v1",
    "https://api.example.com%40evil.test:x@whole.example.com/"
  ])("denies the credentials in %s [FLASH-HOST-19]", (url) => {
    assert.strictEqual(admitted(url), denied)
  })

  it.each([
    "http://api.example.com/v1",
    "ftp://api.example.com/v1",
    "https:api.example.com/v1",
    "https:/api.example.com/v1",
    "https:\\\\api.example.com\\v1",
    "https:///api.example.com/v1",
    " https://api.example.com/v1",
    "//api.example.com/v1",
    "api.example.com/v1",
    "https://",
    "https://[",
    "https://a b/",
    "https://api.example.com:99999/v1",
    "data:text/plain,x",
    ""
  ])("asks for https instead of %j [FLASH-HOST-17]", (url) => {
    assert.strictEqual(admitted(url), notHttps)
  })

  it("keeps entries apart that differ in their query, and ignores those that can admit nothing [FLASH-HOST-18, FLASH-HOST-19]", () => {
    const entries = FetchUrls.make(["https://a.test/q?key=1", "http://b.test/", "https://u:p@c.test/", "nonsense", ""])
    const of = (url: string) => Result.merge(FetchUrls.admit(entries, url))
    assert.strictEqual(of("https://a.test/q?key=1"), "https://a.test/q?key=1")
    assert.strictEqual(of("https://a.test/q?key=1#f"), "https://a.test/q?key=1#f")
    for (const url of ["https://a.test/q", "https://a.test/q?key=12", "https://a.test/q/x?key=1"]) {
      assert.strictEqual(of(url), denied)
    }
    assert.strictEqual(of("https://b.test/"), denied)
    assert.strictEqual(of("https://c.test/"), denied)
    assert.strictEqual(Result.merge(FetchUrls.admit([], "https://a.test/")), denied)
  })

  it("judges an address of any length, and says nothing of it [FLASH-HOST-09, FLASH-HOST-10]", () => {
    for (const part of ["../", "%2f", "..%2f", "@", "?", "\ud800", "%"]) {
      assert.include([denied, notHttps], admitted(`https://other.test/${part.repeat(200_000)}`))
    }
  })
})

describe("FetchUrls.admitsItself", () => {
  it.each([
    ["https://a.test", true],
    ["https://a.test/q?key=1#f", true],
    ["HTTPS://A.test:443/x/../y", true],
    ["https://a.test:99999/", false],
    ["https://u:p@a.test/", false],
    ["https://a.test/x%2f..%2fy", false],
    ["http://a.test/", false],
    ["", false]
  ])("tells of the entry %j whether it can admit anything: %s [FLASH-HOST-18, FLASH-MAN-11]", (entry, admits) => {
    assert.strictEqual(FetchUrls.admitsItself(entry), admits)
  })
})

describe("FetchUrls.follow", () => {
  const from = "https://api.example.com/v1/x/y?q"
  const followed = (location: string) => Result.merge(FetchUrls.follow(allowed, from, location))

  it.each([
    ["z", "https://api.example.com/v1/x/z"],
    ["/v1/other", "https://api.example.com/v1/other"],
    ["?page=2", "https://api.example.com/v1/x/y?page=2"],
    ["https://whole.example.com/a", "https://whole.example.com/a"],
    ["//cdn.example.com/a/b", "https://cdn.example.com/a/b"]
  ])("goes on to %s [FLASH-HOST-20]", (location, href) => {
    assert.strictEqual(followed(location), href)
  })

  it.each([
    ["/v2", denied],
    ["../../../v2", denied],
    ["https://evil.test/v1", denied],
    ["//evil.test/v1", denied],
    ["https://user@api.example.com/v1", denied],
    ["//user:word@api.example.com/v1", denied],
    ["http://api.example.com/v1", notHttps],
    ["javascript:alert(1)", notHttps],
    ["https://[", notHttps]
  ])("stops before %s [FLASH-HOST-17, FLASH-HOST-19, FLASH-HOST-20]", (location, refusal) => {
    assert.strictEqual(followed(location), refusal)
  })
})
