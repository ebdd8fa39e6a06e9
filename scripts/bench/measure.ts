/**
 * Compares our way of doing a thing with a raw floor in the same run: contenders take turns, each gives one figure a
 * round, and the medians are put in relation. The machine's own speed cancels out.
 */

/** One way of doing the thing; resolves to this round's figure, in the unit of its comparison. */
export type Contender = () => Promise<number>

/** Both ways, and what ends what they keep between rounds. */
export interface Contenders {
  readonly raw: Contender
  readonly ours: Contender
  readonly close: () => Promise<void>
}

/** Contenders that start afresh in every round. */
export const keepNothing = (raw: Contender, ours: Contender) => async (): Promise<Contenders> => ({
  raw,
  ours,
  close: async () => {}
})

/**
 * Takes turns on several pairs of contenders that keep processes of their own: one process differs from the next of the same program by
 * more than the contenders do.
 */
export const onSeveral = (pairs: number, contenders: () => Promise<Contenders>) => async (): Promise<Contenders> => {
  const kept: Array<Contenders> = []
  const close = async () => {
    for (const { close } of kept) await close()
  }
  try {
    for (let pair = 0; pair < pairs; pair++) kept.push(await contenders())
  } catch (cause) {
    await close()
    throw cause
  }
  const next = (which: "raw" | "ours"): Contender => {
    let round = 0
    return () => kept[round++ % pairs]![which]()
  }
  return {
    raw: next("raw"),
    ours: next("ours"),
    close
  }
}

/** A figure of ours against the same figure of a floor. */
export interface Comparison {
  readonly name: string
  /** Unit of the two figures, as printed. */
  readonly unit: string
  readonly rounds: number
  readonly contenders: () => Promise<Contenders>
  /** Whether both are kept on one processor. */
  readonly pinned: boolean
  /** The promise, in words, and whether two medians keep it. */
  readonly bound: { readonly text: string; readonly holds: (ours: number, raw: number) => boolean }
}

/** What one comparison found. */
export interface Finding {
  readonly name: string
  readonly unit: string
  readonly raw: number
  readonly ours: number
  readonly bound: string
  readonly holds: boolean
}

export const atMost = (ratio: number) => ({
  text: `ours / raw at most ${ratio}`,
  holds: (ours: number, raw: number) => ours / raw <= ratio
})

export const atLeast = (ratio: number) => ({
  text: `ours / raw at least ${ratio}`,
  holds: (ours: number, raw: number) => ours / raw >= ratio
})

export const within = (extra: number, unit: string) => ({
  text: `ours at most raw + ${extra} ${unit}`,
  holds: (ours: number, raw: number) => ours - raw <= extra
})

/** No promise: the figure shows what another floor would make of the one above it. */
export const forScale = { text: "no bound, for scale", holds: () => true }

export const median = (figures: ReadonlyArray<number>): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Runs a warm-up round before several counted ones; who goes first alternates, so that drift hits both alike. */
export const compare = async (comparison: Comparison): Promise<Finding> => {
  const { raw, ours, close } = await comparison.contenders()
  const figures = { raw: [] as number[], ours: [] as number[] }
  try {
    if (comparison.rounds > 1) {
      await raw()
      await ours()
    }
    for (let round = 0; round < comparison.rounds; round++) {
      if (round % 2 === 0) figures.raw.push(await raw())
      figures.ours.push(await ours())
      if (round % 2 === 1) figures.raw.push(await raw())
    }
  } finally {
    await close()
  }
  const medians = { raw: median(figures.raw), ours: median(figures.ours) }
  return {
    name: comparison.name,
    unit: comparison.unit,
    ...medians,
    bound: comparison.bound.text,
    holds: comparison.bound.holds(medians.ours, medians.raw)
  }
}

/** One line a finding: both medians, their ratio, the bound and whether it was kept. */
export const print = (finding: Finding): string => {
  const figure = (value: number) => value.toPrecision(4).padStart(9)
  const ratio = (finding.ours / finding.raw).toFixed(3)
  return [
    finding.holds ? "kept  " : "MISSED",
    finding.name.padEnd(44),
    `raw ${figure(finding.raw)} ${finding.unit}`,
    `ours ${figure(finding.ours)} ${finding.unit}`,
    `ratio ${ratio}`,
    `(${finding.bound})`
  ].join("  ")
}
