/** SOS source, from text to a program that runs; each module is a namespace. */
export * as Formatter from "./Formatter.ts"
export { type ModuleCall, ModuleCalls } from "./ModuleCalls.ts"
export * as Parser from "./Parser.ts"
export * as Source from "./Source.ts"
export type * as Syntax from "./Syntax.ts"
