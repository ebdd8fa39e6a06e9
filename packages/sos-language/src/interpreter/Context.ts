/** What the compilation of one body knows. */
import type { Value } from "@lanyard/sos-module"
import type { Span, Statement } from "../Syntax.ts"
import type { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import type { Scope } from "./Scope.ts"
import type { Code, Step } from "./Step.ts"
import type { Types } from "./Types.ts"

/** An action that a body can call, of the program or of a module. */
export interface Target {
  /** As the program names it: `weather.current`, or an own action's name. */
  readonly name: string
  /** Calls it; a success is the signal `Finish` with the result. */
  readonly invoke: (frame: Frame, span: Span, values: ReadonlyArray<Value>) => Step
  /** Tells whether a value can stand in for its result. */
  readonly accepts: (value: Value) => Fault | undefined
}

/** The surroundings of a body. */
export interface Context {
  readonly scope: Scope
  readonly types: Types
  /** Finds an action by its name and the qualifier before it. */
  readonly target: (qualifier: string | undefined, action: string) => Target | undefined
  /** Compiles a body; `span` stands for it when it is empty. */
  readonly block: (body: ReadonlyArray<Statement>, span: Span) => Code
}
