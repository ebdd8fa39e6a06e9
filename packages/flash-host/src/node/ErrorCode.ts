/** The system's code of what Node throws or reports. */

/** Takes the code out of an error; "unknown" where there is none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"
