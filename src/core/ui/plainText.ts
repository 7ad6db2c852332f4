import { disrupting } from "../base/disrupting.ts";

/** Letters that are written from right to left, or their first half. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
/** What `isolated` returned, or something to replace. */
const isolateOrDisrupting = new RegExp(`\u2068([^\u202a-\u202e\u2066-\u2069]*)\u2069|${disrupting.source}`, "gu");

/** Returns text on one line of at most `limit` characters, in which `isolated` text stays so. */
export function oneLine(text: string, limit: number): string {
  // What is cut off anyway takes no time.
  const line = text
    .slice(0, 4 * limit + 1000)
    .replace(isolateOrDisrupting, (_, inner?: string) =>
      inner === undefined ? " " : `\u2068${inner.replace(disrupting, " ")}\u2069`,
    )
    .trim();
  if (line.length <= limit) return line;
  const cut = `${line.slice(0, limit - 1)}…`;
  return cut.replace(/\u2068[^\u2069]*$/, "$&\u2069");
}

/** Puts text with letters from right to left in one isolate, so that it does not reorder what is shown beside it. */
export const isolated = (text: string): string =>
  rightToLeft.test(text.replace(/\u2068.*?\u2069/g, "")) ? `\u2068${text.replace(disrupting, "")}\u2069` : text;

/**
 * Makes text of the host safe for labels, notifications and status bars: one line of at most `limit` characters,
 * without active `[link](command:…)` or `$(icon)`, and without effect on the order of the text around it. Null and undefined
 * become "", since hosts send them in required fields.
 */
export function plainText(text: string | null | undefined, limit = 400): string {
  return isolated(
    oneLine(text ?? "", limit)
      // Icons and links.
      .replace(/\$(?=\()/g, "$\u200b")
      .replace(/\](?=\()/g, "]\u200b"),
  );
}
