import { createHash } from "node:crypto";

export interface Application {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** Applications registered for sign-in. All are public: they have no secret and must use PKCE. */
export class Applications {
  readonly #byId = new Map<string, Application>();

  /** `clientId` is derived from the name when not given, so that a demo keeps its settings from run to run. */
  add(application: Omit<Application, "clientId">): Application {
    const record: Application = {
      clientId: createHash("sha256").update(`application ${application.name}`).digest("hex"),
      name: application.name,
      redirectUris: [...application.redirectUris],
      scopes: [...application.scopes],
    };
    this.#byId.set(record.clientId, record);
    return record;
  }

  get(clientId: string | undefined): Application | undefined {
    return clientId === undefined ? undefined : this.#byId.get(clientId);
  }
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Whether a redirect URI is one of those registered: the same text, except that the port of an http loopback address
 * is free (RFC 8252, 7.3). The host is not: `localhost` does not stand for `127.0.0.1`.
 */
export function redirectAllowed(registered: readonly string[], wanted: string): boolean {
  return registered.some((uri) => uri === wanted || withoutLoopbackPort(uri) === (withoutLoopbackPort(wanted) ?? ""));
}

function withoutLoopbackPort(uri: string): string | undefined {
  // By text, not by URL.href: normalising would let `/callback/../x` pass for `/x`.
  const match = /^http:\/\/(\[::1\]|[^/:?#]+)(?::\d{1,5})?([/?].*)?$/.exec(uri);
  if (!match || !LOOPBACK.has(match[1]!) || uri.includes("#")) return undefined;
  return `http://${match[1]!}${match[2] ?? ""}`;
}
