/** Why a wait came to nothing, in words that a failing test prints. */
import { Data } from "effect"

/** What was waited for did not come, and no wait of this kit goes on without saying so. */
export class NothingCame extends Data.TaggedError("NothingCame")<{
  /** In words, such as `the reply to 3`. */
  readonly waitedFor: string
  /** The other end is over, or patience is. */
  readonly reason: "over" | "late"
  /** What came and nobody took, oldest first. */
  readonly unread: ReadonlyArray<unknown>
}> {
  override get message(): string {
    const why = this.reason === "over" ? "the other end is over" : "it did not come in time"
    const unread = this.unread.map((item) => `\n  ${JSON.stringify(item).slice(0, printLimit)}`).join("")
    return `waited for ${this.waitedFor}, but ${why}; ${unread === "" ? "nothing else came" : `unread:${unread}`}`
  }
}

const printLimit = 200
