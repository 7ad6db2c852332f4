import assert from "node:assert/strict";
import { ApiError } from "../../../../../src/api/errors.ts";
import { sessionDetails } from "../../../../../src/features/account/commands/sessionDetails.ts";
import { project } from "../../../core/fakeApp.ts";

const user = { id: 3, username: "alice", name: "Alice" };
const session = {
  ...{ id: "s1", instance: project.instance, method: "oauth", user, label: "alice @ git.example.com" },
  ...{ scopes: ["api"], accessToken: "access-secret", refreshToken: "refresh-secret" },
  ...{ clientId: "app-1", status: "active" },
};

async function shown(oauth: object, current: object = user, overrides: object = {}): Promise<string> {
  let text = "";
  const mine = { ...session, ...overrides };
  const client = { oauth, users: { current: () => Promise.resolve(current) } };
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
const refused = (kind: "timeout" | "forbidden") => () =>
  Promise.reject(new ApiError({ kind, message: "", request: { method: "GET", url: `${project.instance}/oauth` } }));

describe("Session Details", () => {
  it("shows what it has, and once why the rest is missing", async () => {
    const text = await shown({ tokenInfo: refused("timeout"), userinfo: refused("timeout") });
    assert.match(text, /Scopes: api\n/);
    assert.equal(text.match(/The request to .* timed out/g)?.length, 1);
  });

  it("reports no error for a session without access to its OpenID profile", async () => {
    const tokenInfo = () => Promise.resolve({ resource_owner_id: 3, scope: ["api"], expires_in: null, created_at: 1 });
    const text = await shown({ tokenInfo, userinfo: refused("forbidden") }, { ...user, name: "Alice\n[x](command:y)" });
    assert.match(text, /never/);
    assert.doesNotMatch(text, /Unknown|secret|\]\(command/);
  });

  it("requests nothing of OAuth for a personal access token, and copes with nulls", async () => {
    const text = await shown({}, { ...user, name: null, email: null }, { method: "token", refreshToken: undefined });
    assert.match(text, /personal access token/);
    assert.doesNotMatch(text, /null|undefined|Email/);
  });
});
