import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { redirectAllowed } from "../../service/oauth/applications.ts";
import { approval, approve, REDIRECT, running, signInByOAuth, type Running, type TokenPair } from "./calling.ts";

const tokenCall = (at: Running, form: Record<string, string>) =>
  at.call("POST", "/oauth/token", { headers: {}, form: { client_id: at.info.oauth.clientId, ...form } });
const errorOf = (answer: { json: unknown }): unknown => (answer.json as { error?: unknown }).error;
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const refreshForm = (pair: TokenPair) => ({ grant_type: "refresh_token", refresh_token: pair.refresh_token });
const authorize = (at: Running, query: Record<string, string>) =>
  at.call("GET", `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers: {} });

/** A code and the form that turns it into tokens. */
async function codeForm(at: Running): Promise<Record<string, string>> {
  const { verifier, query } = approval(at.info);
  const code = (await approve(at, query)).searchParams.get("code")!;
  return { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: verifier };
}

describe("service: authorization pages", () => {
  it("shows mistakes of client and redirect URI on a page, and sends the others back", async () => {
    await using at = await running();
    for (const [changes, code] of [
      [{ client_id: "nobody" }, "invalid_client"],
      [{ redirect_uri: "https://evil.example/callback" }, "invalid_redirect_uri"],
    ] as const) {
      const answer = await authorize(at, approval(at.info, changes).query);
      assert.equal(answer.headers.get("location"), null);
      assert.ok(answer.status >= 400 && answer.text.includes(code), code);
    }
    for (const [changes, code] of [
      [{ scope: "api sudo" }, "invalid_scope"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ code_challenge_method: "plain" }, "invalid_code_challenge_method"],
      [{ code_challenge: "short" }, "invalid_request"],
    ] as const) {
      const answer = await authorize(at, approval(at.info, changes).query);
      assert.equal(new URL(answer.headers.get("location")!).searchParams.get("error"), code);
    }
  });

  it("takes registered redirect URIs, with any port on loopback", () => {
    const registered = ["vscode://forgeline.forgeline/callback", "http://127.0.0.1/callback", "http://[::1]/callback"];
    const allowed = [...registered, "http://127.0.0.1:1/callback", "http://[::1]:65535/callback"];
    const refused = [
      "vscode://forgeline.forgeline/callback/",
      "vscode://forgeline.forgeline/callback?x=1",
      "http://localhost:8080/callback",
      "https://127.0.0.1:8080/callback",
      "http://127.0.0.1:8080/callback/",
      "http://127.0.0.1:8080/callback#x",
      "http://127.0.0.1:8080@evil.example/callback",
      "http://127.0.0.1.evil.example/callback",
      "http://user@127.0.0.1/callback",
      "",
    ];
    assert.deepEqual(
      [...allowed, ...refused].filter((uri) => redirectAllowed(registered, uri)),
      allowed,
    );
  });
});

describe("service: OAuth tokens", () => {
  it("takes a code once, within ten minutes, and only with all that belongs to it", async () => {
    await using at = await running({ accessTokenSeconds: 60 });
    const good = await codeForm(at);
    const { code_verifier, ...unverified } = good;
    const wrong: [Record<string, string>, number, string][] = [
      [{ ...good, code_verifier: `${code_verifier}x` }, 400, "invalid_grant"],
      [{ ...good, redirect_uri: "http://127.0.0.1:5124/callback" }, 400, "invalid_grant"],
      [{ ...good, code: "0".repeat(64) }, 400, "invalid_grant"],
      [{ ...good, client_id: "nobody" }, 401, "invalid_client"],
      [{ ...good, client_secret: "guessed" }, 401, "invalid_client"],
      [unverified, 400, "invalid_request"],
      [{ ...good, grant_type: "password" }, 400, "unsupported_grant_type"],
    ];
    for (const [form, status, error] of wrong) {
      const answer = await tokenCall(at, form);
      assert.deepEqual([answer.status, errorOf(answer)], [status, error]);
    }
    const { token_type, expires_in, scope, access_token } = (await tokenCall(at, good)).json as TokenPair;
    assert.deepEqual([token_type, expires_in, scope], ["Bearer", 60, "api"]);
    assert.equal((await at.call("GET", "/api/v4/user", bearer(access_token))).status, 200);
    assert.equal(errorOf(await tokenCall(at, good)), "invalid_grant");
    const late = await codeForm(at);
    await at.service.control.advanceClock(10 * 60_000);
    assert.equal(errorOf(await tokenCall(at, late)), "invalid_grant");
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

  it("revokes both halves by either of them, for the client that they belong to", async () => {
    await using at = await running();
    const revoke = (form: Record<string, string>) => at.call("POST", "/oauth/revoke", { headers: {}, form });
    const other = await at.service.control.createApplication({ name: "O", redirectUris: [REDIRECT], scopes: ["api"] });
    for (const half of ["access_token", "refresh_token"] as const) {
      const { pair } = await signInByOAuth(at);
      assert.equal((await revoke({ client_id: other.clientId, token: pair[half] })).status, 403);
      assert.equal((await at.call("GET", "/oauth/token/info", bearer(pair.access_token))).status, 200);
      const answer = await revoke({ client_id: at.info.oauth.clientId, token: pair[half] });
      assert.deepEqual([answer.status, answer.json], [200, {}]);
      assert.equal((await at.call("GET", "/oauth/token/info", bearer(pair.access_token))).status, 401);
      assert.equal(errorOf(await tokenCall(at, refreshForm(pair))), "invalid_grant");
    }
  });
});
