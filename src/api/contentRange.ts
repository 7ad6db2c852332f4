/** The byte range of a partial response. */
export interface Part {
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset after the last byte. */
  readonly end: number;
  /** Total length in bytes, if the host sends it. */
  readonly total?: number;
}

/** Parses the `Content-Range` of a 206 (RFC 9110, 14.4); returns undefined if it is invalid. */
export function readContentRange(text: string | undefined): Part | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(text ?? "");
  if (!match) return undefined;
  const [start, end, total] = [Number(match[1]), Number(match[2]) + 1, match[3] === "*" ? undefined : Number(match[3])];
  if (end <= start || (total !== undefined && end > total)) return undefined;
  return { start, end, ...(total === undefined ? {} : { total }) };
}
