import { type Client, type ClientOptions, createClient } from "../../src/api/client.ts";
import { notThere } from "./context.ts";
import type { Endpoint } from "./contract.ts";
import { always, type Opened } from "./target.ts";

export type Variant = "minimal" | "maximal";

/** Whether the operation, or one of the parameters of its maximal call, is for administrators only. */
export const byAdmin = ({ auth, query }: Endpoint, variant: Variant): boolean =>
  auth === "admin" || (variant === "maximal" && query.some(({ adminOnly }) => adminOnly === true));

/**
 * The client for one call: it has all its user has, so that a credential in the wrong place shows. Both ways to send a token are used,
 * where both are documented.
 * @throws NotThere when the server's credential for it was not given
 */
export function clientFor(
  opened: Opened,
  endpoint: Endpoint,
  variant: Variant,
  options: Pick<ClientOptions, "baseUrl" | "dispatcher"> & Partial<ClientOptions>,
): Client {
  const { personal, oauth, adminToken, feed, capabilities } = opened;
  let credentials = variant === "maximal" ? (oauth ?? personal) : personal;
  if (endpoint.auth === "bearer" || endpoint.auth === "not-shown") credentials = oauth ?? notThere("--oauth-token");
  if (byAdmin(endpoint, variant))
    credentials = always(variant === "maximal" ? "bearer" : "private-token", adminToken ?? notThere("--admin-token"));
  if (endpoint.auth === "basic" && !feed) notThere("--feed-user and --feed-token");
  return createClient({
    credentials,
    feedCredentials: feed && { basic: () => Promise.resolve(feed) },
    capabilities,
    ...options,
  });
}
