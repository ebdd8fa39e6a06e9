/** What the program says of itself. */

/** All commands, a line each. */
export const text = `usage: sos version
       sos help`
