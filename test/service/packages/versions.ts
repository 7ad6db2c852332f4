const SHAPE =
  /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/** One to four numbers, then maybe a prerelease label and build metadata: `1.2`, `1.2.3.4-beta.1+5`. */
export function isVersion(text: string): boolean {
  return SHAPE.test(text);
}

export function isPrerelease(version: string): boolean {
  return SHAPE.exec(version)?.[5] !== undefined;
}

/** The form in which versions are equal when they mean the same: no leading zeros, three numbers (four only when the last is not 0), no build metadata, lower case. */
export function normalizedVersion(version: string): string {
  const match = SHAPE.exec(version);
  if (!match) return version.toLowerCase();
  const [major, minor, patch, revision] = numbers(match);
  const label = match[5] === undefined ? "" : `-${match[5].toLowerCase()}`;
  return `${major}.${minor}.${patch}${revision === 0 ? "" : `.${revision}`}${label}`;
}

/** Order of SemVer 2, with a fourth number: a prerelease comes before its release, numeric labels count as numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [SHAPE.exec(a), SHAPE.exec(b)];
  if (!left || !right) return a < b ? -1 : a > b ? 1 : 0;
  const theirs = numbers(right);
  for (const [index, number] of numbers(left).entries()) if (number !== theirs[index]) return number - theirs[index]!;
  return compareLabels(left[5]?.toLowerCase(), right[5]?.toLowerCase());
}

function numbers(match: RegExpExecArray): [number, number, number, number] {
  return [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0), Number(match[4] ?? 0)];
}

function compareLabels(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  const [left, right] = [a.split("."), b.split(".")];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [mine, theirs] = [left[index], right[index]];
    if (mine === undefined || theirs === undefined) return mine === undefined ? -1 : 1;
    if (mine === theirs) continue;
    const [mineCounts, theirsCounts] = [/^\d+$/.test(mine), /^\d+$/.test(theirs)];
    if (mineCounts && theirsCounts) return Number(mine) - Number(theirs);
    // Numbers come before words.
    if (mineCounts !== theirsCounts) return mineCounts ? -1 : 1;
    return mine < theirs ? -1 : 1;
  }
  return 0;
}
