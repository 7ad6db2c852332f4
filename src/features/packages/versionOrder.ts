/**
 * Compares package versions by SemVer order, ignoring case and build metadata; accepts NuGet's fourth number, and compares anything
 * else as text.
 * @returns less than, equal to or greater than 0
 */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [parts(a), parts(b)];
  for (let at = 0; at < Math.max(x.numbers.length, y.numbers.length); at++) {
    const order = compare(x.numbers[at] ?? "0", y.numbers[at] ?? "0");
    if (order !== 0) return order;
  }
  if (x.labels.length === 0 || y.labels.length === 0) return y.labels.length - x.labels.length;
  for (let at = 0; at < Math.max(x.labels.length, y.labels.length); at++) {
    const [left, right] = [x.labels[at], y.labels[at]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const order = compare(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/** Whether a version is a prerelease. */
export const isPrerelease = (version: string): boolean => parts(version).labels.length > 0;

function parts(version: string): { numbers: readonly string[]; labels: readonly string[] } {
  const [whole = ""] = version.trim().replace(/^v/i, "").split("+");
  const dash = whole.indexOf("-");
  const release = dash < 0 ? whole : whole.slice(0, dash);
  return { numbers: release.split("."), labels: dash < 0 ? [] : whole.slice(dash + 1).split(".") };
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Compares numbers by value, of any length, and before text; text without case. */
function compare(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) {
    const [x, y] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
    return x.length - y.length || compareText(x, y);
  }
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return compareText(a.toLowerCase(), b.toLowerCase());
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
