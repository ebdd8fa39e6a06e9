/** Declares what it does not handle. */
import { serve } from "../../src/node.ts"

serve({ manifest: { query: {}, hints: {} }, handlers: {} })
