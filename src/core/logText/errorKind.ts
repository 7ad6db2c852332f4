/** `kind` of an ApiError, or of anything that tells one. */
export function errorKind(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "kind" in error && typeof error.kind === "string"
    ? error.kind
    : undefined;
}
