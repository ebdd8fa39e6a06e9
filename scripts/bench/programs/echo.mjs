// Answers each line {"id":N,...} with {"id":N,"result":{"ok":true}}; the answers to one chunk leave in one write.
let rest = ""
process.stdin.setEncoding("utf8")
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n")
  rest = lines.pop()
  let out = ""
  for (const line of lines) out += `{"id":${JSON.parse(line).id},"result":{"ok":true}}\n`
  if (out !== "") process.stdout.write(out)
})
