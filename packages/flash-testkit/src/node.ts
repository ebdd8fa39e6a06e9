/** The test kit on Node: the corpus as frames, and the console of a probe. */
export * as Corpus from "./node/Corpus.ts"
export * as Typing from "./node/Typing.ts"
