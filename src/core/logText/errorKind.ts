/** Returns the `kind` of an ApiError or similar error. */
export function errorKind(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "kind" in error && typeof error.kind === "string"
    ? error.kind
    : undefined;
}
