/**
 * A text as part of an address's authority, before or after an `@`. Editors show the authority to people and write it in lower case, so
 * that what is neither a small letter nor usual there, capitals among them, is escaped; `/` becomes `+`.
 */
export function authorityPart(text: string): string {
  const escaped = (character: string): string =>
    [...Buffer.from(character)].map((byte) => `~${byte.toString(16).padStart(2, "0")}`).join("");
  return text.replace(/[^a-z0-9._:/-]/gu, escaped).replaceAll("/", "+");
}

/** The text that `authorityPart` was given; undefined for anything else. */
export function readAuthorityPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll("+", "/").replaceAll("~", "%"));
  } catch {
    return undefined;
  }
}
