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

describe("the owner of custom attributes", () => {
  it("is exactly the named user, in any letter case", async () => {
    const owner = { kind: "users", name: "@bÓB" } as const;
    assert.deepEqual(await findOwner(connection, owner, signal), { ...owner, id: 7 });
    await assert.rejects(findOwner(connection, { ...owner, name: "bo" }, signal), /The ID of .* was not found on/);
  });
});
