/** The interaction that is being served. Log lines written meanwhile carry its mark, so that it reads end to end. */
import { Context, Fiber } from "effect"

/** The trace of the request whose handler this fiber runs; undefined outside of one. Fibers that it forks inherit it. */
export const Trace = Context.Reference<string | undefined>("@lanyard/flash-plugin/Trace", {
  defaultValue: () => undefined
})

/** Returns the trace of the fiber that runs right now. */
export const current = (): string | undefined => Fiber.getCurrent()?.getRef(Trace)
