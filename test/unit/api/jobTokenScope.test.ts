import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const project = { id: 3, name: "p", path_with_namespace: "g/p" };

describe("job token scope", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "get",
      run: (client) => client.jobTokenScope.get("g/p"),
      sends: "GET /projects/g%2Fp/job_token_scope",
      answer: { inbound_enabled: true, outbound_enabled: false },
    },
    {
      name: "update",
      run: (client) => client.jobTokenScope.update(1, { enabled: false }),
      sends: "PATCH /projects/1/job_token_scope",
      json: { enabled: false },
    },
    {
      name: "allowlist.list",
      run: async (client) => (await client.jobTokenScope.allowlist.list(1, { perPage: 5 }).page()).items,
      sends: "GET /projects/1/job_token_scope/allowlist?per_page=5",
      answer: [project],
    },
    {
      name: "allowlist.add",
      run: (client) => client.jobTokenScope.allowlist.add(1, { target_project_id: 3 }),
      sends: "POST /projects/1/job_token_scope/allowlist",
      json: { target_project_id: 3 },
      answer: { source_project_id: 1, target_project_id: 3 },
    },
    {
      name: "allowlist.remove",
      run: (client) => client.jobTokenScope.allowlist.remove("g/p", 3),
      sends: "DELETE /projects/g%2Fp/job_token_scope/allowlist/3",
    },
    {
      name: "groupsAllowlist.list",
      run: async (client) => (await client.jobTokenScope.groupsAllowlist.list("g/p").page()).items,
      sends: "GET /projects/g%2Fp/job_token_scope/groups_allowlist?per_page=20",
      answer: [{ id: 4, name: "g", web_url: "https://git.example.com/groups/g" }],
    },
    {
      name: "groupsAllowlist.add",
      run: (client) => client.jobTokenScope.groupsAllowlist.add(1, { target_group_id: 4 }),
      sends: "POST /projects/1/job_token_scope/groups_allowlist",
      json: { target_group_id: 4 },
      answer: { source_project_id: 1, target_group_id: 4 },
    },
    {
      name: "groupsAllowlist.remove",
      run: (client) => client.jobTokenScope.groupsAllowlist.remove(1, 4),
      sends: "DELETE /projects/1/job_token_scope/groups_allowlist/4",
    },
  ]);
  itRefuses(on, [
    {
      what: "a target that is no whole number",
      run: (client) => client.jobTokenScope.allowlist.remove(1, 1.5),
      code: "invalidAddress",
    },
  ]);

  for (const [what, answer, field] of [
    ["settings without the one that matters", { outbound_enabled: true }, "inbound_enabled"],
    ["settings of another type", { inbound_enabled: "yes" }, "inbound_enabled"],
  ] as const) {
    it(`does not take ${what}`, async () => {
      on.server.handler = (_request, response) => json(response, answer);
      await assert.rejects(on.client().jobTokenScope.get(1), {
        kind: "invalidResponse",
        operation: "jobTokenScope.get",
        field,
      });
    });
  }

  it("takes lists with projects and groups that have no name, as those that were deleted", async () => {
    on.server.handler = (_request, response) =>
      json(response, [{ id: 3, name: null, path_with_namespace: null }, { id: 4 }]);
    assert.deepEqual(
      (await on.client().jobTokenScope.allowlist.list(1).page()).items.map(({ id }) => id),
      [3, 4],
    );
    assert.deepEqual(
      (await on.client().jobTokenScope.groupsAllowlist.list(1).page()).items.map(({ id }) => id),
      [3, 4],
    );
  });
});
