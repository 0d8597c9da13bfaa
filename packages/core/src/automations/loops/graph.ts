/** An edge of a directed graph. */
export interface Edge<Name> {
  readonly from: Name;
  readonly to: Name;
}

/**
 * The cycles through a node: for each node that it leads to, the shortest way back. No two have the same nodes.
 * @returns each as its edges in order, the first of them from `start` and the last to it
 */
export function cyclesThrough<Name, Link extends Edge<Name>>(start: Name, edges: readonly Link[]): Link[][] {
  const from = Map.groupBy(edges, (edge) => edge.from);
  const cycles = (from.get(start) ?? []).flatMap((first) => {
    const back = shortestPath(first.to, start, from);
    return back ? [[first, ...back]] : [];
  });
  const byNodes = new Map(
    cycles.map((cycle) => [
      cycle
        .map((edge) => String(edge.from))
        .toSorted()
        .join(" "),
      cycle,
    ]),
  );
  return [...byNodes.values()].toSorted((a, b) => a.length - b.length);
}

/** Undefined if there is no path; empty if both are the same. */
function shortestPath<Name, Link extends Edge<Name>>(
  start: Name,
  end: Name,
  from: ReadonlyMap<Name, readonly Link[]>,
): Link[] | undefined {
  const reached = new Map<Name, Link[]>([[start, []]]);
  // A map is iterated in the order of insertion, including what is inserted meanwhile: breadth first.
  for (const [name, path] of reached) {
    if (name === end) return path;
    for (const edge of from.get(name) ?? []) if (!reached.has(edge.to)) reached.set(edge.to, [...path, edge]);
  }
  return undefined;
}

/** The nodes that the node leads to and that lead back to it, itself included. */
export function connectedWith<Name>(start: Name, edges: readonly Edge<Name>[]): ReadonlySet<Name> {
  const backwards = edges.map(({ from, to }) => ({ from: to, to: from }));
  const leadingBack = reachedFrom(start, backwards);
  return new Set([...reachedFrom(start, edges)].filter((name) => leadingBack.has(name)));
}

function reachedFrom<Name>(start: Name, edges: readonly Edge<Name>[]): Set<Name> {
  const from = Map.groupBy(edges, (edge) => edge.from);
  const reached = new Set([start]);
  for (const name of reached) for (const { to } of from.get(name) ?? []) reached.add(to);
  return reached;
}
