/** Returns the record in the query of a URI that Forgeline made; undefined if the query is something else. */
export function readQuery(query: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
