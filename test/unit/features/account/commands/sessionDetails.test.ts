import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../../../src/api/errors.ts";
import "../../../../support/vscodeStub.ts";
import { project } from "../../../core/fakeApp.ts";

const { sessionDetails } = await import("../../../../../src/features/account/commands/sessionDetails.ts");

const session = {
  id: "s1",
  instance: project.instance,
  method: "oauth",
  user: { id: 3, username: "alice", name: "Alice" },
  label: "alice @ git.example.com",
  scopes: ["api"],
  accessToken: "access-secret",
  refreshToken: "refresh-secret",
  codeVerifier: "verifier-secret",
  clientId: "app-1",
  status: "active",
};

async function shown(client: object, overrides: object = {}): Promise<string> {
  let text = "";
  const mine = { ...session, ...overrides };
  const app = {
    sessions: { ready: Promise.resolve(), list: () => [mine] },
    current: { value: { kind: "noFolder" } },
    connections: { get: () => ({ client, session: mine }) },
    report: { background: () => undefined },
    texts: { show: (_path: string, body: string) => Promise.resolve((text = body)) },
  };
  await sessionDetails(app as unknown as Parameters<typeof sessionDetails>[0]);
  return text;
}

const users = {
  current: () =>
    Promise.resolve({ id: 3, username: "alice", name: "Alice\n[x](command:y)", email: "alice@example.com" }),
};

describe("Session Details", () => {
  it("tells user, scopes and expiry, and no secret", async () => {
    const text = await shown({
      users,
      oauth: {
        tokenInfo: () =>
          Promise.resolve({
            resource_owner_id: 3,
            scope: ["api", "openid"],
            expires_in: 60,
            application: { uid: "app-1" },
            created_at: 1,
          }),
        userinfo: () => Promise.resolve({ groups: ["a", "b"] }),
      },
    });
    for (const part of [
      "git.example.com",
      "@alice",
      "ID 3",
      "alice@example.com",
      "Groups: a, b",
      "Scopes: api, openid",
      "(refreshed automatically)",
      "app-1",
      "State: active",
    ])
      assert.ok(text.includes(part), part);
    assert.doesNotMatch(text, /secret|\]\(command/);
  });

  it("shows what it has when the host tells less, and why", async () => {
    const refused = new ApiError({
      kind: "timeout",
      message: "",
      request: { method: "GET", url: "https://git.example.com/oauth/token/info" },
    });
    const text = await shown({
      users,
      oauth: { tokenInfo: () => Promise.reject(refused), userinfo: () => Promise.reject(refused) },
    });
    assert.match(text, /Scopes: api\n/);
    assert.equal(text.match(/The request to .* timed out/g)?.length, 1);
  });

  it("makes no failure of a session that may not see its OpenID profile", async () => {
    const refused = new ApiError({
      kind: "forbidden",
      status: 403,
      message: "",
      request: { method: "GET", url: "https://git.example.com/oauth/userinfo" },
    });
    const tokenInfo = () => Promise.resolve({ resource_owner_id: 3, scope: ["api"], expires_in: null, created_at: 1 });
    const text = await shown({ users, oauth: { tokenInfo, userinfo: () => Promise.reject(refused) } });
    assert.match(text, /never/);
    assert.doesNotMatch(text, /Unknown/);
  });

  it("asks nothing about OAuth for a personal access token, and nulls of the host do not hurt", async () => {
    const text = await shown(
      { users: { current: () => Promise.resolve({ id: 3, username: "alice", name: null, email: null }) } },
      { method: "token", refreshToken: undefined },
    );
    assert.match(text, /personal access token/);
    assert.doesNotMatch(text, /null|undefined|Email/);
  });
});
