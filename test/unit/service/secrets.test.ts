import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running, signInByOAuth } from "./calling.ts";

describe("service: the list of secrets", () => {
  it("has what was issued, and what was sent, known or not", async () => {
    await using at = await running();
    const { control } = at.service;
    const { pair, code, verifier } = await signInByOAuth(at);
    const personal = await control.createToken("bob", ["api"]);
    const { secret } = await control.createApplication({
      name: "Confidential",
      redirectUris: ["http://127.0.0.1/"],
      scopes: ["api"],
      confidential: true,
    });
    await at.call("GET", "/api/v4/user", { headers: { Authorization: "Bearer an-unknown-token" } });
    await at.call("POST", "/oauth/token", {
      headers: {},
      form: {
        client_id: at.info.oauth.clientId,
        grant_type: "authorization_code",
        code: "an-unknown-code",
        code_verifier: "an-unknown-verifier",
        redirect_uri: "http://127.0.0.1/",
      },
    });
    await at.call("POST", "/api/v4/users", {
      headers: { "PRIVATE-TOKEN": at.info.users.admin.token },
      body: { username: "new", name: "New", email: "new@example.com", password: "a-new-password" },
    });
    await at.call("POST", "/api/v4/hooks", {
      headers: { "PRIVATE-TOKEN": at.info.users.admin.token },
      body: { url: "http://127.0.0.1:9/", token: "a-token-of-a-hook" },
    });
    const kinds = new Map((await control.secrets()).map(({ kind, value }) => [value, kind]));
    for (const [value, kind] of [
      [pair.access_token, "access token"],
      [pair.refresh_token, "refresh token"],
      [at.info.users.alice.password, "password"],
      [at.info.users.alice.token, "personal access token"],
      [personal.token, "personal access token"],
      [secret, "client secret"],
      [code, "code"],
      [verifier, "code verifier"],
      ["an-unknown-token", "token"],
      ["an-unknown-code", "code"],
      ["an-unknown-verifier", "code verifier"],
      ["a-new-password", "password"],
      ["a-token-of-a-hook", "hook token"],
    ] as const)
      assert.equal(kinds.get(value ?? ""), kind, `${kind} ${value}`);
  });
});
