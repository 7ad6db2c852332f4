/** Scopes to request unless the settings have others. */
export const DEFAULT_SCOPES: readonly string[] = ["api"];

/** Scopes that include others. */
const implied: Readonly<Record<string, readonly string[]>> = {
  api: ["read_api", "read_user"],
  read_api: ["read_user"],
};

/** Returns the wanted scopes that are not granted. */
export function missingScopes(scopes: readonly string[], wanted: readonly string[]): readonly string[] {
  const given = new Set(scopes.flatMap((scope) => [scope, ...(implied[scope] ?? [])]));
  return wanted.filter((scope) => !given.has(scope));
}
