/** SOS modules offline: what can be known without starting a process; each module is a namespace. */
export * as CallFailure from "./CallFailure.ts"
export * as Definition from "./Definition.ts"
export type * as Diagnostic from "./Diagnostic.ts"
export * as Requirement from "./Requirement.ts"
export { SosDuration } from "./SosDuration.ts"
export { Timestamp } from "./Timestamp.ts"
export { TypeExpr } from "./TypeExpr.ts"
export type { Value, ValueRecord } from "./Value.ts"
