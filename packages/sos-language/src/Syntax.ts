/**
 * The tree of a program, as the parser builds it and the checker, the interpreter and the editor read it. Every node knows
 * where it stands; nothing in it is resolved yet.
 */
import type { SosDuration, TypeExpr } from "@lanyard/sos-module"

/** Offsets into the text, in UTF-16 units; `end` is the first one after the node. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Node {
  readonly span: Span
}

/** A word that names something. */
export interface Name extends Node {
  readonly text: string
}

/** A type as it was written; an unknown name is a record until the checker has looked. */
export interface WrittenType extends Node {
  readonly type: TypeExpr
}

export type UnaryOperator = "not" | "-"

/** `plus`, `minus` and `times` are `+`, `-` and `*`; `is` and `is not` are `==` and `!=`. */
export type BinaryOperator =
  | "or"
  | "and"
  | "=="
  | "!="
  | "<"
  | ">"
  | "<="
  | ">="
  | "contains"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"

export type Expression =
  /** Text with the expressions between its braces. */
  | (Node & { readonly _tag: "Text"; readonly parts: ReadonlyArray<string | Expression> })
  | (Node & { readonly _tag: "Number"; readonly value: number })
  | (Node & { readonly _tag: "Duration"; readonly value: SosDuration })
  | (Node & { readonly _tag: "Boolean"; readonly value: boolean })
  | (Node & { readonly _tag: "Null" })
  | (Node & { readonly _tag: "Now" })
  | (Node & { readonly _tag: "List"; readonly items: ReadonlyArray<Expression> })
  | (Node & { readonly _tag: "Record"; readonly entries: ReadonlyArray<readonly [Name, Expression]> })
  | (Node & { readonly _tag: "Variable"; readonly name: string })
  /** `a.b` and `b of a` alike. */
  | (Node & { readonly _tag: "Field"; readonly of: Expression; readonly field: Name })
  /** `count of x` and `length of x`. */
  | (Node & { readonly _tag: "Count"; readonly of: Expression })
  | (Node & { readonly _tag: "Words"; readonly of: Expression })
  /** `first 3 items of x`. */
  | (Node & {
      readonly _tag: "Items"
      readonly end: "first" | "last"
      readonly count: Expression
      readonly of: Expression
    })
  | (Node & { readonly _tag: "Unary"; readonly operator: UnaryOperator; readonly operand: Expression })
  | (Node & {
      readonly _tag: "Binary"
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    })

/** `FIELD from expression`, a line of a record that is being made or of a failure. */
export interface FieldValue extends Node {
  readonly field: Name
  readonly value: Expression
}

/** `FIELD as TYPE`; `optional` is part of the type. */
export interface FieldType extends Node {
  readonly field: Name
  readonly type: WrittenType
}

/** `on failure …:`, tried in order when the statement that it belongs to fails. */
export interface Handler extends Node {
  /** `undefined` for the one that takes every failure. */
  readonly kind: Name | undefined
  /** Bound to the failure's record while the handler runs. */
  readonly called: Name | undefined
  /** Fields of the failure that become bindings while the handler runs. */
  readonly using: ReadonlyArray<Name>
  readonly body: ReadonlyArray<Statement>
}

/** A parameter of an action that the program declares; without a type it takes anything. */
export interface Parameter extends Node {
  readonly name: Name
  readonly type: WrittenType | undefined
}

/** Parts of the statements that fail on their own and may be followed by handlers. */
interface Operation extends Node {
  readonly handlers: ReadonlyArray<Handler>
}

export interface Import extends Node {
  readonly _tag: "Import"
  readonly path: Name
  readonly alias: Name | undefined
}

/** `call a.b with …`, or the same as a sentence of an alias-less import. */
export interface Call extends Operation {
  readonly _tag: "Call"
  readonly form: "call" | "sentence"
  readonly qualifier: Name | undefined
  readonly action: Name
  readonly arguments: ReadonlyArray<Expression>
  readonly sink: Name | undefined
}

export interface Action extends Node {
  readonly _tag: "Action"
  readonly name: Name
  readonly parameters: ReadonlyArray<Parameter>
  /** Fields of the only parameter that become bindings. */
  readonly using: ReadonlyArray<Name>
  readonly returning: WrittenType | undefined
  readonly mayFailWith: ReadonlyArray<Name>
  readonly body: ReadonlyArray<Statement>
}

/** `define T:` or `define failure T:`. */
export interface Define extends Node {
  readonly _tag: "Define"
  readonly what: "record" | "failure"
  readonly name: Name
  readonly fields: ReadonlyArray<FieldType>
}

export type Statement =
  | Import
  | Call
  | Action
  | Define
  | (Operation & {
      readonly _tag: "Show"
      readonly value: Expression
      /** Columns of a table; empty for all of them. `undefined` when it is no table. */
      readonly table: ReadonlyArray<Name> | undefined
    })
  | (Operation & {
      readonly _tag: "Make"
      readonly verb: "make" | "assign" | "set"
      readonly name: Name
      readonly value: Expression
    })
  | (Operation & {
      readonly _tag: "MakeRecord"
      readonly name: Name
      readonly type: Name | undefined
      readonly fields: ReadonlyArray<FieldValue>
    })
  | (Node & {
      readonly _tag: "ForEach"
      readonly name: Name
      readonly list: Expression
      readonly numberedFrom: number | undefined
      readonly body: ReadonlyArray<Statement>
    })
  | (Node & { readonly _tag: "While"; readonly condition: Expression; readonly body: ReadonlyArray<Statement> })
  | (Node & { readonly _tag: "Repeat"; readonly times: Expression; readonly body: ReadonlyArray<Statement> })
  | (Node & {
      readonly _tag: "When"
      readonly condition: Expression
      readonly body: ReadonlyArray<Statement>
      readonly otherwise: ReadonlyArray<Statement>
    })
  /** `finish`, `finish with v` and `return v`. */
  | (Node & { readonly _tag: "Finish"; readonly value: Expression | undefined })
  | (Node & {
      readonly _tag: "Fail"
      readonly failure: Name
      readonly message: Expression
      readonly fields: ReadonlyArray<FieldValue>
    })
  | (Node & { readonly _tag: "Recover"; readonly value: Expression | undefined })
  /** `pass failure on` and `rethrow`. */
  | (Node & { readonly _tag: "PassFailureOn" })
  | (Node & { readonly _tag: "Stop"; readonly message: Expression | undefined })
  | (Node & {
      readonly _tag: "Capture"
      readonly qualifier: Name | undefined
      readonly action: Name
      readonly arguments: ReadonlyArray<Expression>
      readonly sink: Name
    })
  | (Operation & { readonly _tag: "Append"; readonly value: Expression; readonly list: Name })
  | (Operation & {
      readonly _tag: "Take"
      readonly end: "first" | "last"
      readonly count: Expression
      readonly list: Expression
      readonly sink: Name
    })
  | (Operation & {
      readonly _tag: "MapEach"
      readonly name: Name
      readonly list: Expression
      readonly workers: Expression
      readonly sink: Name
      readonly collectingFailures: boolean
      readonly body: ReadonlyArray<Statement>
    })

/** A whole file. */
export interface Program extends Node {
  readonly statements: ReadonlyArray<Statement>
}
