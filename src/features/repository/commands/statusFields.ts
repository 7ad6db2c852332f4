/** Longest texts that hosts take. */
const longest = 255;

export type StatusTextProblem = "tooLong" | "notWeb" | "notPercent";

/** What is wrong with a status's name or description. */
export const textProblem = (text: string): StatusTextProblem | undefined =>
  text.length > longest ? "tooLong" : undefined;

/** What is wrong with the address that a status leads to; empty means none. */
export function addressProblem(text: string): StatusTextProblem | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (trimmed.length > longest) return "tooLong";
  return URL.canParse(trimmed) && /^https?:$/.test(new URL(trimmed).protocol) ? undefined : "notWeb";
}

/** Percent, as `87.5`, `87,5` or `87 %`; undefined for empty, NaN for anything that is no percentage. */
export function percentOf(text: string): number | undefined {
  const trimmed = text.trim().replace(/\s*%$/, "").replace(",", ".");
  if (trimmed === "") return undefined;
  const value = /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return value <= 100 ? value : Number.NaN;
}

/** States that a status can go to; hosts that check let none be set twice and nothing come after an end but a new beginning. */
const next: Readonly<Record<string, readonly string[]>> = {
  pending: ["running", "success", "failed", "canceled"],
  running: ["success", "failed", "canceled"],
};

/** Which states can follow a status that is not over; undefined where every one can. */
export const statesAfter = (state: string | undefined): readonly string[] | undefined =>
  state !== undefined && Object.hasOwn(next, state) ? next[state] : undefined;
