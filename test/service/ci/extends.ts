import { isMapping, stringList, type Mapping } from "./values.ts";

const deepest = 10;

/** Merges what a job `extends` below its own keys: mappings deeply, everything else replaced. */
export function withExtends(name: string, all: Mapping, errors: string[]): Mapping {
  const merge = (current: string, trail: readonly string[]): Mapping | undefined => {
    const own = all[current];
    if (!isMapping(own)) return undefined;
    if (own["extends"] === undefined) return own;
    const bases = stringList(own["extends"]);
    if (bases === undefined) return void errors.push(`jobs:${name} extends should be an array of strings or a string`);
    const missing = bases.filter((base) => !isMapping(all[base]));
    if (missing.length > 0) return void errors.push(`${current}: unknown keys in \`extends\` (${missing.join(", ")})`);
    let merged: Mapping = {};
    for (const base of bases) {
      if (base === current || trail.includes(base))
        return void errors.push(`${current}: circular dependency detected in \`extends\``);
      if (trail.length >= deepest) return void errors.push(`${current}: nesting too deep in \`extends\``);
      const resolved = merge(base, [...trail, current]);
      if (resolved === undefined) return undefined;
      merged = deepMerge(merged, resolved);
    }
    const { extends: _, ...rest } = deepMerge(merged, own);
    return rest;
  };
  return merge(name, []) ?? {};
}

function deepMerge(base: Mapping, over: Mapping): Mapping {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isMapping(below) && isMapping(value) ? deepMerge(below, value) : value;
  }
  return merged;
}
