/** The `code` of an error of Node, such as ENOENT; `UNKNOWN` for anything else that was thrown. */
export const errorCode = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "UNKNOWN"
