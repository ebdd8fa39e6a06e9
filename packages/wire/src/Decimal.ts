/**
 * A number that the sender wrote with a fraction or an exponent and whose value is a safe integer, such as `1.0`. All
 * other numbers are plain. A codec for numbers accepts both; a codec for integers accepts plain numbers only, so one that
 * knows nothing of this class keeps decision B2.
 */
export class Decimal {
  /** A safe integer. */
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  /** The plain number, for comparing and calculating. */
  valueOf(): number {
    return this.value
  }

  /** The plain number: a decimal is written as an integer. */
  toJSON(): number {
    return this.value
  }
}
