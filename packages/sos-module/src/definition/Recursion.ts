/** Finds what leads back to itself, in linear time and without recursion of its own. */

/** Which other nodes a node mentions. */
export type Graph<Node> = ReadonlyMap<Node, ReadonlyArray<Node>>

/**
 * Returns for every node that is part of a circle a number that the nodes of one circle share (strongly connected components,
 * after Tarjan). Mentioned nodes that the graph does not have are ignored.
 */
export const circles = <Node>(graph: Graph<Node>): ReadonlyMap<Node, number> => {
  const order = new Map<Node, number>()
  const low = new Map<Node, number>()
  const open: Array<Node> = []
  const found = new Map<Node, number>()
  const closed = new Set<Node>()

  const close = (root: Node): void => {
    const members = open.splice(open.lastIndexOf(root))
    for (const node of members) closed.add(node)
    const inCircle = members.length > 1 || graph.get(root)?.includes(root) === true
    // The number of its first node tells a circle from every other.
    if (inCircle) for (const node of members) found.set(node, order.get(root) ?? 0)
  }

  for (const start of graph.keys()) {
    if (order.has(start)) continue
    const path: Array<{ readonly node: Node; next: number }> = []
    const enter = (node: Node): void => {
      order.set(node, order.size)
      low.set(node, order.size - 1)
      open.push(node)
      path.push({ node, next: 0 })
    }
    const lower = (node: Node, to: number | undefined): void => {
      low.set(node, Math.min(low.get(node) ?? 0, to ?? 0))
    }
    enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top
      const mentioned = graph.get(node) ?? []
      if (top.next < mentioned.length) {
        // In range by the condition above.
        const other = mentioned[top.next++]!
        if (!graph.has(other) || closed.has(other)) continue
        if (order.has(other)) lower(node, order.get(other))
        else enter(other)
      } else {
        path.pop()
        if (low.get(node) === order.get(node)) close(node)
        const above = path.at(-1)
        if (above !== undefined && !closed.has(node)) lower(above.node, low.get(node))
      }
    }
  }
  return found
}
