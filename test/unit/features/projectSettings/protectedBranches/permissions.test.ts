import assert from "node:assert/strict";
import type { AccessLevelRecord, ProtectedBranch } from "../../../../../src/api/resources/protectedBranches.ts";
import {
  hasHigherEdition,
  mayAccess,
  mayPush,
  roleOf,
  rulesFor,
} from "../../../../../src/features/projectSettings/protectedBranches/permissions.ts";

let ids = 0;
const level = (access: number | null, rest: Partial<AccessLevelRecord> = {}): AccessLevelRecord => ({
  id: ++ids,
  access_level: access,
  access_level_description: "",
  ...rest,
});
const rule = (name: string, ...push: AccessLevelRecord[]): ProtectedBranch => ({
  id: ++ids,
  name,
  push_access_levels: push,
  merge_access_levels: [],
  allow_force_push: false,
});
const developer = { id: 7, level: 30 };

describe("access to a protected branch", () => {
  const unknown = { id: 7, level: undefined };
  for (const [what, levels, person, expected] of [
    ["the role", [level(30)], developer, "yes"],
    ["a higher role", [level(40)], developer, "no"],
    ["administrators", [level(60)], developer, "no"],
    ["nobody", [level(0)], { id: 1, level: 60 }, "no"],
    ["a level that no document names", [level(35)], { id: 1, level: 40 }, "yes"],
    ["no level", [], developer, "no"],
    ["the user", [level(null, { user_id: 7 })], unknown, "yes"],
    ["another user", [level(null, { user_id: 8 })], developer, "no"],
    ["a group", [level(40), level(null, { group_id: 3 })], developer, "unknown"],
    ["a deploy key", [level(null, { deploy_key_id: 3 })], developer, "no"],
    ["a role, of an unknown role", [level(40)], unknown, "unknown"],
    ["nobody, of an unknown role", [level(0)], unknown, "no"],
    ["a role, of nobody", [level(40)], undefined, "unknown"],
    ["a user, of nobody", [level(null, { user_id: 7 })], undefined, "unknown"],
  ] as const)
    it(`is ${expected} for ${what}`, () => assert.equal(mayAccess(levels, person), expected));

  it("is decided by the mildest of the rules that fit a branch", () => {
    const rules = [rule("release/*", level(40)), rule("release/1", level(30)), rule("main", level(0))];
    const names = rulesFor(rules, "release/1").map(({ name }) => name);
    assert.deepEqual(names, ["release/*", "release/1"]);
    const found = ["release/1", "release/2", "main", "topic"].map((branch) => mayPush(rules, branch, developer));
    assert.deepEqual(found, ["yes", "no", "no", "yes"]);
  });

  it("takes the higher of the roles in the project and its group", () => {
    assert.equal(roleOf({ project_access: { access_level: 30 }, group_access: { access_level: 40 } }), 40);
    assert.equal(roleOf({ project_access: null, group_access: null }), 0);
    assert.equal(roleOf(undefined), undefined);
  });

  it("detects hosts with users and groups", () => {
    assert.equal(hasHigherEdition([]), undefined);
    assert.equal(hasHigherEdition([rule("main", level(40))]), false);
    assert.equal(hasHigherEdition([rule("main", level(40, { user_id: null }))]), true);
    assert.equal(hasHigherEdition([{ ...rule("main", level(40)), code_owner_approval_required: false }]), true);
  });
});
