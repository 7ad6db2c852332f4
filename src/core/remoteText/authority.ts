/**
 * Encodes a text for a part of a URI's authority, before or after an `@`. VS Code displays the authority and lowercases
 * it, so everything except lowercase letters and characters common in hosts and paths is escaped; `/` becomes `+`.
 */
export function authorityPart(text: string): string {
  const escaped = (character: string): string =>
    [...Buffer.from(character)].map((byte) => `~${byte.toString(16).padStart(2, "0")}`).join("");
  return text.replace(/[^a-z0-9._:/-]/gu, escaped).replaceAll("/", "+");
}

/** Decodes the result of `authorityPart`; undefined for anything malformed. */
export function readAuthorityPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll("+", "/").replaceAll("~", "%"));
  } catch {
    return undefined;
  }
}
