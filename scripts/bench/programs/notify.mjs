// For each line read, writes argv[2] notifications in 64 KiB writes.
const count = Number(process.argv[2])
const line =
  '{"method":"log","params":{"level":"info","message":"refreshed","fields":{"rows":"12","elapsed_ms":"7"}}}\n'
const all = Buffer.from(line.repeat(count))
process.stdin.on("data", () => {
  let at = 0
  const next = () => {
    while (at < all.length) {
      const part = all.subarray(at, at + 65536)
      at += part.length
      if (!process.stdout.write(part)) return process.stdout.once("drain", next)
    }
  }
  next()
})
