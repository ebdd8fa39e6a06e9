/** When a plugin whose attempt failed is tried again, and when no more. */
import { Constants } from "@lanyard/flash-protocol"
import { RestartPolicy } from "@lanyard/process"
import { type Cause, Context, Duration, type Schedule } from "effect"

/** Steps once per failure and outputs how many count; its end parks the plugin. */
export type Policy = Schedule.Schedule<number, Cause.Cause<unknown>>

const { cap, failures, step, window } = Constants.restart

/** Flash: back off from 1 s by 1 s up to 30 s; the sixth failure within 300 s parks (F1, F2). */
export const flash: Policy = RestartPolicy.failureBudget({ failures, window: Duration.millis(window) }).pipe(
  RestartPolicy.linearBackoff(Duration.millis(step), Duration.millis(cap))
)

/** The policy in force; the contract's own unless a host or a test provides another. */
export const Current = Context.Reference<Policy>("@lanyard/flash-host/Restarts", { defaultValue: () => flash })
