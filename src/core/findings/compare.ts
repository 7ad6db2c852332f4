import type { Finding } from "./finding.ts";

/** What differs between the findings of two pipelines. */
export interface FindingsDifference {
  /** Those that only the newer pipeline has. */
  readonly added: ReadonlySet<Finding>;
  /** Those that only the older pipeline has. */
  readonly fixed: readonly Finding[];
}

/** What two findings of one fingerprint may have in common, the strongest first. */
const sameness: readonly ((finding: Finding) => string | undefined)[] = [
  ({ evidence, startLine }) => (evidence === undefined ? undefined : `${startLine ?? ""} ${evidence}`),
  ({ evidence }) => evidence,
  ({ startLine }) => (startLine === undefined ? undefined : String(startLine)),
  () => "",
];

/**
 * Compares the findings of two pipelines. Findings of one fingerprint are paired one to one, first those whose code and
 * lines are the same, so that of three where there were two one is new.
 */
export function compareFindings(now: readonly Finding[], before: readonly Finding[]): FindingsDifference {
  const olds = byFingerprint(before);
  const added = new Set<Finding>();
  const fixed: Finding[] = [];
  for (const [fingerprint, news] of byFingerprint(now)) {
    let [left, right]: [readonly Finding[], readonly Finding[]] = [news, olds.get(fingerprint) ?? []];
    olds.delete(fingerprint);
    for (const key of sameness) [left, right] = unpaired(left, right, key);
    for (const one of left) added.add(one);
    fixed.push(...right);
  }
  for (const rest of olds.values()) fixed.push(...rest);
  return { added, fixed };
}

function byFingerprint(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.fingerprint);
    if (group) group.push(finding);
    else groups.set(finding.fingerprint, [finding]);
  }
  return groups;
}

/** Pairs findings that have the same key, and returns those left on both sides. */
function unpaired(
  news: readonly Finding[],
  olds: readonly Finding[],
  keyOf: (finding: Finding) => string | undefined,
): [readonly Finding[], readonly Finding[]] {
  if (news.length === 0 || olds.length === 0) return [news, olds];
  const waiting = new Map<string, Finding[]>();
  // Taken from the end: the first are paired first.
  for (const old of olds.toReversed()) {
    const key = keyOf(old);
    if (key === undefined) continue;
    const group = waiting.get(key);
    if (group) group.push(old);
    else waiting.set(key, [old]);
  }
  const paired = new Set<Finding>();
  const left = news.filter((one) => {
    const key = keyOf(one);
    const pair = key === undefined ? undefined : waiting.get(key)?.pop();
    if (pair) paired.add(pair);
    return pair === undefined;
  });
  return [left, olds.filter((old) => !paired.has(old))];
}
