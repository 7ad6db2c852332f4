/** Rules of the local service without which tests of the product would prove nothing. */
import assert from "node:assert/strict";
import { directDispatcher } from "../../../src/api/agent.ts";
import type { UserName } from "../../service/types.ts";
import { emptyService } from "../../support/emptyService.ts";
import { approvedSession } from "../auth/approvedSession.ts";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly error?: string;
}

describe("the local service", () => {
  const service = emptyService();
  const way = directDispatcher();
  after(() => way.close());
  const signIn = async (user: UserName) => approvedSession(service, user, await way.dispatcher(service.url));
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json().catch(() => undefined) };
  };
  const sendToken = async (form: Readonly<Record<string, string>>) => {
    const { oauth } = await service.control.info();
    const { json } = await send("POST", "/oauth/token", {}, { client_id: oauth.clientId, ...form });
    return json as Tokens;
  };
  const refresh = (refresh_token = "") => sendToken({ grant_type: "refresh_token", refresh_token });
  const statusFor = async (token: string): Promise<number> =>
    (await send("GET", "/api/v4/user", { Authorization: `Bearer ${token}` })).status;

  it("lists every secret that it issued or received, known or not", async () => {
    const { control } = service;
    const { users } = await control.info();
    const session = await signIn("alice");
    await statusFor("an-unknown-token");
    const sent = { code: "an-unknown-code", code_verifier: "an-unknown-verifier", redirect_uri: "http://127.0.0.1/" };
    await sendToken({ grant_type: "authorization_code", ...sent });
    const headers = { "PRIVATE-TOKEN": users.admin.token };
    const user = { username: "new", name: "New", email: "new@example.com", password: "a-new-password" };
    await send("POST", "/api/v4/users", headers, user);
    await send("POST", "/api/v4/hooks", headers, { url: "http://127.0.0.1:9/", token: "a-hook-token" });
    const kinds = new Map((await control.secrets()).map(({ kind, value }) => [value, kind]));
    for (const [value, kind] of [
      [session.accessToken, "access token"],
      [session.refreshToken, "refresh token"],
      [users.alice.password, "password"],
      [users.alice.token, "personal access token"],
      [session.codeVerifier, "code verifier"],
      ["an-unknown-token", "token"],
      ["an-unknown-code", "code"],
      ["an-unknown-verifier", "code verifier"],
      ["a-new-password", "password"],
      ["a-hook-token", "hook token"],
    ] as const)
      assert.equal(kinds.get(value ?? ""), kind, kind);
  });

  it("carries a request out never, once or twice, as told, whatever it answers", async () => {
    const { control } = service;
    const { users } = await control.info();
    const headers = { "PRIVATE-TOKEN": users.alice.token };
    const path = "/api/v4/projects/1/milestones";
    for (const [title, fault, status, count] of [
      ["none", { status: 502 }, 502, 0],
      ["once", { status: 502, action: "replaceAnswer" }, 502, 1],
      ["twice", { action: "deliverTwice" }, 400, 1],
    ] as const) {
      await control.fault({ method: "write", path: "^/api/", times: 1, ...fault });
      const answer = await send("POST", path, headers, { title });
      const { json } = await send("GET", `${path}?search=${title}`, headers);
      assert.deepEqual([answer.status, (json as unknown[]).length], [status, count], title);
    }
    const writes = (await control.requests()).filter((one) => one.method === "POST" && one.path.startsWith(path));
    const found = writes.map(({ answers }) => answers);
    assert.deepEqual(found, [[], [201], [201, 400]]);
  });

  it("rotates: a refresh ends both halves of the old pair at once", async () => {
    const session = await signIn("bob");
    const next = await refresh(session.refreshToken);
    assert.equal(await statusFor(session.accessToken), 401);
    assert.equal((await refresh(session.refreshToken)).error, "invalid_grant");
    assert.equal(await statusFor(next.access_token), 200);
    const stats = { refreshes: 1, replays: 1, issued: 2, revoked: 1, active: 1 };
    assert.deepEqual(await service.control.tokenStats("bob"), stats);
  });

  it("revokes the whole family of a replayed refresh token where that is switched on, and no other", async () => {
    await service.control.familyRevocation(true);
    const [session, other] = [await signIn("max"), await signIn("max")];
    const next = await refresh(session.refreshToken);
    assert.equal((await refresh(session.refreshToken)).error, "invalid_grant");
    assert.equal(await statusFor(next.access_token), 401);
    assert.equal((await refresh(next.refresh_token)).error, "invalid_grant");
    assert.equal(await statusFor(other.accessToken), 200);
    const stats = { refreshes: 1, replays: 1, issued: 3, revoked: 2, active: 1 };
    assert.deepEqual(await service.control.tokenStats("max"), stats);
  });
});
