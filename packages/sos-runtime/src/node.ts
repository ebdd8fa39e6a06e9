/** The services of running modules, on Node. */
export {}
