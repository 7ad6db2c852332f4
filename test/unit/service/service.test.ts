/** Rules of the local service without which tests of the product would prove nothing. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Running, running, signInByOAuth, type TokenPair } from "./calling.ts";

const tokenCall = (at: Running, form: Record<string, string>) =>
  at.call("POST", "/oauth/token", { headers: {}, form: { client_id: at.info.oauth.clientId, ...form } });
const errorOf = (answer: { json: unknown }): unknown => (answer.json as { error?: unknown }).error;
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const refreshForm = (pair: TokenPair) => ({ grant_type: "refresh_token", refresh_token: pair.refresh_token });

describe("the local service", () => {
  it("lists every secret that it issued or received, known or not", async () => {
    await using at = await running();
    const { control } = at.service;
    const { pair, code, verifier } = await signInByOAuth(at);
    const client = { name: "C", redirectUris: ["http://127.0.0.1/"], scopes: ["api"], confidential: true };
    const { secret } = await control.createApplication(client);
    await at.call("GET", "/api/v4/user", { headers: { Authorization: "Bearer an-unknown-token" } });
    const sent = { code: "an-unknown-code", code_verifier: "an-unknown-verifier", redirect_uri: "http://127.0.0.1/" };
    const form = { client_id: at.info.oauth.clientId, grant_type: "authorization_code", ...sent };
    await at.call("POST", "/oauth/token", { headers: {}, form });
    const headers = { "PRIVATE-TOKEN": at.info.users.admin.token };
    const user = { username: "new", name: "New", email: "new@example.com", password: "a-new-password" };
    await at.call("POST", "/api/v4/users", { headers, body: user });
    await at.call("POST", "/api/v4/hooks", { headers, body: { url: "http://127.0.0.1:9/", token: "a-hook-token" } });
    const kinds = new Map((await control.secrets()).map(({ kind, value }) => [value, kind]));
    for (const [value, kind] of [
      [pair.access_token, "access token"],
      [pair.refresh_token, "refresh token"],
      [at.info.users.alice.password, "password"],
      [at.info.users.alice.token, "personal access token"],
      [secret, "client secret"],
      [code, "code"],
      [verifier, "code verifier"],
      ["an-unknown-token", "token"],
      ["an-unknown-code", "code"],
      ["an-unknown-verifier", "code verifier"],
      ["a-new-password", "password"],
      ["a-hook-token", "hook token"],
    ] as const)
      assert.equal(kinds.get(value ?? ""), kind, kind);
  });

  it("carries a request out never, once or twice, as told, whatever it answers", async () => {
    await using at = await running();
    const { control } = at.service;
    const path = "/api/v4/projects/1/milestones";
    const send = async (title: string): Promise<[status: number, made: number]> => {
      const { status } = await at.call("POST", path, { body: { title } });
      return [status, ((await at.call("GET", `${path}?search=${title}`)).json as unknown[]).length];
    };
    await control.fault({ method: "write", path: "^/api/", status: 502, times: 1 });
    assert.deepEqual(await send("none"), [502, 0]);
    await control.fault({ method: "write", path: "^/api/", status: 502, action: "replaceAnswer", times: 1 });
    assert.deepEqual(await send("once"), [502, 1]);
    await control.fault({ method: "write", path: "^/api/", action: "deliverTwice", times: 1 });
    assert.deepEqual(await send("twice"), [400, 1]);
    const writes = (await control.requests()).filter(({ method }) => method === "POST");
    assert.deepEqual(
      writes.map(({ answers }) => answers),
      [[], [201], [201, 400]],
    );
  });

  it("rotates: a refresh ends both halves of the old pair at once", async () => {
    await using at = await running();
    const { pair } = await signInByOAuth(at);
    const next = (await tokenCall(at, refreshForm(pair))).json as TokenPair;
    const old = await at.call("GET", "/api/v4/user", bearer(pair.access_token));
    assert.equal(old.status, 401);
    assert.deepEqual(old.json, {
      error: "invalid_token",
      error_description: "Token was revoked. You have to re-authorize from the user.",
    });
    assert.equal(errorOf(await tokenCall(at, refreshForm(pair))), "invalid_grant");
    assert.equal((await at.call("GET", "/api/v4/user", bearer(next.access_token))).status, 200);
    const stats = { refreshes: 1, replays: 1, issued: 2, revoked: 1, active: 1 };
    assert.deepEqual(await at.service.control.tokenStats(), stats);
  });

  it("revokes the whole family of a replayed refresh token where that is switched on, and no other", async () => {
    await using at = await running();
    await at.service.control.familyRevocation(true);
    const [{ pair }, { pair: other }] = [await signInByOAuth(at), await signInByOAuth(at)];
    const next = (await tokenCall(at, refreshForm(pair))).json as TokenPair;
    assert.equal(errorOf(await tokenCall(at, refreshForm(pair))), "invalid_grant");
    assert.equal((await at.call("GET", "/api/v4/user", bearer(next.access_token))).status, 401);
    assert.equal(errorOf(await tokenCall(at, refreshForm(next))), "invalid_grant");
    assert.equal((await at.call("GET", "/api/v4/user", bearer(other.access_token))).status, 200);
    const stats = { refreshes: 1, replays: 1, issued: 3, revoked: 2, active: 1 };
    assert.deepEqual(await at.service.control.tokenStats("alice"), stats);
  });
});
