/** The residual probe of a silent plugin. Any params are tolerated; one reply that is missing or says no ends the attempt. */
import { Result } from "effect"
import * as Response from "./Response.ts"

/** What the host sends. */
export const params: Response.Body = {}

/** What the plugin answers. */
export const reply: Response.Body = Response.success()

/** Tells whether a reply shows life: lawful, and yes. Further fields are tolerated. */
export const isAlive = (body: Response.Body): boolean =>
  Result.match(Response.decode(body), { onFailure: () => false, onSuccess: Response.Response.$is("Succeeded") })
