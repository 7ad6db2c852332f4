/** What is asked for unless the settings say otherwise. */
export const DEFAULT_SCOPES: readonly string[] = ["api"];

/** `api` holds the two that only read. */
const implied: Readonly<Record<string, readonly string[]>> = {
  api: ["read_api", "read_user"],
  read_api: ["read_user"],
};

/** Which of the wanted scopes these do not give. */
export function missingScopes(scopes: readonly string[], wanted: readonly string[]): readonly string[] {
  const given = new Set(scopes.flatMap((scope) => [scope, ...(implied[scope] ?? [])]));
  return wanted.filter((scope) => !given.has(scope));
}
