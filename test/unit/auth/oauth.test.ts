import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flowsFor, obviousFlow } from "../../../src/auth/flows.ts";
import {
  approvalPage,
  type AuthorizationRequest,
  exchangeCode,
  isClientId,
  isRenewable,
  type OAuthOperations,
  refreshToken,
  revokeToken,
} from "../../../src/auth/oauth.ts";
import { challengeOf, createPkce, createState } from "../../../src/auth/pkce.ts";
import { redirectKind, redirectSuffix, redirectUris } from "../../../src/auth/redirectAddress.ts";
import type { Session } from "../../../src/auth/session.ts";
import { root } from "../../../tools/root.ts";

const NOW = 1_800_000_000_000;
const request: AuthorizationRequest = {
  instance: "https://git.example.com/forge",
  clientId: "2f7a0c",
  redirectUri: "http://127.0.0.1:41234/callback",
  scopes: ["api", "read_user"],
  state: "st-_ate",
  pkce: { verifier: "the-verifier", challenge: "the-challenge".padEnd(43, "-"), method: "S256" },
};
const session: Session = {
  ...{ id: "s1", instance: request.instance, method: "oauth", user: { id: 1, username: "alice", name: "Alice" } },
  ...{ label: "alice @ git.example.com", scopes: ["api"], accessToken: "access", refreshToken: "refresh" },
  ...{ clientId: "2f7a0c", redirectUri: request.redirectUri, codeVerifier: "the-verifier", status: "active" },
};

/** Operations that answer the same, and what they were sent. */
function recorder(answer: object): { sent: unknown[]; oauth: OAuthOperations } {
  const sent: unknown[] = [];
  const send = (form: unknown) => Promise.resolve((sent.push(form), answer));
  return { sent, oauth: { token: send, revoke: send } as unknown as OAuthOperations };
}

/** What VS Code makes of an address between env.openExternal(Uri.parse(x)) and the browser: encodeURI(uri.toString(true)). */
function throughTheEditor(address: string): string {
  const [head = "", query = ""] = address.split("?", 2);
  const minimal = decodeURIComponent(query).replace(/[#?]/g, (character) => encodeURIComponent(character));
  return encodeURI(`${decodeURIComponent(head)}?${minimal}`);
}

describe("oauth", () => {
  it("builds an address of the approval page that survives the editor's decoding and encoding", () => {
    for (const redirectUri of [request.redirectUri, "vscode://forgeline.forgeline/callback"]) {
      const address = approvalPage({ ...request, redirectUri });
      for (const arrived of [address, throughTheEditor(address)]) {
        const url = new URL(arrived);
        assert.equal(url.origin + url.pathname, "https://git.example.com/forge/oauth/authorize");
        assert.deepEqual(Object.fromEntries(url.searchParams), {
          client_id: "2f7a0c",
          redirect_uri: redirectUri,
          response_type: "code",
          state: "st-_ate",
          scope: "api read_user",
          code_challenge: request.pkce.challenge,
          code_challenge_method: "S256",
        });
      }
    }
  });

  it("accepts application IDs of unreserved characters", () => {
    for (const id of ["a1b2c3d4", "gloas-1_2.3~"]) assert.equal(isClientId(id), true, id);
    for (const id of ["", "a b", "a&b=c", "a+b", "a%20", "a#b"]) assert.equal(isClientId(id), false, id);
  });

  const pkce = { client_id: "2f7a0c", redirect_uri: request.redirectUri, code_verifier: "the-verifier" };

  it("exchanges the code with the fields of the PKCE grant", async () => {
    const scope = { scope: "api read_user", token_type: "Bearer" };
    const { sent, oauth } = recorder({ access_token: "a", refresh_token: "r", expires_in: 7200, ...scope });
    assert.deepEqual(await exchangeCode(oauth, request, "the-code", { now: () => NOW }), {
      accessToken: "a",
      refreshToken: "r",
      issuedAt: NOW,
      expiresAt: NOW + 7_200_000,
      scopes: ["api", "read_user"],
    });
    assert.deepEqual(sent, [{ grant_type: "authorization_code", code: "the-code", ...pkce }]);
  });

  it("reads old answers without expiry, refresh token or scope", async () => {
    const { oauth } = recorder({ access_token: "a", expires_in: null, refresh_token: null, token_type: "bearer" });
    assert.deepEqual(await exchangeCode(oauth, request, "c", { now: () => NOW }), { accessToken: "a", issuedAt: NOW });
  });

  it("reads a lifetime of any form: none, seconds as a number or text, and nonsense as ended", async () => {
    for (const [expires_in, expiresAt] of [
      ["7200", NOW + 7_200_000],
      [1.5, NOW + 1_500],
      ...[0, -5, "", "soon", {}, Number.NaN].map((ended) => [ended, NOW] as const),
      ...[1e300, "1e400", undefined].map((none) => [none, undefined] as const),
    ] as const) {
      const { oauth } = recorder({ access_token: "a", expires_in });
      const token = await exchangeCode(oauth, request, "c", { now: () => NOW });
      assert.equal(token.expiresAt, expiresAt, JSON.stringify(expires_in));
    }
  });

  it("refreshes with the redirect URI and the verifier of the sign-in", async () => {
    const { sent, oauth } = recorder({ access_token: "a2", refresh_token: "r2", expires_in: 60 });
    assert.ok(isRenewable(session));
    assert.deepEqual(await refreshToken(oauth, session, { now: () => NOW }), {
      accessToken: "a2",
      refreshToken: "r2",
      issuedAt: NOW,
      expiresAt: NOW + 60_000,
    });
    assert.deepEqual(sent, [{ grant_type: "refresh_token", refresh_token: "refresh", ...pkce }]);
  });

  it("revokes with the application's ID and no secret, and leaves personal tokens alone", async () => {
    const { sent, oauth } = recorder({});
    await revokeToken(oauth, session);
    await revokeToken(oauth, { ...session, method: "token" });
    assert.deepEqual(sent, [{ client_id: "2f7a0c", token: "access" }]);
  });
});

describe("pkce", () => {
  it("derives the documented challenge", () => {
    const found = challengeOf("ks02i3jdikdo2k0dkfodf3m39rjfjsdk0wk349rj3jrhf");
    assert.equal(found, "2i0WFA-0AerkjQm4X4oDEhqA17QIAKNjXpagHBXmO_U");
  });

  it("makes verifiers of 43 to 128 unreserved characters, each another", () => {
    const pairs = Array.from({ length: 50 }, createPkce);
    for (const { verifier, challenge, method } of pairs) {
      assert.match(verifier, /^[A-Za-z0-9\-._~]{43,128}$/);
      assert.equal(challenge, challengeOf(verifier));
      assert.match(challenge, /^[\w-]{43}$/);
      assert.equal(method, "S256");
    }
    assert.equal(new Set(pairs.map(({ verifier }) => verifier)).size, 50);
  });

  it("makes states that no address has to encode, each another", () => {
    const states = Array.from({ length: 50 }, createState);
    for (const state of states) assert.match(state, /^[\w-]{43}$/);
    assert.equal(new Set(states).size, 50);
  });
});

describe("flows", () => {
  it("begin with the browser where the application is known, else with a token", () => {
    for (const [surface, clientId, expected] of [
      ["desktop", "app", ["browser uriHandler", "token"]],
      ["web", "app", ["browser loopback", "token"]],
      ["desktop", undefined, ["token", "browser uriHandler"]],
      ["web", undefined, ["token", "browser loopback"]],
    ] as const) {
      const flows = flowsFor({ surface, clientId }).map(({ id, receiver }) => [id, receiver].filter(Boolean).join(" "));
      assert.deepEqual(flows, expected);
    }
  });

  it("are chosen without a question where the application is known or a method is requested", () => {
    for (const [clientId, method, expected] of [
      ["app", undefined, "browser"],
      ["app", "token", "token"],
      [undefined, undefined, undefined],
      [undefined, "token", "token"],
    ] as const)
      assert.equal(obviousFlow({ surface: "web", clientId }, method)?.id, expected);
  });
});

const url = "https://git.example.com";

describe("redirect addresses", () => {
  for (const [expected, instance] of [
    ["own", { url }],
    ["shared", { url, clientId: "app" }],
    ["own", { url, clientId: "app", redirect: "own" }],
    ["shared", { url, redirect: "shared" }],
  ] as const)
    it(`are ${expected} for ${JSON.stringify(instance)}`, () => assert.equal(redirectKind(instance), expected));

  it("of one host are those that the command in the documentation computes", () => {
    const command = /printf %s (\S+) \| sha256sum \| cut -c1-24/.exec(
      readFileSync(join(root, "docs/signing-in.md"), "utf8"),
    );
    assert.equal(command?.[1], url);
    const hash = execFileSync("sh", ["-c", command[0]], { encoding: "utf8" }).trim();
    assert.match(hash, /^[0-9a-f]{24}$/);
    assert.equal(redirectSuffix(url, "own"), `/${hash}`);
    assert.equal(redirectSuffix(url, "shared"), "");
  });

  it("differ by scheme, port and sub-path", () => {
    const urls = [url, "http://git.example.com", `${url}:8443`, `${url}/forge`, "https://example.com"];
    assert.equal(new Set(urls.map((one) => redirectSuffix(one, "own"))).size, urls.length);
  });

  it("are shown with the one that is needed here first", () => {
    const editor = "vscode://forgeline.forgeline/callback";
    assert.deepEqual(redirectUris("desktop", editor, ""), [editor, "http://127.0.0.1/callback"]);
    assert.deepEqual(redirectUris("web", editor, "/abc"), ["http://127.0.0.1/callback/abc", `${editor}/abc`]);
  });
});
