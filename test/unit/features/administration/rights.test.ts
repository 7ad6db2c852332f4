import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { rememberRights } from "../../../../src/api/administrators.ts";
import { temporaryCapabilities } from "../../../../src/api/capabilities.ts";
import type { Client } from "../../../../src/api/client.ts";
import type { Session } from "../../../../src/auth/session.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Connection } from "../../../../src/core/connections.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { fakeConnection } from "../../core/fakeConnection.ts";
import { FakeCurrent } from "../../core/fakeCurrent.ts";

const { followRights } = await import("../../../../src/features/administration/rights.ts");

const day = 24 * 3600 * 1000;
const log = { debug: () => undefined } as unknown as Parameters<typeof followRights>[0]["log"];

/** A window with one view, on a host that knows who is an administrator. */
function window({
  visible = true,
  administrators = [1],
}: { visible?: boolean; administrators?: readonly number[] } = {}) {
  const keys: unknown[] = [];
  vscodeFakes.commands = {
    executeCommand: (_id: string, _key: string, value: unknown) => Promise.resolve(keys.push(value)),
  };
  const capabilities = temporaryCapabilities();
  const known = new Emitter<string>();
  const seen = new Emitter<boolean>();
  const view = { visible, onDidChangeVisibility: seen.event };
  const current = new FakeCurrent();
  const host = { asked: 0, fails: false };
  const set = (name: string, value: string): void => {
    capabilities.set(name, value);
    known.fire("https://git.example.com");
  };
  const connection = (id: number): Connection => {
    const currentUser = (): Promise<unknown> => {
      host.asked++;
      if (host.fails) return Promise.reject(new Error("no answer"));
      rememberRights(
        { get: (name) => capabilities.get(name), set },
        { id, is_admin: administrators.includes(id) },
        Date.now(),
      );
      return Promise.resolve({ id });
    };
    const session = { user: { id, username: "a", name: "A" } } as Session;
    return fakeConnection({ users: { current: currentUser } } as unknown as Client, { session });
  };
  const ready = (one: Connection): void =>
    current.move({
      kind: "ready",
      project: { instance: one.instance.url, project: 1, name: "app", root: "/app", branch: "main", head: "a" },
      connection: one,
    });
  followRights({ current, capabilities: { of: () => capabilities, onDidChange: known.event }, views: [view], log });
  const show = (is: boolean): void => seen.fire((view.visible = is));
  return { keys, capabilities, current, connection, ready, host, show };
}

describe("whether the account is an administrator's", () => {
  afterEach(() => vscodeFakes.reset());

  it("is requested once, when a view is visible, and kept in the context key", async () => {
    const { keys, connection, ready, host, show } = window({ visible: false });
    const one = connection(1);
    ready(one);
    assert.deepEqual([host.asked, keys.at(-1)], [0, false]);
    show(true);
    await Promise.resolve();
    assert.deepEqual([host.asked, keys.at(-1)], [1, true]);
    show(false);
    show(true);
    ready(one);
    assert.equal(host.asked, 1);
  });

  it("is known from earlier answers, for each account by itself", async () => {
    const { keys, capabilities, connection, ready, host, current } = window({ administrators: [] });
    rememberRights(capabilities, { id: 1, is_admin: true }, Date.now());
    rememberRights(capabilities, { id: 2, is_admin: false }, Date.now());
    for (const [id, expected] of [
      [1, true],
      [2, false],
      [1, true],
    ] as const) {
      ready(connection(id));
      assert.equal(keys.at(-1), expected);
    }
    current.move({ kind: "noFolder" });
    assert.deepEqual([keys.at(-1), host.asked], [false, 0]);
    rememberRights(capabilities, { id: 3, is_admin: true }, Date.now() - day - 1000);
    const before = keys.length;
    ready(connection(3));
    assert.ok(keys.slice(before).includes(true), "an old answer counts until there is a new one");
    await Promise.resolve();
    assert.deepEqual([host.asked, keys.at(-1)], [1, false]);
  });

  it("is not requested again from a host that fails", async () => {
    const { keys, connection, ready, host, show } = window();
    host.fails = true;
    const one = connection(1);
    ready(one);
    await new Promise(setImmediate);
    show(true);
    ready(one);
    assert.deepEqual([host.asked, keys.at(-1)], [1, false]);
  });
});
