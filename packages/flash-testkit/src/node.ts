/** The test kit on Node: the console of a probe. */
export * as Typing from "./node/Typing.ts"
