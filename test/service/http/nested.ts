/** A parameter as Rails-like hosts understand it: text, a list, or a record. JSON bodies bring numbers, booleans and null too. */
export type Value = string | number | boolean | null | undefined | Value[] | { [name: string]: Value };

/**
 * Query or form fields with bracket notation: `scope[]=a&scope[]=b`, `variables[][key]=A&variables[][value]=1`,
 * `range[start]=1`. A new list element begins when its field comes a second time.
 */
export function nest(pairs: Iterable<readonly [string, Value]>): Record<string, Value> {
  const root: Record<string, Value> = Object.create(null) as Record<string, Value>;
  for (const [name, value] of pairs) {
    const first = /^[^[]+/.exec(name)?.[0];
    if (first === undefined) continue;
    const keys = [...name.slice(first.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!);
    root[first] = put(root[first], keys, value);
  }
  return root;
}

function put(into: Value, keys: readonly string[], value: Value): Value {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (key === "") {
    const list = Array.isArray(into) ? into : [];
    const last = list.at(-1);
    const inner = rest[0];
    const joins = inner !== undefined && inner !== "" && isRecord(last) && !(inner in last);
    if (joins) list[list.length - 1] = put(last, rest, value);
    else list.push(put(undefined, rest, value));
    return list;
  }
  const record: Record<string, Value> = isRecord(into) ? into : (Object.create(null) as Record<string, Value>);
  record[key] = put(record[key], rest, value);
  return record;
}

export function isRecord(value: Value): value is { [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
