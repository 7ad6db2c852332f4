import assert from "node:assert/strict";
import { rememberRights } from "../../../../../src/api/administrators.ts";
import { temporaryCapabilities } from "../../../../../src/api/capabilities.ts";
import type { ProtectedBranch } from "../../../../../src/api/resources/protectedBranches.ts";
import type { Connection } from "../../../../../src/core/connections.ts";
import { Protections } from "../../../../../src/features/projectSettings/protectedBranches/protections.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const scope = { instance: "https://host.example", project: "team/app" };
const rule = (name: string, access: number): ProtectedBranch => ({
  id: 1,
  name,
  push_access_levels: [{ id: 2, access_level: access, access_level_description: "", user_id: null }],
  merge_access_levels: [],
  allow_force_push: false,
});

describe("the rules of protected branches", () => {
  let capabilities = temporaryCapabilities();
  let asked: string[];
  let answers: (() => Promise<readonly ProtectedBranch[]>)[];
  let permissions: unknown;
  let connection: Connection;
  let protections: Protections;
  let told: number;
  beforeEach(() => {
    capabilities = temporaryCapabilities();
    asked = [];
    answers = [];
    permissions = { project_access: { access_level: 30 }, group_access: null };
    told = 0;
    const client = {
      protectedBranches: {
        list: () => (
          asked.push("list"),
          { all: async () => ({ items: await (answers.shift() ?? (() => Promise.resolve([])))(), capped: false }) }
        ),
      },
      extras: {
        project: () => (
          asked.push("project"),
          permissions instanceof Error ? Promise.reject(permissions) : Promise.resolve({ id: 1, permissions })
        ),
      },
    };
    connection = {
      instance: { url: scope.instance },
      session: { user: { id: 7, username: "rita", name: "Rita" } },
      client,
    } as unknown as Connection;
    protections = new Protections({ of: () => capabilities });
    protections.onDidChange(() => (told += 1));
  });

  it("are not replaced by an answer from before a write", async () => {
    let release: (rules: readonly ProtectedBranch[]) => void = () => undefined;
    answers = [() => new Promise((resolve) => (release = resolve)), () => Promise.resolve([rule("main", 0)])];
    const before = protections.read(connection, scope);
    protections.touch(connection, scope);
    await protections.read(connection, scope);
    release([rule("main", 40)]);
    await before;
    const known = protections.known(connection, scope);
    assert.deepEqual(known?.kind === "rules" && known.rules[0]?.push_access_levels?.[0]?.access_level, 0);
  });

  for (const [why, first, requests, level] of [
    ["not tell it", new Error("no such route"), 1, undefined],
    ["fail once", fault("network"), 2, 40],
  ] as const)
    it(`do without the role of hosts that ${why}`, async () => {
      for (const answer of [first, { project_access: { access_level: 40 } }]) {
        permissions = answer;
        await protections.learnRole(connection, scope, [rule("main", 40)]);
      }
      assert.deepEqual([asked.length, protections.person(connection, scope)?.level], [requests, level]);
      rememberRights(capabilities, { id: 7, is_admin: true }, Date.now());
      assert.deepEqual(protections.person(connection, scope), { id: 7, level: 60 });
    });
});
