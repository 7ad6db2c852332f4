const icon = /\$(?=\()/g;
const link = /\](?=\()/g;
// Line breaks, tabs and everything else that moves the cursor, the bidirectional overrides among them.
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Text from outside (names, messages of the service) made safe for labels, notifications and status bars:
 * one line, at most `limit` characters, and neither a `[link](command:…)` nor an `$(icon)` comes alive in it.
 * Null and undefined become "": hosts send them in fields that should never be so.
 */
export function plainText(text: string | null | undefined, limit = 400): string {
  const line = (text ?? "").replace(invisible, " ").trim();
  const cut = line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
  return cut.replace(icon, "$\u200b").replace(link, "]\u200b");
}
