export * as Script from "./Script.ts"
export * as ScriptedChild from "./ScriptedChild.ts"
export { type TerminationCase, terminationSuite, type World } from "./terminationSuite.ts"
export * as trees from "./trees.ts"
