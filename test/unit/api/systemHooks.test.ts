import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const hook = {
  id: 1,
  url: "https://example.com/",
  created_at: "2024-01-02T03:04:05Z",
  push_events: true,
  tag_push_events: false,
  merge_requests_events: true,
  repository_update_events: true,
  enable_ssl_verification: true,
};
const payload = { project_id: 1, event_name: "project_create", name: "Ruby" };

describe("system hooks", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.systemHooks.list().page()).items,
      sends: "GET /hooks?per_page=20",
      answer: [hook],
    },
    {
      name: "get, as documented,",
      run: (client) => client.systemHooks.get(1),
      sends: "GET /hooks/1",
      answer: [hook],
      brings: hook,
    },
    {
      name: "get, as real hosts answer,",
      run: (client) => client.systemHooks.get(1),
      sends: "GET /hooks/1",
      answer: hook,
    },
    {
      name: "create, as documented,",
      run: (client) => client.systemHooks.create({ url: "https://a/" }),
      sends: "POST /hooks",
      json: { url: "https://a/" },
      answer: [hook],
      brings: hook,
    },
    {
      name: "create with everything",
      run: (client) =>
        client.systemHooks.create({
          url: "https://a/",
          token: "s",
          push_events: false,
          tag_push_events: true,
          merge_requests_events: false,
          repository_update_events: true,
          enable_ssl_verification: false,
        }),
      sends: "POST /hooks",
      json: {
        url: "https://a/",
        token: "s",
        push_events: false,
        tag_push_events: true,
        merge_requests_events: false,
        repository_update_events: true,
        enable_ssl_verification: false,
      },
      answer: hook,
    },
    { name: "test", run: (client) => client.systemHooks.test(1), sends: "POST /hooks/1", answer: payload },
    { name: "delete", run: (client) => client.systemHooks.delete(1), sends: "DELETE /hooks/1" },
  ]);
  itRefuses(on, [
    {
      what: "a hook without an address",
      run: (client) => client.systemHooks.create({ url: " " }),
      code: "required",
      fields: ["url"],
    },
  ]);

  for (const [what, answer, field] of [
    ["no hook at all", [], undefined],
    ["two hooks in place of one", [hook, hook], undefined],
    ["a hook without its id in a list", [{ url: "https://a/" }], "[0].id"],
    ["a hook without its id", { url: "https://a/" }, "id"],
    ["a text", "hook", undefined],
  ] as const) {
    it(`does not take ${what}`, async () => {
      on.server.handler = (_request, response) => json(response, answer);
      await assert.rejects(
        on.client().systemHooks.get(1),
        (error: { kind: string; field?: string; operation?: string }) => {
          assert.deepEqual([error.kind, error.operation, error.field], ["invalidResponse", "systemHooks.get", field]);
          return true;
        },
      );
    });
  }

  it("reads ids that come as text", async () => {
    on.server.handler = (_request, response) => json(response, [{ ...hook, id: "7" }]);
    assert.equal((await on.client().systemHooks.get(7)).id, 7);
  });
});
