/** What was found out about one instance and need not be found out again: short texts by name. It may be kept over restarts. */
export interface InstanceCapabilities {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** Facts for as long as the object lives. */
export function temporaryCapabilities(): InstanceCapabilities {
  const known = new Map<string, string>();
  return { get: (name) => known.get(name), set: (name, value) => void known.set(name, value) };
}
