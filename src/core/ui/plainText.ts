const icon = /\$(?=\()/g;
const link = /\](?=\()/g;
// Line breaks, tabs, other control characters and bidirectional overrides.
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
export const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Makes text of the host safe for labels, notifications and status bars: one line of at most `limit` characters,
 * without active `[link](command:…)` or `$(icon)`. Null and undefined become "", since hosts send them in required
 * fields.
 */
export function plainText(text: string | null | undefined, limit = 400): string {
  const line = (text ?? "").replace(invisible, " ").trim();
  const cut = line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
  return cut.replace(icon, "$\u200b").replace(link, "]\u200b");
}
