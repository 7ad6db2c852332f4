/** The names that each name links to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Returns the names that may be part of a cycle, by repeatedly removing names without incoming or outgoing links. */
export function cycleCandidates(graph: Graph): ReadonlySet<string> {
  const [to, from] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const link = (map: Map<string, Set<string>>, a: string, b: string): void => {
    const known = map.get(a);
    if (known) known.add(b);
    else map.set(a, new Set([b]));
  };
  for (const [name, others] of graph) {
    for (const other of others) {
      link(to, name, other);
      link(from, other, name);
    }
  }
  const left = new Set([...to.keys(), ...from.keys()]);
  const loose = [...left].filter((name) => !to.has(name) || !from.has(name));
  for (let name = loose.pop(); name !== undefined; name = loose.pop()) {
    if (!left.delete(name)) continue;
    const unlink = (here: Map<string, Set<string>>, there: Map<string, Set<string>>): void => {
      for (const other of here.get(name) ?? []) {
        there.get(other)?.delete(name);
        if (there.get(other)?.size === 0) loose.push(other);
      }
    };
    unlink(to, from);
    unlink(from, to);
  }
  return left;
}

/** Returns the shortest path between two names, including both; undefined if there is none. */
export function shortestPath(
  graph: Graph,
  from: string,
  to: string,
  within: ReadonlySet<string>,
): string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  // Breadth-first: iterating a map includes entries added meanwhile.
  for (const name of before.keys()) {
    if (name === to) {
      const found: string[] = [];
      for (let at: string | undefined = to; at !== undefined; at = before.get(at)) found.unshift(at);
      return found;
    }
    for (const next of graph.get(name) ?? []) if (within.has(next) && !before.has(next)) before.set(next, name);
  }
  return undefined;
}
