/** Who plays which part in the tour. */

/** The plugin that the tour kills, and whose catalog and command it shows. */
export const KEEPER = "bookmarks"

/** The plugin that answers input; the only one that the tour can do without. */
export const EVALUATOR = "calculator"

/** Milliseconds to wait for what should take a fraction of it. */
export const PATIENCE = 8000
