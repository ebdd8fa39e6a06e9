/** Reads projects and definitions from the disk with Node. */
export {}
