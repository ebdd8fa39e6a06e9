/** What tests of anything on top of the wire need. */

export * as farSide from "./farSide.ts"
export * as MemoryDuplex from "./MemoryDuplex.ts"
export { type PeerCase, peerSuite } from "./peerSuite.ts"
