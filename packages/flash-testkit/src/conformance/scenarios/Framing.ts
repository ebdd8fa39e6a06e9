/** Lines that are frames and lines that are none. Nothing that is no frame costs more than itself. */
import { Constants } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import { always, type Scenario } from "../Scenario.ts"
import { barrier, handshake, line, put, Step } from "../Step.ts"

const ping = (id: number, more = ',"params":{}') => `{"id":${id},"method":"ping"${more}}`

/** Bytes that are UTF-8 but for one of them, where the text has a question mark. */
const latin = (text: string) =>
  Uint8Array.from(`${text}\n`, (character) => (character === "?" ? 0xff : character.charCodeAt(0)))

/** A ping whose line has exactly so many bytes. */
const padded = (id: number, bytes: number) => {
  const [head, tail] = [`{"id":${id},"method":"ping","params":{"pad":"`, '"}}']
  return head + "x".repeat(bytes - head.length - tail.length) + tail
}

const cap = Constants.quotas.frame_bytes

/** What is a line, and which lines are frames. */
export const framing: Scenario = {
  name: "framing",
  about: "writes lines that are frames and lines that are none, and ends in the middle of one",
  applies: always,
  steps: () => [
    handshake,
    line("garbage"),
    line(ping(1071).slice(0, -1)),
    line(`[${ping(1072)}]`),
    ...['"text"', "42", "null", "[]", "}"].map(line),
    barrier("ping after noise"),
    Step.Write({ data: latin(ping(1051, ',"params":{"x":"?"}')) }),
    barrier("ping after bytes that are no UTF-8"),
    line(`\ufeff${ping(1061)}`),
    barrier("ping after a byte order mark"),
    put("ping before a carriage return", 1101, `${ping(1101)}\r`),
    line("  \t\r"),
    barrier("ping after a blank line"),
    line(""),
    barrier("ping after an empty line"),
    put("ping with other line separators", 1021, ping(1021, ',"params":{"x":"a\u2028b\u2029c\u0085d"}')),
    put("ping with a member twice", 1142, '{"id":1141,"id":1142,"method":"nothing","method":"ping","params":{}}'),
    put(
      "ping with names of a prototype",
      1151,
      ping(1151, ',"__proto__":{"id":1},"constructor":1,"params":{"__proto__":{"ok":1}}')
    ),
    Step.Write({ data: `${ping(1181, ',"params":{"x":"é🚀"}')}\n`, isBytewise: true }),
    barrier("ping after single bytes"),
    Step.Write({ data: ping(1121) })
  ],
  checks: [
    Check.survives(
      "FLASH-FRAM-04",
      "ping after noise",
      "ping after bytes that are no UTF-8",
      "ping after a byte order mark",
      "ping after a blank line"
    ),
    Check.ignores("FLASH-FRAM-07", "ping after noise", 1071, 1072),
    Check.ignores("FLASH-FRAM-05", "ping after bytes that are no UTF-8", 1051),
    Check.ignores("FLASH-FRAM-06", "ping after a byte order mark", 1061),
    Check.answers("FLASH-FRAM-10", "ping before a carriage return", Check.yes),
    Check.survives("FLASH-FRAM-11", "ping after an empty line"),
    Check.answers("FLASH-FRAM-02", "ping with other line separators", Check.yes),
    Check.answers("FLASH-FRAM-14", "ping with a member twice", Check.yes),
    Check.answers("FLASH-FRAM-15", "ping with names of a prototype", Check.yes),
    Check.repliesTo("FLASH-FRAM-18", "ping after single bytes", 1181),
    Check.ignores("FLASH-FRAM-12", "ping after single bytes", 1121)
  ]
}

/** The cap of a line. */
export const lineCap: Scenario = {
  name: "line cap",
  about: "writes a line of exactly the cap and one of a byte more",
  applies: always,
  steps: () => [
    handshake,
    Step.Put({ name: "ping of exactly the cap", id: 1031, data: `${padded(1031, cap)}\n`, deadline: 20_000 }),
    line(padded(1032, cap + 1)),
    barrier("ping after a line over the cap")
  ],
  checks: [
    Check.both(
      "FLASH-FRAM-03",
      Check.answers("FLASH-FRAM-03", "ping of exactly the cap", Check.yes),
      Check.ignores("FLASH-FRAM-03", "ping after a line over the cap", 1032)
    ),
    Check.survives("FLASH-FRAM-13", "ping after a line over the cap")
  ]
}

/** What a host never writes, and a careful plugin drops all the same. */
export const strictness: Scenario = {
  name: "strictness",
  about: "writes lines that only a strict reader tells from frames",
  applies: always,
  steps: () => [
    handshake,
    line(ping(1081, ',"params":{"x":"\\ud800"}')),
    barrier("ping after half a surrogate pair"),
    line(ping(1091, ',"params":{"x":1e400}')),
    barrier("ping after a number too large"),
    line('{"id":1041.0,"method":"ping","params":{}}'),
    barrier("ping after an id with a fraction")
  ],
  checks: [
    Check.ignores("FLASH-CONF-01", "ping after half a surrogate pair", 1081),
    Check.ignores("FLASH-CONF-02", "ping after a number too large", 1091),
    Check.ignores("FLASH-CONF-03", "ping after an id with a fraction", 1041)
  ]
}
