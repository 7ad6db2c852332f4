import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Connection } from "../../../../../src/core/connections.ts";
import "../../../../support/vscodeStub.ts";

const { findOwner } = await import("../../../../../src/features/administration/customAttributes/owner.ts");

const { signal } = new AbortController();
/** A host that does not know the filter by user name, and answers with everybody. */
const client = {
  users: {
    list: () => ({
      page: () =>
        Promise.resolve({
          items: [
            { id: 1, username: "root" },
            { id: 7, username: "Bób" },
          ],
        }),
    }),
  },
};
const connection = {
  instance: { url: "https://git.example.com" },
  session: undefined,
  client,
} as unknown as Connection;

describe("who has custom attributes", () => {
  it("is exactly the user who is named, in any letter case", async () => {
    assert.deepEqual(await findOwner(connection, { kind: "users", name: "@bÓB" }, signal), {
      kind: "users",
      name: "@bÓB",
      id: 7,
    });
  });

  it("is nobody else where nobody is called so", async () => {
    await assert.rejects(findOwner(connection, { kind: "users", name: "bo" }, signal), /The ID of .* was not found on/);
  });
});
