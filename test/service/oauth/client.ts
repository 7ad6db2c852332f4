import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import type { Application } from "./applications.ts";
import { oauthProblem } from "./oauthProblem.ts";

/** The application that sends a token or revoke request: by form fields or HTTP Basic. Throws `invalid_client`. */
export function authenticateClient(hosting: Hosting, request: Incoming, fields: Params): Application {
  const basic = basicCredentials(header(request, "authorization"));
  const application = hosting.applications.get(basic?.name ?? fields.text("client_id"));
  const secret = basic?.password ?? fields.text("client_secret");
  hosting.secrets.note("client secret", secret);
  // There is no secret to check, but one that is sent is wrong.
  if (!application || (secret !== undefined && secret !== "")) throw oauthProblem("invalid_client");
  return application;
}

/** Name and password of an HTTP Basic header. */
export function basicCredentials(authorization: string | undefined): { name: string; password: string } | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
