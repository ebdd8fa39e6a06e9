/** The results of replies, by the method that was asked. */
import type { Response } from "@lanyard/flash-protocol"
import { Json } from "@lanyard/wire"
import * as Run from "../Run.ts"

/** The results of the replies to one method, or only of what was asked under one name. */
export const bodies = (run: Run.Run, method: string, name?: string): ReadonlyArray<Response.Body> =>
  Run.replies(run).flatMap(({ asked, frame: { result } }) =>
    asked.method === method && asked.name === (name ?? asked.name) && Json.isObject(result) ? [result] : []
  )
