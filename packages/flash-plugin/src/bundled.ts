/** All of the SDK and its stdio in one entry, for a plugin that has to be there at once: it is read from two files. */
export * from "./index.ts"
export { serve } from "./node.ts"
