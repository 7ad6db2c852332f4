/** Longest text that hosts accept, in characters. */
const maxLength = 255;

export type StatusTextProblem = "tooLong" | "notWeb" | "notPercent";

/** Returns what is wrong with the name or description of a status. */
export const textProblem = (text: string): StatusTextProblem | undefined =>
  text.length > maxLength ? "tooLong" : undefined;

/** Returns what is wrong with the target URL of a status, which may be empty. */
export function urlProblem(text: string): StatusTextProblem | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (trimmed.length > maxLength) return "tooLong";
  return URL.canParse(trimmed) && /^https?:$/.test(new URL(trimmed).protocol) ? undefined : "notWeb";
}

/** Parses a percentage such as `87.5`, `87,5` or `87 %`; returns undefined for empty text, NaN for anything else. */
export function parsePercent(text: string): number | undefined {
  const trimmed = text.trim().replace(/\s*%$/, "").replace(",", ".");
  if (trimmed === "") return undefined;
  const value = /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return value <= 100 ? value : Number.NaN;
}

/**
 * States that can follow. Hosts that check refuse the same state again, and accept only a restart after a final state.
 */
const next: Readonly<Record<string, readonly string[]>> = {
  pending: ["running", "success", "failed", "canceled"],
  running: ["success", "failed", "canceled"],
};

/** Returns the states that can follow an unfinished one; undefined for any. */
export const statesAfter = (state: string | undefined): readonly string[] | undefined =>
  state !== undefined && Object.hasOwn(next, state) ? next[state] : undefined;
