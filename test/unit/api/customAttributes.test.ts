import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const shelf = { key: "shelf/1", value: "A" };

describe("custom attributes", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list of a user",
      run: async (client) => (await client.customAttributes.list("users", 1).page()).items,
      sends: "GET /users/1/custom_attributes?per_page=20",
      answer: [shelf],
    },
    {
      name: "list of a group",
      run: async (client) => (await client.customAttributes.list("groups", 2, { perPage: 7 }).page()).items,
      sends: "GET /groups/2/custom_attributes?per_page=7",
      answer: [shelf],
    },
    {
      name: "get",
      run: (client) => client.customAttributes.get("projects", 3, "shelf/1"),
      sends: "GET /projects/3/custom_attributes/shelf%2F1",
      answer: shelf,
    },
    {
      name: "set",
      run: (client) => client.customAttributes.set("users", 1, "a b", { value: "A" }),
      sends: "PUT /users/1/custom_attributes/a%20b",
      json: { value: "A" },
      answer: shelf,
    },
    {
      name: "set to nothing",
      run: (client) => client.customAttributes.set("groups", 1, "k", { value: "" }),
      sends: "PUT /groups/1/custom_attributes/k",
      json: { value: "" },
      answer: { key: "k", value: "" },
    },
    {
      name: "delete",
      run: (client) => client.customAttributes.delete("projects", 3, "k"),
      sends: "DELETE /projects/3/custom_attributes/k",
    },
  ]);
  itRefuses(on, [
    { what: "an empty key", run: (client) => client.customAttributes.get("users", 1, ""), code: "invalidAddress" },
    {
      what: "a key that leads elsewhere",
      run: (client) => client.customAttributes.delete("users", 1, ".."),
      code: "invalidAddress",
    },
  ]);

  it("does not take an attribute without a value", async () => {
    on.server.handler = (_request, response) => json(response, [shelf, { key: "k" }]);
    await assert.rejects(on.client().customAttributes.list("users", 1).page(), {
      kind: "invalidResponse",
      operation: "customAttributes.list",
      field: "[1].value",
    });
  });
});
