import { normalizeInstanceUrl } from "./instanceUrl.ts";

/** What `ca` and `clientCertificate` of the hosts of an origin hold; anything, as settings may. */
export interface TlsFiles {
  /** Base URL of the instance, for messages. */
  readonly instance: string;
  readonly ca?: unknown;
  readonly clientCertificate?: unknown;
}

/**
 * Returns the files that the setting `forgeline.instances` names for an origin, undefined for none. Hosts that share an origin share its
 * connections: the first one with a file decides.
 */
export function tlsFilesOf(instances: unknown, origin: string): TlsFiles | undefined {
  if (!origin.startsWith("https:") || !Array.isArray(instances)) return undefined;
  let found: TlsFiles | undefined;
  for (const entry of instances as unknown[]) {
    const { url, ca, clientCertificate } = Object(entry) as Record<string, unknown>;
    const instance = typeof url === "string" ? normalizeInstanceUrl(url) : undefined;
    if (instance === undefined || new URL(instance).origin !== origin) continue;
    const named = { ...(isSet(ca) && { ca }), ...(isSet(clientCertificate) && { clientCertificate }) };
    if (Object.keys(named).length > 0) found = { instance, ...named, ...found };
  }
  return found;
}

/** Whether a value is there; the Settings editor leaves empty texts behind. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
