/** Runs what a definition describes; each module is a namespace. */
export {}
