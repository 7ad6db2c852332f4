import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AccessChange, AccessEntry } from "../../../src/api/resources/protectedBranches.ts";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const level = { id: 3, access_level: 40, access_level_description: "Maintainers", user_id: null, group_id: null };
const rule = {
  id: 1,
  name: "release/*",
  push_access_levels: [level],
  merge_access_levels: [level],
  unprotect_access_levels: [level],
  allow_force_push: false,
};

describe("protected branches", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.protectedBranches.list("g/p", { search: "re" }).page()).items,
      sends: "GET /projects/g%2Fp/protected_branches?search=re&per_page=20",
      answer: [rule],
    },
    {
      name: "list of an older host, without ids,",
      run: async (client) => (await client.protectedBranches.list(1).page()).items,
      sends: "GET /projects/1/protected_branches?per_page=20",
      answer: [{ name: "main", push_access_levels: [{ access_level: 40, access_level_description: "Maintainers" }] }],
    },
    {
      name: "get of a wildcard",
      run: (client) => client.protectedBranches.get(1, "release/*"),
      sends: "GET /projects/1/protected_branches/release%2F*",
      answer: rule,
    },
    {
      name: "create",
      run: (client) => client.protectedBranches.create(1, { name: "main" }),
      sends: "POST /projects/1/protected_branches",
      json: { name: "main" },
      answer: rule,
    },
    {
      name: "create with everything",
      run: (client) =>
        client.protectedBranches.create(1, {
          name: "main",
          allow_force_push: false,
          allowed_to_merge: [{ user_id: 4 }],
          allowed_to_push: [{ access_level: 0 }],
          allowed_to_unprotect: [{ group_id: 7 }, { access_level: 60 }],
          code_owner_approval_required: true,
          merge_access_level: 0,
          push_access_level: 30,
          unprotect_access_level: 40,
        }),
      sends: "POST /projects/1/protected_branches",
      json: {
        name: "main",
        allow_force_push: false,
        allowed_to_merge: [{ user_id: 4 }],
        allowed_to_push: [{ access_level: 0 }],
        allowed_to_unprotect: [{ group_id: 7 }, { access_level: 60 }],
        code_owner_approval_required: true,
        merge_access_level: 0,
        push_access_level: 30,
        unprotect_access_level: 40,
      },
      answer: rule,
    },
    {
      name: "update that changes, takes away and adds,",
      run: (client) =>
        client.protectedBranches.update(1, "a#b", {
          allowed_to_push: [{ id: 3, access_level: 30 }, { id: 4, _destroy: true }, { user_id: 5 }],
        }),
      sends: "PATCH /projects/1/protected_branches/a%23b",
      json: { allowed_to_push: [{ id: 3, access_level: 30 }, { id: 4, _destroy: true }, { user_id: 5 }] },
      answer: { name: "a#b", push_access_levels: [level] },
    },
    {
      name: "delete",
      run: (client) => client.protectedBranches.delete(1, "release/*"),
      sends: "DELETE /projects/1/protected_branches/release%2F*",
    },
  ]);

  const changing = (name: "allowed_to_push" | "allowed_to_unprotect", entry: object) => ({
    [name]: [{ access_level: 40 }, entry as AccessChange],
  });
  itRefuses(on, [
    {
      what: "a rule without a name",
      run: (client) => client.protectedBranches.create(1, { name: " " }),
      code: "required",
      fields: ["name"],
    },
    {
      what: "a branch that nobody may unprotect",
      run: (client) => client.protectedBranches.create(1, { name: "main", unprotect_access_level: 0 }),
      code: "accessLevel",
      fields: ["unprotect_access_level"],
    },
    {
      what: "no access in the list for unprotecting",
      run: (client) =>
        client.protectedBranches.create(1, { name: "main", allowed_to_unprotect: [{ access_level: 0 }] }),
      code: "accessLevel",
      fields: ["allowed_to_unprotect[0].access_level"],
    },
    {
      what: "the same in a change",
      run: (client) =>
        client.protectedBranches.update(1, "main", changing("allowed_to_unprotect", { id: 3, access_level: 0 })),
      code: "accessLevel",
      fields: ["allowed_to_unprotect[1].access_level"],
    },
    {
      what: "an entry of two",
      run: (client) =>
        client.protectedBranches.update(1, "main", changing("allowed_to_push", { user_id: 1, group_id: 2 })),
      code: "exclusive",
      fields: ["allowed_to_push[1]"],
    },
    {
      what: "an entry of nobody",
      run: (client) => client.protectedBranches.create(1, { name: "main", allowed_to_merge: [{} as AccessEntry] }),
      code: "exclusive",
      fields: ["allowed_to_merge[0]"],
    },
    {
      what: "taking away nothing",
      run: (client) => client.protectedBranches.update(1, "main", changing("allowed_to_push", { _destroy: true })),
      code: "required",
      fields: ["allowed_to_push[1].id"],
    },
    {
      what: "no change",
      run: (client) => client.protectedBranches.update(1, "main", { allow_force_push: undefined }),
      code: "nothingToChange",
    },
  ]);

  it("takes no levels that are no list", async () => {
    on.server.handler = (_request, response) => json(response, { ...rule, push_access_levels: {} });
    await assert.rejects(on.client().protectedBranches.get(1, "main"), {
      kind: "invalidResponse",
      operation: "protectedBranches.get",
      field: "push_access_levels",
    });
  });

  it("tells what is protected already from people who may not be let in", async () => {
    on.server.handler = (_request, response) =>
      json(response, { message: "Protected branch 'main' already exists" }, 409);
    await assert.rejects(on.client().protectedBranches.create(1, { name: "main" }), { kind: "conflict" });
    on.server.handler = (_request, response) =>
      json(response, { message: ["Push access levels user is not a member of the project"] }, 422);
    await assert.rejects(on.client().protectedBranches.create(1, { name: "main" }), {
      kind: "invalidRequest",
      serviceMessage: "Push access levels user is not a member of the project",
    });
  });
});
