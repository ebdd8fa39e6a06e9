// A Flash plugin that answers every request as it should, an input with itself. "deaf" reads no more after the handshake.
const deaf = process.argv.includes("deaf")

const resultOf = ({ method, params }) => {
  if (method === "initialize") return { ok: true, protocol_version: 1 }
  if (method !== "evaluate") return { ok: true }
  return { ok: true, answers: [{ title: params.query, effect: { type: "copy_text", text: params.query } }] }
}

let rest = ""
process.stdin.setEncoding("utf8")
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n")
  rest = lines.pop()
  let out = ""
  for (const line of lines) {
    const frame = JSON.parse(line)
    if (frame.id !== undefined) out += `${JSON.stringify({ id: frame.id, result: resultOf(frame) })}\n`
  }
  if (out !== "") process.stdout.write(out)
  if (!deaf) return
  process.stdin.pause()
  setInterval(() => {}, 1 << 30)
})
