/** How performs ended, in words and as fields. */
import { Perform } from "@lanyard/flash-protocol"

/** How it ended, in one line. */
export const text = Perform.Outcome.$match({
  Performed: ({ message, navigationUrl, targetPid }) =>
    [
      message === undefined ? "performed" : `performed: ${message}`,
      ...(navigationUrl === undefined ? [] : [`at ${navigationUrl}`]),
      ...(targetPid === undefined ? [] : [`in process ${targetPid}`])
    ].join(", "),
  Unhandled: () => "unhandled",
  Failed: ({ cause, error }) =>
    cause === "reported" ? `failed: ${error}` : `failed, for want of a lawful reply: ${error}`
})

/** How it ended, under the contract's names. */
export const fields = Perform.Outcome.$match({
  Performed: ({ message = null, navigationUrl = null, targetPid = null }) => ({
    outcome: "performed",
    message,
    navigation_url: navigationUrl,
    target_pid: targetPid
  }),
  Unhandled: () => ({ outcome: "unhandled" }),
  Failed: ({ cause, error }) => ({ outcome: "failed", cause: cause.replace(" ", "_"), error })
})
