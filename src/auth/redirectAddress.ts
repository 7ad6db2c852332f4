import { createHash } from "node:crypto";
import { UserError } from "../core/base/errors.ts";
import type { Instance } from "../core/config.ts";
import type { Surface } from "./flows.ts";

/** Whose answers come at a redirect URI: one host's `own`, or those of every host that has the `shared` one registered. */
export type RedirectKind = NonNullable<Instance["redirect"]>;

/** Loopback addresses are registered without a port: hosts accept any there (RFC 8252, 7.3). */
export const LOOPBACK_REDIRECT = "http://127.0.0.1/callback";

/** Where an instance sends its answers. One with an application ID but no such setting was registered before hosts had addresses of their own. */
export const redirectKind = ({ redirect, clientId }: Instance): RedirectKind =>
  redirect ?? (clientId === undefined ? "own" : "shared");

/** What an instance's redirect URIs add to the shared ones: nothing, or a slash and the hash of its base address (RFC 9700, 4.4.2.2). */
export function redirectSuffix(instance: string, kind: RedirectKind): string {
  return kind === "own" ? `/${createHash("sha256").update(instance).digest("hex").slice(0, 24)}` : "";
}

/** The redirect URIs to register with the application, the one needed here first. */
export function redirectUris(surface: Surface, callbackUri: string, suffix: string): readonly string[] {
  const uris = [callbackUri + suffix, LOOPBACK_REDIRECT + suffix];
  return surface === "web" ? uris.reverse() : uris;
}

/** A code came at the shared redirect URI and may be of any of the hosts known here: an own one has to be registered. */
export class SharedRedirectError extends UserError {}
