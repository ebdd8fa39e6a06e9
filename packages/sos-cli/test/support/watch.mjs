// Preloaded into the program: writes down what it starts, whom it talks to, and where it looks in the folder SOS_WATCHED.
import { createRequire, syncBuiltinESMExports } from "node:module"

const require = createRequire(import.meta.url)
const fs = require("node:fs")
const net = require("node:net")
const dns = require("node:dns")
const children = require("node:child_process")

const { writeFileSync } = fs
const { SOS_WATCHED: watched, SOS_RECORD: record } = process.env
const seen = []

const watch = (object, name, note) => {
  const call = object[name]
  object[name] = function (...given) {
    const text = note(...given)
    if (text !== undefined) seen.push(text)
    return call.apply(this, given)
  }
}

watch(children.ChildProcess.prototype, "spawn", () => "started a child")
for (const name of ["spawnSync", "execSync", "execFileSync"]) watch(children, name, () => "started a child")
watch(net.Socket.prototype, "connect", () => "opened a connection")
for (const object of [dns, dns.promises]) watch(object, "lookup", () => "looked up a host")

const looks = ["access", "exists", "lstat", "open", "opendir", "readdir", "readFile", "readlink", "realpath", "stat"]
const inside = (path) => (String(path).startsWith(watched) ? "looked on the PATH" : undefined)
for (const object of [fs, fs.promises]) {
  for (const name of looks.flatMap((look) => [look, `${look}Sync`])) if (object[name]) watch(object, name, inside)
}
syncBuiltinESMExports()

process.on("exit", () => writeFileSync(record, JSON.stringify([...new Set(seen)].sort())))
