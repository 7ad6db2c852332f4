import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { path } from "../../../src/api/path.ts";
import { testServer } from "./sentRequests.ts";
import { bytes, json } from "./server.ts";

const user = { operation: "users.get", path: path`/users/${7}` } as const;

describe("a request of any operation", () => {
  const on = testServer();

  it("returns any answer of the host, refusals too", async () => {
    on.server.handler = (_request, response) =>
      json(response, { message: "403 Forbidden" }, 403, { "x-request-id": "r9" });
    const answer = await on.client().requests.send(user);
    assert.deepEqual(
      [answer.status, answer.header("x-request-id"), (await bytes(answer.body)).toString()],
      [403, "r9", '{"message":"403 Forbidden"}'],
    );
    assert.equal(on.server.last.headers["private-token"], "t1");
  });

  it("is sent once, also after 503 and 429", async () => {
    on.server.handler = (_request, response) => json(response, { message: "busy" }, 503);
    assert.equal((await on.client().requests.send(user)).status, 503);
    on.server.handler = (_request, response) => json(response, {}, 429, { "retry-after": "1" });
    assert.equal((await on.client().requests.send({ ...user, method: "DELETE" })).status, 429);
    assert.equal(on.server.seen.length, 2);
  });

  it("renews a refused token, and returns the last answer", async () => {
    const client = on.server.client({
      credentials: { scheme: "bearer", token: ({ stale }) => Promise.resolve(stale === undefined ? "old" : "new") },
    });
    on.server.handler = ({ headers }, response) =>
      headers.authorization === "Bearer new"
        ? json(response, { id: 7 })
        : json(response, { message: "401 Unauthorized" }, 401);
    assert.equal((await client.requests.send(user)).status, 200);
    on.server.handler = (_request, response) => json(response, { message: "401 again" }, 401);
    const answer = await client.requests.send(user);
    assert.deepEqual([answer.status, (await bytes(answer.body)).toString()], [401, '{"message":"401 again"}']);
  });

  it("tries the other spelling of a path before it returns 404", async () => {
    const client = on.server.client({ dialect: "auto" });
    on.server.handler = ({ path: asked }, response) =>
      asked.includes("/templates/service_ci_ymls")
        ? json(response, [{ key: "Go" }])
        : json(response, { message: "404" }, 404);
    const templates = { operation: "ciTemplates.list", path: path`/templates/service_ci_ymls`, auth: "none" } as const;
    const answer = await client.requests.send(templates);
    assert.deepEqual([answer.status, (await bytes(answer.body)).toString()], [200, '[{"key":"Go"}]']);
    assert.deepEqual(on.server.asked, ["GET /templates/gitlab_ci_ymls", "GET /templates/service_ci_ymls"]);
  });

  it("fails only without an answer", async () => {
    on.server.handler = (_request, response) => response.destroy();
    await assert.rejects(on.client().requests.send(user), { kind: "network", operation: "users.get" });
    assert.equal(on.server.seen.length, 1);
  });

  it("sends its body with the host's field names", async () => {
    on.server.handler = (_request, response) => json(response, {}, 201);
    const request = {
      operation: "users.create",
      method: "POST",
      path: path`/users`,
      json: { name: "Ü", chat_account: "s" },
      hostFieldNames: true,
    } as const;
    await (await on.client().requests.send(request)).close();
    assert.deepEqual(JSON.parse(on.server.last.body), { name: "Ü", skype: "s" });
    const shown = await on.client().requests.preview(request);
    assert.deepEqual(shown, {
      url: `${on.server.origin}/api/v4/users`,
      scheme: "private-token",
      json: { name: "Ü", skype: "s" },
    });
  });
});
