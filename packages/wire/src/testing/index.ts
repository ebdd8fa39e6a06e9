/** What tests of anything on top of the wire need. */
export * as MemoryDuplex from "./MemoryDuplex.ts"
