import assert from "node:assert/strict";
import { describe, it } from "mocha";
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

describe("protection: who may", () => {
  it("is decided by levels: a role lets in from its level on, no access nobody", () => {
    assert.deepEqual(
      [30, 40, 60, 0].map((access) => mayAccess([level(access)], developer)),
      ["yes", "no", "no", "no"],
    );
    assert.equal(mayAccess([level(0)], { id: 1, level: 60 }), "no");
    assert.equal(mayAccess([level(35)], { id: 1, level: 40 }), "yes", "a level that no document names");
    assert.equal(mayAccess([], developer), "no");
  });

  it("is decided by users, and left open for groups and where the role is unknown", () => {
    assert.equal(mayAccess([level(null, { user_id: 7 })], { id: 7, level: undefined }), "yes");
    assert.equal(mayAccess([level(null, { user_id: 8 })], developer), "no");
    assert.equal(mayAccess([level(40), level(null, { group_id: 3 })], developer), "unknown");
    assert.equal(mayAccess([level(40)], { id: 7, level: undefined }), "unknown");
    assert.equal(mayAccess([level(0)], { id: 7, level: undefined }), "no");
    assert.equal(mayAccess([level(null, { deploy_key_id: 3 })], developer), "no");
    assert.deepEqual(
      [mayAccess([level(40)], undefined), mayAccess([level(null, { user_id: 7 })], undefined)],
      ["unknown", "unknown"],
    );
  });

  it("is decided by the mildest of the rules that fit a branch", () => {
    const rules = [rule("release/*", level(40)), rule("release/1", level(30)), rule("main", level(0))];
    assert.deepEqual(
      rulesFor(rules, "release/1").map(({ name }) => name),
      ["release/*", "release/1"],
    );
    assert.deepEqual(
      ["release/1", "release/2", "main", "topic"].map((branch) => mayPush(rules, branch, developer)),
      ["yes", "no", "no", "yes"],
    );
  });

  it("takes the higher of the roles in the project and its group", () => {
    assert.equal(roleOf({ project_access: { access_level: 30 }, group_access: { access_level: 40 } }), 40);
    assert.equal(roleOf({ project_access: null, group_access: null }), 0);
    assert.equal(roleOf(undefined), undefined);
  });

  it("knows hosts that let users and groups in by what they answer", () => {
    assert.equal(hasHigherEdition([]), undefined);
    assert.equal(hasHigherEdition([rule("main", level(40))]), false);
    assert.equal(hasHigherEdition([rule("main", level(40, { user_id: null }))]), true);
    assert.equal(hasHigherEdition([{ ...rule("main", level(40)), code_owner_approval_required: false }]), true);
  });
});
