/** Key of a symbol file (Part 1, Package feeds). */
export interface SymbolFileKey {
  readonly file_name: string;
  readonly signature: string;
  readonly checksum: string;
}

/** Whether a text is the name of a symbol file, without a path. */
export const isSymbolFileName = (text: string): boolean => /^[^/\\]+\.pdb$/i.test(text.trim());

/** Whether a text is a build signature: a GUID followed by the age, in hexadecimal digits. */
export const isSignature = (text: string): boolean => /^[\da-f]{33,40}$/i.test(text.trim().replaceAll("-", ""));

/** Returns a SHA-256 checksum, given with or without prefix, in the host's format; undefined for other texts. */
export function symbolChecksum(text: string): string | undefined {
  const [, digits] = /^(?:sha-?256:)?\s*([\da-f]{64})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `SHA256:${digits.toLowerCase()}`;
}
