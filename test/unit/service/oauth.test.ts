import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { redirectAllowed } from "../../service/oauth/applications.ts";
import { challengeOf, isVerifier } from "../../service/oauth/pkce.ts";
import {
  approval,
  approve,
  REDIRECT,
  running,
  signInByOAuth,
  signInCookie,
  type Running,
  type TokenPair,
} from "./calling.ts";

const tokenCall = (at: Running, form: Record<string, string>) =>
  at.call("POST", "/oauth/token", { headers: {}, form: { client_id: at.info.oauth.clientId, ...form } });
const errorOf = (answer: { json: unknown }): unknown => (answer.json as { error?: unknown }).error;
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

describe("service: authorization pages", () => {
  it("asks for sign-in, then for approval, and sends the person back with code and the state unchanged", async () => {
    await using at = await running();
    const { query } = approval(at.info);
    const first = await at.call("GET", `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers: {} });
    assert.equal(first.status, 200);
    assert.match(first.text, /<label for="password">Password<\/label>/);
    const back = await approve(at, query);
    assert.equal(back.origin + back.pathname, REDIRECT);
    assert.equal(back.searchParams.get("state"), "st&te");
    assert.match(back.searchParams.get("code") ?? "", /^[0-9a-f]{64}$/);
  });

  it("returns to the authorization after the sign-in, by relative addresses only", async () => {
    await using at = await running({ basePath: "/forge" });
    const { query } = approval(at.info);
    const target = `/oauth/authorize?${new URLSearchParams(query).toString()}`;
    const page = await at.call("GET", target, { headers: {} });
    for (const [, address] of page.text.matchAll(/(?:href|action|src)="([^"]*)"/g))
      assert.match(address!, /^\.{1,2}\//);
    const returnTo = /name="return_to" value="([^"]*)"/.exec(page.text)![1]!.replaceAll("&#38;", "&");
    const answer = await at.call("POST", "/users/sign_in", {
      headers: {},
      form: { username: "alice", password: at.info.users.alice.password, return_to: returnTo },
    });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("location"), `..${target}`);
  });

  it("keeps the authorization when somebody else signs in from the approval page", async () => {
    await using at = await running();
    const { query } = approval(at.info);
    const target = `/oauth/authorize?${new URLSearchParams(query).toString()}`;
    const signedIn = { headers: { Cookie: await signInCookie(at) } };
    const page = await at.call("GET", target, signedIn);
    const form = /action="\.\.\/users\/sign_out">\s*<input type="hidden" name="return_to" value="([^"]*)"/.exec(
      page.text,
    );
    const returnTo = form?.[1]?.replaceAll("&#38;", "&");
    assert.equal(returnTo, target);
    const out = await at.call("POST", "/users/sign_out", { ...signedIn, form: { return_to: returnTo } });
    assert.equal(out.status, 303);
    const again = await at.call("GET", `/users/${out.headers.get("location") ?? ""}`, { headers: {} });
    assert.match(again.text, /<label for="password">Password<\/label>/);
    assert.ok(again.text.replaceAll("&#38;", "&").includes(`name="return_to" value="${target}"`));
  });

  it("refuses a wrong password and never redirects off the instance", async () => {
    await using at = await running();
    const wrong = await at.call("POST", "/users/sign_in", {
      headers: {},
      form: { username: "alice", password: "nope", return_to: "/" },
    });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.headers.get("set-cookie"), null);
    for (const target of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const answer = await at.call("POST", "/users/sign_in", {
        headers: {},
        form: { username: "alice", password: at.info.users.alice.password, return_to: target },
      });
      assert.equal(answer.headers.get("location"), "../", target);
    }
  });

  it("does not approve without the form's token", async () => {
    await using at = await running();
    const { query } = approval(at.info);
    const answer = await at.call("POST", "/oauth/authorize", {
      headers: { Cookie: await signInCookie(at) },
      form: { ...query, decision: "allow", authenticity_token: "guessed" },
    });
    assert.equal(answer.headers.get("location"), null);
    assert.match(answer.text, /Sign in/);
  });

  it("says access_denied when the person declines", async () => {
    await using at = await running();
    const back = await approve(at, approval(at.info).query, "deny");
    assert.equal(back.searchParams.get("error"), "access_denied");
    assert.equal(back.searchParams.get("state"), "st&te");
    assert.equal(back.searchParams.get("code"), null);
  });

  const onPage: [what: string, changes: Record<string, string>, code: string][] = [
    ["an unknown client", { client_id: "nobody" }, "invalid_client"],
    [
      "a redirect URI that is not registered",
      { redirect_uri: "https://evil.example/callback" },
      "invalid_redirect_uri",
    ],
    ["another path on loopback", { redirect_uri: "http://127.0.0.1:5123/callback/../x" }, "invalid_redirect_uri"],
  ];
  for (const [what, changes, code] of onPage) {
    it(`shows a page, without redirecting, for ${what}`, async () => {
      await using at = await running();
      const answer = await at.call(
        "GET",
        `/oauth/authorize?${new URLSearchParams(approval(at.info, changes).query).toString()}`,
        { headers: {} },
      );
      assert.ok(answer.status >= 400);
      assert.equal(answer.headers.get("location"), null);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
      assert.ok(answer.text.includes(code));
    });
  }

  const sentBack: [what: string, changes: Record<string, string>, code: string][] = [
    ["an unknown scope", { scope: "api sudo" }, "invalid_scope"],
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_code_challenge_method"],
    ["a challenge that is no SHA-256", { code_challenge: "short" }, "invalid_request"],
  ];
  for (const [what, changes, code] of sentBack) {
    it(`redirects with ${code} for ${what}`, async () => {
      await using at = await running();
      const answer = await at.call(
        "GET",
        `/oauth/authorize?${new URLSearchParams(approval(at.info, changes).query).toString()}`,
        { headers: {} },
      );
      assert.equal(answer.status, 302);
      assert.equal(new URL(answer.headers.get("location")!).searchParams.get("error"), code);
    });
  }

  it("wants a challenge of a public application", async () => {
    await using at = await running();
    const { code_challenge: _challenge, code_challenge_method: _method, ...query } = approval(at.info).query;
    const answer = await at.call("GET", `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers: {} });
    assert.match(new URL(answer.headers.get("location")!).searchParams.get("error_description")!, /challenge/);
  });

  it("shows the code on a page for an out-of-band redirect", async () => {
    await using at = await running();
    const headers = { Cookie: await signInCookie(at) };
    const { query } = approval(at.info, { redirect_uri: "urn:ietf:wg:oauth:2.0:oob" });
    const page = await at.call("GET", `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers });
    const csrf = /name="authenticity_token" value="([^"]+)"/.exec(page.text)![1]!;
    const answer = await at.call("POST", "/oauth/authorize", {
      headers,
      form: { ...query, authenticity_token: csrf, decision: "allow" },
    });
    assert.match(answer.headers.get("location")!, /^authorize\/native\?code=[0-9a-f]{64}$/);
  });
});

describe("service: redirect URIs", () => {
  const registered = ["vscode://forgeline.forgeline/callback", "http://127.0.0.1/callback", "http://[::1]/callback"];
  const cases: [wanted: string, allowed: boolean][] = [
    ["vscode://forgeline.forgeline/callback", true],
    ["vscode://forgeline.forgeline/callback/", false],
    ["vscode://forgeline.forgeline/callback?x=1", false],
    ["http://127.0.0.1/callback", true],
    ["http://127.0.0.1:1/callback", true],
    ["http://127.0.0.1:65535/callback", true],
    ["http://[::1]:8080/callback", true],
    ["http://localhost:8080/callback", false],
    ["https://127.0.0.1:8080/callback", false],
    ["http://127.0.0.1:8080/callback/", false],
    ["http://127.0.0.1:8080/callback#x", false],
    ["http://127.0.0.1:8080@evil.example/callback", false],
    ["http://127.0.0.1.evil.example/callback", false],
    ["http://user@127.0.0.1/callback", false],
    ["", false],
  ];
  for (const [wanted, allowed] of cases) {
    it(`${allowed ? "takes" : "refuses"} ${wanted || "nothing"}`, () =>
      assert.equal(redirectAllowed(registered, wanted), allowed));
  }
});

describe("service: PKCE", () => {
  it("agrees with the documented pair", () =>
    assert.equal(
      challengeOf("ks02i3jdikdo2k0dkfodf3m39rjfjsdk0wk349rj3jrhf"),
      "2i0WFA-0AerkjQm4X4oDEhqA17QIAKNjXpagHBXmO_U",
    ));
  it("wants 43 to 128 unreserved characters", () => {
    for (const [text, good] of [
      ["a".repeat(42), false],
      ["a".repeat(43), true],
      ["~".repeat(128), true],
      ["a".repeat(129), false],
      ["+".repeat(50), false],
    ] as const)
      assert.equal(isVerifier(text), good, text);
  });
});

describe("service: /oauth/token", () => {
  it("gives a Bearer pair for code and verifier, and the token works", async () => {
    await using at = await running({ accessTokenSeconds: 60 });
    const { pair } = await signInByOAuth(at);
    assert.equal(pair.token_type, "Bearer");
    assert.equal(pair.expires_in, 60);
    assert.equal(pair.scope, "api");
    const user = await at.call("GET", "/api/v4/user", bearer(pair.access_token));
    assert.equal((user.json as { username: string }).username, "alice");
  });

  it("takes a code once, and refuses everything that does not belong to it", async () => {
    await using at = await running();
    const { verifier, query } = approval(at.info);
    const code = (await approve(at, query)).searchParams.get("code")!;
    const good = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: verifier };
    const wrong: [Record<string, string>, number, string][] = [
      [{ ...good, code_verifier: `${verifier}x` }, 400, "invalid_grant"],
      [{ ...good, redirect_uri: "http://127.0.0.1:5124/callback" }, 400, "invalid_grant"],
      [{ ...good, code: "0".repeat(64) }, 400, "invalid_grant"],
      [{ ...good, client_id: "nobody" }, 401, "invalid_client"],
      [{ ...good, client_secret: "guessed" }, 401, "invalid_client"],
      [{ grant_type: "authorization_code", code, redirect_uri: REDIRECT }, 400, "invalid_request"],
      [{ ...good, grant_type: "password" }, 400, "unsupported_grant_type"],
    ];
    for (const [form, status, error] of wrong) {
      const answer = await tokenCall(at, form);
      assert.deepEqual([answer.status, errorOf(answer)], [status, error]);
    }
    assert.equal((await tokenCall(at, good)).status, 200);
    assert.equal(errorOf(await tokenCall(at, good)), "invalid_grant");
  });

  it("forgets a code after ten minutes", async () => {
    await using at = await running();
    const { verifier, query } = approval(at.info);
    const code = (await approve(at, query)).searchParams.get("code")!;
    await at.service.control.advanceClock(10 * 60_000);
    assert.equal(
      errorOf(
        await tokenCall(at, {
          grant_type: "authorization_code",
          code,
          redirect_uri: REDIRECT,
          code_verifier: verifier,
        }),
      ),
      "invalid_grant",
    );
  });

  it("rotates: the old pair is invalid at once, both halves", async () => {
    await using at = await running();
    const { pair } = await signInByOAuth(at);
    const refresh = { grant_type: "refresh_token", refresh_token: pair.refresh_token, redirect_uri: REDIRECT };
    const next = (await tokenCall(at, refresh)).json as TokenPair;
    assert.notEqual(next.access_token, pair.access_token);
    const old = await at.call("GET", "/api/v4/user", bearer(pair.access_token));
    assert.equal(old.status, 401);
    assert.deepEqual(old.json, {
      error: "invalid_token",
      error_description: "Token was revoked. You have to re-authorize from the user.",
    });
    assert.equal(errorOf(await tokenCall(at, refresh)), "invalid_grant");
    assert.equal((await at.call("GET", "/api/v4/user", bearer(next.access_token))).status, 200);
    assert.deepEqual(await at.service.control.tokenStats(), {
      refreshes: 1,
      replays: 1,
      issued: 2,
      revoked: 1,
      active: 1,
    });
  });

  it("ends every token of a sign-in, and no other's, when a spent refresh token comes again and that is switched on", async () => {
    await using at = await running();
    await at.service.control.familyRevocation(true);
    const [{ pair }, { pair: other }] = [await signInByOAuth(at), await signInByOAuth(at)];
    const refresh = { grant_type: "refresh_token", refresh_token: pair.refresh_token, redirect_uri: REDIRECT };
    const next = (await tokenCall(at, refresh)).json as TokenPair;
    assert.equal(errorOf(await tokenCall(at, refresh)), "invalid_grant");
    assert.equal((await at.call("GET", "/api/v4/user", bearer(next.access_token))).status, 401);
    assert.equal(errorOf(await tokenCall(at, { ...refresh, refresh_token: next.refresh_token })), "invalid_grant");
    assert.equal((await at.call("GET", "/api/v4/user", bearer(other.access_token))).status, 200);
    assert.equal((await at.service.control.tokenStats("bob")).replays, 0);
    assert.deepEqual(await at.service.control.tokenStats("alice"), {
      refreshes: 1,
      replays: 1,
      issued: 3,
      revoked: 2,
      active: 1,
    });
  });

  it("refreshes after the access token expired, which answers invalid_token until then", async () => {
    await using at = await running();
    const { pair } = await signInByOAuth(at);
    await at.service.control.expireAccessTokens("alice");
    const answer = await at.call("GET", "/api/v4/user", bearer(pair.access_token));
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get("www-authenticate")!, /^Bearer .*error="invalid_token"/);
    assert.equal(
      (answer.json as { error_description: string }).error_description,
      "Token is expired. You can either do re-authorization or token refresh.",
    );
    assert.equal((await tokenCall(at, { grant_type: "refresh_token", refresh_token: pair.refresh_token })).status, 200);
  });

  it("wants redirect URI and verifier with a refresh in the documents' dialect", async () => {
    await using at = await running({ dialect: "neutral" });
    const { pair, verifier } = await signInByOAuth(at);
    const form = { grant_type: "refresh_token", refresh_token: pair.refresh_token };
    assert.equal(errorOf(await tokenCall(at, form)), "invalid_request");
    assert.equal(errorOf(await tokenCall(at, { ...form, redirect_uri: REDIRECT })), "invalid_request");
    assert.equal(
      errorOf(await tokenCall(at, { ...form, redirect_uri: REDIRECT, code_verifier: "v".repeat(43) })),
      "invalid_grant",
    );
    const answer = await tokenCall(at, { ...form, redirect_uri: REDIRECT, code_verifier: verifier });
    assert.equal((answer.json as TokenPair).token_type, "bearer");
  });

  it("wants its secret of a confidential application", async () => {
    await using at = await running();
    const { clientId, secret } = await at.service.control.createApplication({
      name: "Server side",
      redirectUris: [REDIRECT],
      scopes: ["api"],
      confidential: true,
    });
    const { verifier, query } = approval(at.info, { client_id: clientId });
    const code = (await approve(at, query)).searchParams.get("code")!;
    const form = {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    };
    assert.equal(errorOf(await tokenCall(at, form)), "invalid_client");
    const basic = `Basic ${Buffer.from(`${clientId}:${secret!}`).toString("base64")}`;
    assert.equal((await at.call("POST", "/oauth/token", { headers: { Authorization: basic }, form })).status, 200);
  });
});

describe("service: token info, userinfo, revoke", () => {
  it("describes a token", async () => {
    await using at = await running({ accessTokenSeconds: 100 });
    const { pair } = await signInByOAuth(at, { scope: "api openid" });
    const byHeader = await at.call("GET", "/oauth/token/info", bearer(pair.access_token));
    assert.deepEqual(byHeader.json, {
      resource_owner_id: at.info.users.alice.id,
      scope: ["api", "openid"],
      expires_in: 100,
      application: { uid: at.info.oauth.clientId },
      created_at: pair.created_at,
      scopes: ["api", "openid"],
      expires_in_seconds: 100,
    });
    const byQuery = await at.call("GET", `/oauth/token/info?access_token=${pair.access_token}`, { headers: {} });
    assert.deepEqual(byQuery.json, byHeader.json);
    assert.equal((await at.call("GET", "/oauth/userinfo", bearer(pair.access_token))).status, 200);
  });

  it("refuses userinfo without the scope openid, but not by the documents", async () => {
    await using at = await running();
    const { pair } = await signInByOAuth(at);
    assert.equal((await at.call("GET", "/oauth/userinfo", bearer(pair.access_token))).status, 403);
    await using neutral = await running({ dialect: "neutral" });
    const other = await signInByOAuth(neutral);
    assert.equal(
      ((await neutral.call("GET", "/oauth/userinfo", bearer(other.pair.access_token))).json as { nickname: string })
        .nickname,
      "alice",
    );
  });

  for (const half of ["access_token", "refresh_token"] as const) {
    it(`revokes by the ${half} without a secret, and both halves end`, async () => {
      await using at = await running();
      const { pair } = await signInByOAuth(at);
      const answer = await at.call("POST", "/oauth/revoke", {
        headers: {},
        form: { client_id: at.info.oauth.clientId, token: pair[half] },
      });
      assert.deepEqual([answer.status, answer.json], [200, {}]);
      assert.equal((await at.call("GET", "/oauth/token/info", bearer(pair.access_token))).status, 401);
      assert.equal(
        errorOf(await tokenCall(at, { grant_type: "refresh_token", refresh_token: pair.refresh_token })),
        "invalid_grant",
      );
    });
  }

  it("refuses to revoke for another client, and shrugs at unknown tokens", async () => {
    await using at = await running();
    const { pair } = await signInByOAuth(at);
    const other = await at.service.control.createApplication({
      name: "Other",
      redirectUris: [REDIRECT],
      scopes: ["api"],
    });
    const revoke = (form: Record<string, string>) => at.call("POST", "/oauth/revoke", { headers: {}, form });
    assert.equal((await revoke({ client_id: other.clientId, token: pair.access_token })).status, 403);
    assert.equal((await revoke({ token: pair.access_token })).status, 403);
    assert.equal((await revoke({ client_id: at.info.oauth.clientId, token: "unknown" })).status, 200);
    assert.equal((await at.call("GET", "/oauth/token/info", bearer(pair.access_token))).status, 200);
  });

  it("answers preflights without X-Requested-With, and errors are readable across origins", async () => {
    await using at = await running();
    for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/userinfo"]) {
      const answer = await at.call("OPTIONS", path, { headers: { Origin: "https://app.example" } });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.doesNotMatch(answer.headers.get("access-control-allow-headers")!, /x-requested-with/i);
    }
    const refused = await at.call("GET", "/oauth/userinfo", bearer("unknown"));
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get("access-control-allow-origin"), "*");
  });
});
