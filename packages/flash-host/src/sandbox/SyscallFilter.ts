/**
 * What namespaces cannot deny on Linux, as a program for the kernel's own filter (seccomp, classic BPF): all sockets but those of
 * the internet, since network namespaces hold no others back, ways into other processes and, where asked for, new processes.
 */

/** The machines whose system calls are known here, as Node names them. */
export type Machine = "x64" | "arm64"

/** What a filter denies beside all sockets but those of the internet. */
export interface Denials {
  /** Reading and steering other processes, the keys that the kernel keeps for the user, and making namespaces of users. */
  readonly others: boolean
  /** Starting a process; threads and replacing the own program go on. */
  readonly processes: boolean
}

/** The bytes of a filter, as `bwrap --seccomp` reads them. */
export const make = (machine: Machine, { others, processes }: Denials): Uint8Array => {
  const calls = numbers[machine]
  const denied = [...(others ? calls.others : []), ...(processes ? calls.forks : [])]
  return encode([
    load(offsets.machine),
    ...unlessOneOf([calls.audit], [deny(errno.EPERM)]),
    load(offsets.call),
    // Calls of the x32 kind have numbers of their own.
    ...(machine === "x64" ? [...when(jump.atLeast, 0x4000_0000, [deny(errno.ENOSYS)])] : []),
    ...denied.flatMap((call) => when(jump.equal, call, [deny(errno.EPERM)])),
    // What makes sockets beside `socket`, and what makes processes by arguments that a filter cannot read: libraries do without.
    ...[calls.ioUring, calls.clone3].flatMap((call) => when(jump.equal, call, [deny(errno.ENOSYS)])),
    ...when(jump.equal, calls.socket, [
      load(offsets.argument(0)),
      ...unlessOneOf(families, [deny(errno.EACCES)]),
      load(offsets.call)
    ]),
    // A pair is for the process itself, but one of datagrams can be turned to any address; Linux gives one for a raw pair too.
    ...when(jump.equal, calls.socketpair, [
      load(offsets.argument(1)),
      { code: 0x54, k: 0xf },
      ...unlessOneOf(connected, [deny(errno.EACCES)]),
      load(offsets.call)
    ]),
    // Whoever makes a namespace of users has every right in it that was taken away outside.
    ...(others
      ? [calls.unshare, calls.clone].flatMap((call) =>
          when(jump.equal, call, [
            load(offsets.argument(0)),
            ...when(jump.anyOf, newUsers, [deny(errno.EPERM)]),
            load(offsets.call)
          ])
        )
      : []),
    ...(processes
      ? when(jump.equal, calls.clone, [
          load(offsets.argument(0)),
          ...when(jump.noneOf, threads, [deny(errno.EPERM)]),
          load(offsets.call)
        ])
      : []),
    { code: 0x06, k: 0x7fff_0000 }
  ])
}

/** An instruction; those that jump skip `yes` or `no` others. */
interface Instruction {
  readonly code: number
  readonly k: number
  readonly yes?: number
  readonly no?: number
}

type Jump = (k: number, count: number) => Instruction

const jump: Readonly<Record<"equal" | "atLeast" | "anyOf" | "noneOf", Jump>> = {
  equal: (k, count) => ({ code: 0x15, k, no: count }),
  atLeast: (k, count) => ({ code: 0x35, k, no: count }),
  anyOf: (k, count) => ({ code: 0x45, k, no: count }),
  noneOf: (k, count) => ({ code: 0x45, k, yes: count })
}

const when = (test: Jump, k: number, then: ReadonlyArray<Instruction>): ReadonlyArray<Instruction> => [
  test(k, then.length),
  ...then
]

const unlessOneOf = (values: ReadonlyArray<number>, then: ReadonlyArray<Instruction>): ReadonlyArray<Instruction> => [
  ...values.map((k, at) => ({ code: 0x15, k, yes: values.length - 1 - at + then.length })),
  ...then
]

const load = (offset: number): Instruction => ({ code: 0x20, k: offset })

const deny = (error: number): Instruction => ({ code: 0x06, k: 0x0005_0000 + error })

// Of `struct seccomp_data`; of an argument the half that comes first on these machines, which is the lower one.
const offsets = { call: 0, machine: 4, argument: (index: number) => 16 + 8 * index }

const errno = { EPERM: 1, EACCES: 13, ENOSYS: 38 }

// Of either version of the internet, and those by which libraries ask the kernel for addresses.
const families = [2, 10, 16]
// Streams, with or without borders between messages.
const connected = [1, 5]
const threads = 0x1_0000
const newUsers = 0x1000_0000

const encode = (instructions: ReadonlyArray<Instruction>): Uint8Array => {
  const bytes = new Uint8Array(instructions.length * 8)
  const view = new DataView(bytes.buffer)
  instructions.forEach(({ code, k, yes = 0, no = 0 }, at) => {
    view.setUint16(at * 8, code, true)
    view.setUint8(at * 8 + 2, yes)
    view.setUint8(at * 8 + 3, no)
    view.setUint32(at * 8 + 4, k, true)
  })
  return bytes
}

interface Numbers {
  readonly audit: number
  readonly socket: number
  readonly socketpair: number
  readonly clone: number
  readonly clone3: number
  readonly ioUring: number
  readonly unshare: number
  readonly forks: ReadonlyArray<number>
  /** ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, kcmp, add_key, request_key, keyctl. */
  readonly others: ReadonlyArray<number>
}

// The kernel's tables; numbers never change.
const numbers: Readonly<Record<Machine, Numbers>> = {
  x64: {
    audit: 0xc000_003e,
    socket: 41,
    socketpair: 53,
    clone: 56,
    clone3: 435,
    ioUring: 425,
    unshare: 272,
    forks: [57, 58],
    others: [101, 310, 311, 438, 312, 248, 249, 250]
  },
  arm64: {
    audit: 0xc000_00b7,
    socket: 198,
    socketpair: 199,
    clone: 220,
    clone3: 435,
    ioUring: 425,
    unshare: 97,
    forks: [],
    others: [117, 270, 271, 438, 272, 217, 218, 219]
  }
}
