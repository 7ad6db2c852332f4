import assert from "node:assert/strict";
import type Dispatcher from "undici/types/dispatcher.js";
import { createClient } from "../../../src/api/client.ts";
import { approvalPage, exchangeCode } from "../../../src/auth/oauth.ts";
import { createPkce, createState } from "../../../src/auth/pkce.ts";
import type { Session } from "../../../src/auth/session.ts";
import type { Service } from "../../service/service.ts";
import type { UserName } from "../../service/types.ts";
import { ApprovingBrowser } from "../../support/fakes/approvingBrowser.ts";

/** Signs in as the approval page does, and returns what a window would keep. */
export async function approvedSession(
  service: Pick<Service, "url" | "control">,
  user: UserName,
  dispatcher: Dispatcher,
): Promise<Session> {
  const { users, oauth } = await service.control.info();
  const pkce = createPkce();
  const request = {
    instance: service.url,
    clientId: oauth.clientId,
    redirectUri: "http://127.0.0.1/callback",
    scopes: ["api"],
    state: createState(),
    pkce,
  };
  const landed = await new ApprovingBrowser().approve(approvalPage(request), users[user]);
  const code = new URL(landed ?? assert.fail("not approved")).searchParams.get("code") ?? "";
  const client = createClient({ baseUrl: service.url, dispatcher: () => Promise.resolve(dispatcher) });
  const { id, username, name } = users[user];
  return {
    ...(await exchangeCode(client.oauth, request, code)),
    id: `session-of-${user}`,
    instance: service.url,
    method: "oauth",
    user: { id, username, name },
    label: username,
    scopes: ["api"],
    clientId: request.clientId,
    redirectUri: request.redirectUri,
    codeVerifier: pkce.verifier,
    status: "active",
  };
}
