/** What the host promises of answers, events and starts. */
import { answers } from "./host/answers.ts"
import { events } from "./host/events.ts"
import { starts } from "./host/starts.ts"
import type { Comparison } from "./measure.ts"

export const host: ReadonlyArray<Comparison> = [...answers, ...events, ...starts]
