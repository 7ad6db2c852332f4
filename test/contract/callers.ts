import { type Client, type ClientOptions, createClient } from "../../src/api/client.ts";
import { notThere } from "./context.ts";
import type { Endpoint } from "./contract.ts";
import type { Opened } from "./opened.ts";

export type Variant = "minimal" | "maximal";

/** Whether the operation, or one of the parameters of its maximal call, is for administrators only. */
export const byAdmin = ({ auth, query }: Endpoint, variant: Variant): boolean =>
  auth === "admin" || (variant === "maximal" && query.some(({ adminOnly }) => adminOnly === true));

/**
 * The client for one call: it has all its user has, so that a credential in the wrong place shows. Both kinds of tokens are sent, each in the
 * header that the documents name for it, where both are documented and given.
 * @throws NotThere when the server's credential for it was not given
 */
export function clientFor(
  opened: Opened,
  endpoint: Endpoint,
  variant: Variant,
  options: Pick<ClientOptions, "baseUrl" | "dispatcher"> & Partial<ClientOptions>,
): Client {
  const { personal, oauth, admin, adminOAuth, feed, capabilities } = opened;
  let credentials = variant === "maximal" ? (oauth ?? personal) : personal;
  if (endpoint.auth === "bearer" || endpoint.auth === "not-shown") credentials = oauth ?? notThere("--oauth-token");
  if (byAdmin(endpoint, variant))
    credentials = (variant === "maximal" ? adminOAuth : undefined) ?? admin ?? notThere("--admin-token");
  if (endpoint.auth === "basic" && !feed) notThere("--feed-user and --feed-token");
  return createClient({
    credentials,
    feedCredentials: feed && { basic: () => Promise.resolve(feed) },
    capabilities,
    ...options,
  });
}
