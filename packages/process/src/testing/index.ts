/** Children that follow a script, and the promises that scripted and real ones keep alike; no test runner is needed. */
export * as Script from "./Script.ts"
export * as ScriptedChild from "./ScriptedChild.ts"
export { type TerminationCase, terminationSuite, type World } from "./terminationSuite.ts"
export * as trees from "./trees.ts"
