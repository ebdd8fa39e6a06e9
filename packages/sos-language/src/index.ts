/** SOS source, from text to a program that runs; each module is a namespace. */
export { type ModuleCall, ModuleCalls } from "./ModuleCalls.ts"
export type * as Syntax from "./Syntax.ts"
