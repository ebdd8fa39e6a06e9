import { assert, describe, it } from "@effect/vitest"
import * as SyscallFilter from "../../src/sandbox/SyscallFilter.ts"

/** One call, as the kernel shows it to a filter. */
interface Call {
  readonly number: number
  readonly machine?: number
  readonly args?: ReadonlyArray<number>
}

const native = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

/** Runs a filter as the kernel does; the error it answers with, or "allowed". */
const answer = (filter: Uint8Array, machine: number, { number, args = [] }: Call): number | "allowed" => {
  const data = new DataView(new ArrayBuffer(64))
  data.setUint32(0, number, true)
  data.setUint32(4, machine, true)
  for (const [at, value] of args.entries()) data.setBigUint64(16 + 8 * at, BigInt(value), true)
  const program = new DataView(filter.buffer)
  let accumulator = 0
  for (let at = 0; at * 8 < filter.length; at++) {
    const [yes, no] = [program.getUint8(at * 8 + 2), program.getUint8(at * 8 + 3)]
    const k = program.getUint32(at * 8 + 4, true)
    switch (program.getUint16(at * 8, true)) {
      case 0x20:
        accumulator = data.getUint32(k, true)
        break
      case 0x54:
        accumulator = (accumulator & k) >>> 0
        break
      case 0x15:
        at += accumulator === k ? yes : no
        break
      case 0x35:
        at += accumulator >= k ? yes : no
        break
      case 0x45:
        at += (accumulator & k) === 0 ? no : yes
        break
      case 0x06:
        return k === 0x7fff_0000 ? "allowed" : k - 0x5_0000
      default:
        return Number.NaN
    }
  }
  return Number.NaN
}

const [unix, inet, inet6, netlink, bluetooth, crypto, vsock] = [1, 2, 10, 16, 31, 38, 40]
const [stream, datagram, raw, packets, closeOnExec] = [1, 2, 3, 5, 0o2000000]
const [thread, newMounts, newUsers, signalled] = [0x3d_0f00, 0x2_0000, 0x1000_0000, 17]

const calls = {
  x64: {
    socket: 41,
    socketpair: 53,
    clone: 56,
    clone3: 435,
    ioUring: 425,
    ptrace: 101,
    keyctl: 250,
    execve: 59,
    unshare: 272
  },
  arm64: {
    socket: 198,
    socketpair: 199,
    clone: 220,
    clone3: 435,
    ioUring: 425,
    ptrace: 117,
    keyctl: 219,
    execve: 221,
    unshare: 97
  }
}

describe.each(["x64", "arm64"] as const)("A filter for %s", (machine) => {
  const { clone, clone3, execve, ioUring, keyctl, ptrace, socket, socketpair, unshare } = calls[machine]
  const judged = (denials: SyscallFilter.Denials, call: Call) =>
    answer(SyscallFilter.make(machine, denials), call.machine ?? native[machine], call)

  it.each<readonly [string, Call, number | "allowed"]>([
    ["a socket of this machine", { number: socket, args: [unix, stream] }, 13],
    ["a socket to the machine around this one", { number: socket, args: [vsock, stream] }, 13],
    ["a socket of a device", { number: socket, args: [bluetooth, packets] }, 13],
    ["a socket of the kernel's ciphers", { number: socket, args: [crypto, packets] }, 13],
    ["a socket of the network", { number: socket, args: [inet, stream] }, "allowed"],
    ["a socket of the newer network", { number: socket, args: [inet6, datagram] }, "allowed"],
    ["a question for addresses", { number: socket, args: [netlink, raw + closeOnExec] }, "allowed"],
    ["a pair of streams", { number: socketpair, args: [unix, stream + closeOnExec] }, "allowed"],
    ["a pair of streams of messages", { number: socketpair, args: [unix, packets] }, "allowed"],
    ["a pair of datagrams", { number: socketpair, args: [unix, datagram + closeOnExec] }, 13],
    ["a pair of datagrams by another name", { number: socketpair, args: [unix, raw + closeOnExec] }, 13],
    ["rights in a namespace", { number: unshare, args: [newUsers] }, "allowed"],
    ["a ring", { number: ioUring }, 38],
    ["the call of another machine", { number: socket, machine: 0x4000_0003 }, 1],
    ["a process by clone", { number: clone, args: [17] }, "allowed"],
    ["a look into another process", { number: ptrace }, "allowed"],
    ["running a program", { number: execve }, "allowed"]
  ])("that denies sockets alone answers to %s", (_, call, expected) => {
    assert.strictEqual(judged({ others: false, processes: false }, call), expected)
  })

  it.each<readonly [string, Call, number | "allowed"]>([
    ["a process by clone", { number: clone, args: [17] }, 1],
    ["a thread", { number: clone, args: [thread] }, "allowed"],
    ["a process by clone3, for which libraries use clone", { number: clone3 }, 38],
    ["a look into another process", { number: ptrace }, 1],
    ["the keys of the user", { number: keyctl }, 1],
    ["a socket of this machine", { number: socket, args: [unix, stream] }, 13],
    ["a socket of the network", { number: socket, args: [inet, stream] }, "allowed"],
    ["running a program", { number: execve }, "allowed"]
  ])("that denies all it can answers to %s", (_, call, expected) => {
    assert.strictEqual(judged({ others: true, processes: true }, call), expected)
  })

  it("that denies others and no processes lets a process begin", () => {
    assert.strictEqual(judged({ others: true, processes: false }, { number: clone, args: [17] }), "allowed")
    assert.strictEqual(judged({ others: true, processes: false }, { number: ptrace }), 1)
  })

  it.each<readonly [string, Call, number | "allowed"]>([
    ["unshare", { number: unshare, args: [newUsers + newMounts] }, 1],
    ["clone", { number: clone, args: [newUsers + signalled] }, 1],
    ["unshare without users", { number: unshare, args: [newMounts] }, "allowed"]
  ])("that denies others keeps rights in namespaces back from %s", (_, call, expected) => {
    assert.strictEqual(judged({ others: true, processes: false }, call), expected)
  })
})

describe("A filter for x64", () => {
  it("knows the old ways to start a process, and calls of the x32 kind", () => {
    const filter = SyscallFilter.make("x64", { others: true, processes: true })
    assert.deepStrictEqual(
      [57, 58, 0x4000_0000 + 41].map((number) => answer(filter, native.x64, { number })),
      [1, 1, 38]
    )
  })
})
