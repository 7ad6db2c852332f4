import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

describe("forms of oauth that an editor has no use for", () => {
  const on = testServer();

  it("send a password in the form, and its application as HTTP Basic", async () => {
    on.server.handler = (_request, response) => json(response, { access_token: "a", token_type: "bearer" });
    const token = await on
      .client()
      .oauth.token({ grant_type: "password", username: "alice", password: "p&w", client_id: "c", client_secret: "s" });
    assert.deepEqual(token, { access_token: "a", token_type: "bearer" });
    const { body, headers, path } = on.server.last;
    assert.deepEqual(
      [path, body, headers.authorization],
      [
        "/oauth/token",
        "grant_type=password&username=alice&password=p%26w",
        `Basic ${Buffer.from("c:s").toString("base64")}`,
      ],
    );
  });

  it("send a password without an application", async () => {
    on.server.handler = (_request, response) => json(response, { access_token: "a" });
    await on.client().oauth.token({ grant_type: "password", username: "alice", password: "p" });
    assert.deepEqual(
      [on.server.last.body, on.server.last.headers.authorization, on.server.last.headers["private-token"]],
      ["grant_type=password&username=alice&password=p", undefined, undefined],
    );
  });

  it("send a secret in the form of the other grants", async () => {
    on.server.handler = (_request, response) => json(response, { access_token: "a" });
    await on.client().oauth.token({
      grant_type: "refresh_token",
      client_id: "c",
      client_secret: "s",
      refresh_token: "r",
      redirect_uri: "x",
    });
    assert.equal(
      on.server.last.body,
      "grant_type=refresh_token&client_id=c&client_secret=s&refresh_token=r&redirect_uri=x",
    );
  });

  it("ask about another token in the address, which no error shows", async () => {
    on.server.handler = (_request, response) => json(response, { error: "invalid_token" }, 401);
    await assert.rejects(
      on.client().oauth.tokenInfo({ access_token: "other-token" }),
      (error: Error & { request: { url: string } }) => {
        assert.ok(!`${error.message} ${error.request.url}`.includes("other-token"));
        return true;
      },
    );
    const { path, headers } = on.server.last;
    assert.deepEqual(
      [path, headers.authorization, headers["private-token"]],
      ["/oauth/token/info?access_token=other-token", undefined, undefined],
    );
  });
});
