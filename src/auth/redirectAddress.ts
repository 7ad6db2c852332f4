import { createHash } from "node:crypto";
import { UserError } from "../core/base/errors.ts";
import type { Instance } from "../core/config.ts";
import type { Surface } from "./flows.ts";

/** The hosts that use a redirect URI: `own` is for one host, `shared` for every host that has it registered. */
export type RedirectKind = NonNullable<Instance["redirect"]>;

/** Loopback redirect URI to register, without a port: hosts accept any (RFC 8252, 7.3). */
export const LOOPBACK_REDIRECT = "http://127.0.0.1/callback";

/** Returns the kind of an instance's redirect URI. Without the setting, one with an application ID was registered with the shared URI. */
export const redirectKind = ({ redirect, clientId }: Instance): RedirectKind =>
  redirect ?? (clientId === undefined ? "own" : "shared");

/** Returns what an instance's redirect URI appends to the shared one: nothing, or a slash and the hash of its base URL (RFC 9700, 4.4.2.2). */
export function redirectSuffix(instance: string, kind: RedirectKind): string {
  return kind === "own" ? `/${createHash("sha256").update(instance).digest("hex").slice(0, 24)}` : "";
}

/** Returns the redirect URIs to register with the application, the one used on this surface first. */
export function redirectUris(surface: Surface, callbackUri: string, suffix: string): readonly string[] {
  const uris = [callbackUri + suffix, LOOPBACK_REDIRECT + suffix];
  return surface === "web" ? uris.reverse() : uris;
}

/** A code arrived at the shared redirect URI and may come from any known host: an own URI must be registered. */
export class SharedRedirectError extends UserError {}
