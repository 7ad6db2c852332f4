/** Which names a name leads to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Names that may stand on a way back to themselves: all that lead somewhere and are led to, over and over. */
export function tangled(graph: Graph): ReadonlySet<string> {
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

/** The shortest way from one name to another, both named; undefined where there is none. */
export function way(graph: Graph, from: string, to: string, within: ReadonlySet<string>): string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  // A set hands out what is added while it is gone through.
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
