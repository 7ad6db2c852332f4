/** Which symbol file is meant (Part 1, Package feeds). */
export interface SymbolFileKey {
  readonly file_name: string;
  readonly signature: string;
  readonly checksum: string;
}

/** What is wrong with one part of it. */
export type SymbolKeyProblem = "name" | "signature" | "checksum";

/** A name of a symbol file: one file, no path. */
export const isSymbolFileName = (text: string): boolean => /^[^/\\]+\.pdb$/i.test(text.trim());

/** The identity of a build: a GUID without hyphens, and its age. */
export const isSignature = (text: string): boolean => /^[\da-f]{33,40}$/i.test(text.trim().replaceAll("-", ""));

/** A SHA-256, with or without its name before it; undefined for anything else. @returns it as the host takes it */
export function symbolChecksum(text: string): string | undefined {
  const [, digits] = /^(?:sha-?256:)?\s*([\da-f]{64})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `SHA256:${digits.toLowerCase()}`;
}
