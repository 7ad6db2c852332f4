import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "mocha";
import { knownRights, rememberRights } from "../../../src/api/administrators.ts";
import { type InstanceCapabilities, temporaryCapabilities } from "../../../src/api/capabilities.ts";
import { testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const day = 24 * 3600 * 1000;

describe("administrator rights", () => {
  const on = testServer();

  it("are kept per user, outdated after a day, and written only when changed", () => {
    const capabilities = temporaryCapabilities();
    const written: string[] = [];
    const watched: InstanceCapabilities = {
      get: (name) => capabilities.get(name),
      set: (name, value) => {
        written.push(name);
        capabilities.set(name, value);
      },
    };
    assert.equal(knownRights(watched, 5, 0), undefined);
    rememberRights(watched, { id: 5, is_admin: true }, 1000);
    rememberRights(watched, { id: 5, is_admin: true }, 2000);
    assert.deepEqual(
      [knownRights(watched, 5, 1000 + day), knownRights(watched, 5, 1001 + day), knownRights(watched, 6, 0)],
      [{ administrator: true, old: false }, { administrator: true, old: true }, undefined],
    );
    rememberRights(watched, { id: 5 }, 3000);
    assert.deepEqual(knownRights(watched, 5, 3000), { administrator: false, old: false });
    rememberRights(watched, { id: 5, is_admin: null }, 3001 + day);
    assert.deepEqual([knownRights(watched, 5, 3001 + day), written.length], [{ administrator: false, old: false }, 3]);
  });

  it("ignore unknown stored texts", () => {
    const capabilities = temporaryCapabilities();
    for (const text of ["yes", "yes since ", "yes since tomorrow", "perhaps since 1"]) {
      capabilities.set("administrator.5", text);
      assert.equal(knownRights(capabilities, 5, 0), undefined, text);
    }
  });

  it("come from answers about the current user, and not from sudo", async () => {
    const capabilities = temporaryCapabilities();
    const client = on.server.client({ capabilities });
    on.server.handler = ({ path }, response) =>
      json(response, { id: path.includes("sudo=2") ? 2 : 1, username: "a", name: "A", is_admin: true });
    await client.users.current();
    await client.users.current({ sudo: 2 });
    const now = Date.now();
    assert.deepEqual(
      [knownRights(capabilities, 1, now), knownRights(capabilities, 2, now)],
      [{ administrator: true, old: false }, undefined],
    );
  });

  it("ignore an answer that a newer one has overtaken", async () => {
    const capabilities = temporaryCapabilities();
    const client = on.server.client({ capabilities });
    const waiting: ServerResponse[] = [];
    const bothAsked = new Promise<void>((resolve) => {
      on.server.handler = (_request, response) => {
        if (waiting.push(response) === 2) resolve();
      };
    });
    const [older, newer] = [client.users.current(), client.users.current()];
    await bothAsked;
    for (const [at, work, admin] of [
      [1, newer, true],
      [0, older, false],
    ] as const) {
      json(waiting[at] ?? assert.fail(), { id: 1, username: "a", name: "A", is_admin: admin });
      await work;
    }
    assert.equal(knownRights(capabilities, 1, Date.now())?.administrator, true);
  });
});
