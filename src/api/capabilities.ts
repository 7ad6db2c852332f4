/** What has been detected about one instance: short texts by name. Implementations may keep them across restarts. */
export interface InstanceCapabilities {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** Creates capabilities that are kept in memory only. */
export function temporaryCapabilities(): InstanceCapabilities {
  const known = new Map<string, string>();
  return { get: (name) => known.get(name), set: (name, value) => void known.set(name, value) };
}
