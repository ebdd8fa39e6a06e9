/** Why an expression has no value. A class, so that the check behind every operand is one comparison. */

/** A problem of a value; the statement that asked for it knows where. */
export class Fault {
  readonly kind: "runtime" | "limit"
  readonly message: string

  constructor(message: string, kind: "runtime" | "limit" = "runtime") {
    this.message = message
    this.kind = kind
  }
}
