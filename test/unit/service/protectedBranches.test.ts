import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import type { Hosting } from "../../service/hosting.ts";
import { fromLevel } from "../../service/protectedBranches/records.ts";
import { mayMerge, mayPush } from "../../service/protectedBranches/rights.ts";
import { matchesBranch, ProtectedBranches } from "../../service/protectedBranches/store.ts";
import type { ProjectRecord, UserName, UserRecord } from "../../service/types.ts";
import { running, type Answer, type Running } from "./calling.ts";

const base = "/api/v4/projects/1/protected_branches";
interface Level {
  readonly id: number;
  readonly access_level: number | null;
  readonly access_level_description: string;
  readonly user_id: number | null;
  readonly group_id: number | null;
}
interface Shown {
  readonly id: number;
  readonly name: string;
  readonly push_access_levels: Level[];
  readonly merge_access_levels: Level[];
  readonly unprotect_access_levels: Level[];
  readonly allow_force_push: boolean;
  readonly code_owner_approval_required: boolean;
}
const as = (at: Running, name: UserName): { headers: Record<string, string> } => ({
  headers: { "PRIVATE-TOKEN": at.info.users[name].token },
});
const send = (at: Running, method: string, path: string, body?: unknown, name: UserName = "alice"): Promise<Answer> =>
  at.call(method, `${base}${path}`, { ...as(at, name), ...(body === undefined ? {} : { body }) });
const levels = (list: readonly Level[]): (number | null)[] => list.map((level) => level.access_level);

describe("service: protected branches", () => {
  it("are for maintainers unless told otherwise, listed by part of the name, and found by their whole name", async () => {
    await using at = await running();
    const made = await send(at, "POST", "", { name: "release/*" });
    assert.equal(made.status, 201);
    const branch = made.json as Shown;
    assert.deepEqual(
      [branch.name, branch.allow_force_push, branch.code_owner_approval_required],
      ["release/*", false, false],
    );
    const { id, ...level } = branch.unprotect_access_levels[0]!;
    assert.ok(id > 0);
    assert.deepEqual(level, {
      access_level: 40,
      access_level_description: "Maintainers",
      user_id: null,
      group_id: null,
    });
    await send(at, "POST", "", {
      name: "main",
      push_access_level: 0,
      merge_access_level: 30,
      unprotect_access_level: 60,
      allow_force_push: true,
    });
    const list = (await send(at, "GET", "")).json as Shown[];
    assert.deepEqual(
      list.map((one) => [one.name, levels(one.push_access_levels), levels(one.merge_access_levels)]),
      [
        ["release/*", [40], [40]],
        ["main", [0], [30]],
      ],
    );
    assert.deepEqual(list[1]!.push_access_levels[0]!.access_level_description, "No one");
    assert.deepEqual(
      ((await send(at, "GET", "?search=leas")).json as Shown[]).map((one) => one.name),
      ["release/*"],
    );
    assert.deepEqual((await send(at, "GET", "/release%2F%2A")).json, branch);
    const missing = await send(at, "GET", "/release%2F1");
    assert.deepEqual([missing.status, missing.json], [404, { message: "404 Not found" }]);
  });

  it("let in users, groups and levels together, and change by entry", async () => {
    await using at = await running();
    const { bob } = at.info.users;
    const group = ((await at.call("GET", "/api/v4/projects/1")).json as { namespace: { id: number } }).namespace.id;
    const made = (
      await send(at, "POST", "", {
        name: "main",
        allowed_to_push: [{ user_id: bob.id }, { access_level: 40 }],
        allowed_to_merge: [{ group_id: group }],
        code_owner_approval_required: true,
      })
    ).json as Shown;
    assert.deepEqual(
      made.push_access_levels.map((one) => [one.access_level, one.user_id, one.access_level_description]),
      [
        [null, bob.id, "Bob Beretta"],
        [40, null, "Maintainers"],
      ],
    );
    assert.deepEqual(
      made.merge_access_levels.map((one) => [one.access_level, one.group_id]),
      [[null, group]],
    );
    const [first, second] = made.push_access_levels;
    const changed = await send(at, "PATCH", "/main", {
      allowed_to_push: [{ id: first!.id, _destroy: true }, { id: second!.id, access_level: 30 }, { access_level: 60 }],
      allow_force_push: true,
    });
    assert.equal(changed.status, 200);
    const after = changed.json as Shown;
    assert.deepEqual(
      after.push_access_levels.map((one) => [one.id === second!.id, one.access_level]),
      [
        [true, 30],
        [false, 60],
      ],
    );
    assert.deepEqual(
      [after.allow_force_push, after.code_owner_approval_required, after.merge_access_levels.length],
      [true, true, 1],
    );
    assert.deepEqual((await send(at, "GET", "/main")).json, after);
  });

  const wrong: readonly [what: string, body: unknown, status: number, text: RegExp][] = [
    ["a missing name", {}, 400, /"error":"name is missing"/],
    ["an unknown level", { name: "x", push_access_level: 35 }, 400, /push_access_level does not have a valid value/],
    [
      "an unknown level in a list",
      { name: "x", allowed_to_merge: [{ access_level: 35 }] },
      400,
      /allowed_to_merge\[0\]\[access_level\] does not have a valid value/,
    ],
    ["an entry for nobody", { name: "x", allowed_to_push: [{}] }, 400, /allowed_to_push\[0\]\[user_id\]/],
    [
      "an entry for two",
      { name: "x", allowed_to_push: [{ user_id: 1, access_level: 40 }] },
      400,
      /allowed_to_push\[0\]\[user_id\], allowed_to_push\[0\]\[access_level\] are mutually exclusive/,
    ],
    [
      "a branch nobody may unprotect",
      { name: "x", allowed_to_unprotect: [{ access_level: 0 }] },
      422,
      /"message":\["Unprotect access levels access level is not included in the list"\]/,
    ],
    [
      "a user who is no member",
      { name: "x", allowed_to_push: [{ user_id: 9999 }] },
      422,
      /"message":\["Push access levels user is not a member of the project"\]/,
    ],
    [
      "a group that has no part in it",
      { name: "x", allowed_to_push: [{ group_id: 9999 }] },
      422,
      /group does not have access/,
    ],
    [
      "the same twice",
      { name: "x", allowed_to_push: [{ access_level: 40 }, { access_level: 40 }] },
      422,
      /has already been taken/,
    ],
    ["an empty name", { name: " " }, 422, /"message":\["Name can't be blank"\]/],
    ["one that exists", { name: "taken" }, 409, /"message":"Protected branch 'taken' already exists"/],
  ];
  it("are not made of wrong requests", async () => {
    await using at = await running();
    await send(at, "POST", "", { name: "taken" });
    for (const [what, body, status, text] of wrong) {
      const answer = await send(at, "POST", "", body);
      assert.equal(answer.status, status, what);
      assert.match(answer.text, text, what);
    }
    assert.equal(((await send(at, "GET", "")).json as Shown[]).length, 1);
  });

  it("are seen by reporters, changed by maintainers, and unprotected by whom they let", async () => {
    await using at = await running();
    assert.equal((await send(at, "POST", "", { name: "main" }, "bob")).status, 403);
    await send(at, "POST", "", { name: "main", unprotect_access_level: 60 });
    assert.equal((await send(at, "GET", "/main", undefined, "rita")).status, 200);
    assert.equal((await send(at, "PATCH", "/main", { allow_force_push: true }, "max")).status, 403);
    assert.equal((await send(at, "DELETE", "/main", undefined, "max")).status, 403);
    const removed = await send(at, "DELETE", "/main", undefined, "admin");
    assert.deepEqual([removed.status, removed.text], [204, ""]);
    assert.equal((await send(at, "DELETE", "/main", undefined, "admin")).status, 404);
    const changed = await send(at, "PATCH", "/main", {});
    assert.equal(changed.status, 404);
  });

  it("refuse an unknown entry of a PATCH, and leave all as it was", async () => {
    await using at = await running();
    const made = (await send(at, "POST", "", { name: "main" })).json as Shown;
    const answer = await send(at, "PATCH", "/main", {
      allowed_to_push: [{ access_level: 30 }],
      allowed_to_merge: [{ id: 1, access_level: 30 }],
    });
    assert.equal(answer.status, 404);
    assert.deepEqual((await send(at, "GET", "/main")).json, made);
  });

  it("let nobody push at level 0, administrators neither", async () => {
    await using at = await running();
    await at.service.control.commit({ "a.txt": "1" }, { branch: "main" });
    await send(at, "POST", "", { name: "main", push_access_level: 0 });
    for (const name of ["alice", "admin"] as const) {
      const answer = await at.call("POST", "/api/v4/projects/1/repository/files/b.txt", {
        ...as(at, name),
        body: { branch: "main", commit_message: "m", content: "x" },
      });
      assert.deepEqual(
        [answer.status, answer.json],
        [403, { message: "403 Forbidden - You are not allowed to push into this branch" }],
        name,
      );
    }
  });

  it("may be merged into by whom they let, and by those who may push, but by no reporter", () => {
    const protectedBranches = new ProtectedBranches();
    const levels = new Map([
      [1, 20],
      [2, 30],
      [3, 40],
    ]);
    const hosting = { protectedBranches } as unknown as Hosting;
    const project = { id: 7, members: levels } as unknown as ProjectRecord;
    const may = (branch: string): [boolean, boolean][] =>
      [1, 2, 3]
        .map((id) => ({ id, admin: false }) as UserRecord)
        .map((user) => [mayPush(hosting, project, user, branch), mayMerge(hosting, project, user, branch)]);
    const unprotect = [fromLevel(40)];
    protectedBranches.add({
      projectId: 7,
      name: "merged",
      grants: { push: [fromLevel(0)], merge: [fromLevel(30)], unprotect },
    });
    protectedBranches.add({
      projectId: 7,
      name: "pushed",
      grants: { push: [fromLevel(40)], merge: [fromLevel(0)], unprotect },
    });
    protectedBranches.add({
      projectId: 7,
      name: "closed",
      grants: { push: [fromLevel(0)], merge: [fromLevel(0)], unprotect },
    });
    assert.deepEqual(may("open"), [
      [false, false],
      [true, true],
      [true, true],
    ]);
    assert.deepEqual(may("merged"), [
      [false, false],
      [false, true],
      [false, true],
    ]);
    assert.deepEqual(may("pushed"), [
      [false, false],
      [false, false],
      [true, true],
    ]);
    assert.deepEqual(may("closed"), [
      [false, false],
      [false, false],
      [false, false],
    ]);
  });

  it("match by wildcards that stand for any text", () => {
    const cases: [string, string, boolean][] = [
      ["main", "main", true],
      ["main", "Main", false],
      ["release/*", "release/1/2", true],
      ["release/*", "release", false],
      ["*-stable", "1-stable", true],
      ["a*c*e", "abcde", true],
      ["a.c", "abc", false],
      ["*", "any", true],
    ];
    for (const [pattern, branch, fits] of cases)
      assert.equal(matchesBranch(pattern, branch), fits, `${pattern} ${branch}`);
  });
});

describe("service: pushing to protected branches", () => {
  const env = {
    PATH: process.env["PATH"],
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
  const git = promisify(execFile);

  /** A clone of a project with a commit on `main`; `push` tells what git said. */
  async function cloned(at: Running): Promise<{
    commit(): Promise<unknown>;
    reset(): Promise<unknown>;
    push(user: UserName, ...refs: string[]): Promise<string>;
    tip(branch: string): Promise<string | undefined>;
    [Symbol.asyncDispose](): Promise<void>;
  }> {
    await at.service.control.commit({ "README.md": "1\n" }, { branch: "main", message: "one" });
    await at.service.control.commit({ "README.md": "2\n" }, { branch: "main", message: "two" });
    const dir = await mkdtemp(join(tmpdir(), "protected-"));
    const url = (user: UserName): string =>
      at.info.project.httpUrl.replace("://", `://${user}:${at.info.users[user].token}@`);
    await git("git", ["clone", "--quiet", url("alice"), dir], { env });
    const run = (...args: string[]) => git("git", args, { env, cwd: dir });
    return {
      commit: () => run("commit", "--quiet", "--allow-empty", "-m", "more"),
      reset: () => run("reset", "--quiet", "--hard", "HEAD~1"),
      push: (user, ...refs) =>
        run("push", "--porcelain", url(user), ...refs).then(
          ({ stderr }) => stderr,
          (error: unknown) => (error as { stderr: string }).stderr + (error as { stdout: string }).stdout,
        ),
      tip: async (branch) =>
        (
          (await at.call("GET", `/api/v4/projects/1/repository/branches/${encodeURIComponent(branch)}`)).json as {
            commit?: { id: string };
          }
        ).commit?.id,
      [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
    };
  }

  it("is refused by git to whom the level does not let, and taken from others", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    await send(at, "POST", "", { name: "main", push_access_level: 40 });
    const before = await clone.tip("main");
    await clone.commit();
    const said = await clone.push("bob", "main");
    assert.match(said, /^remote: You are not allowed to push code to protected branches on this project\.\s*$/m);
    assert.match(said, /\[remote rejected\] \(pre-receive hook declined\)/);
    assert.equal(await clone.tip("main"), before);
    assert.doesNotMatch(await clone.push("bob", "main:topic"), /remote:/);
    assert.doesNotMatch(await clone.push("max", "main"), /remote:/);
    assert.notEqual(await clone.tip("main"), before);
  });

  it("never takes commits away unless that is allowed, and never deletes", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    await send(at, "POST", "", { name: "main", push_access_level: 30 });
    const before = await clone.tip("main");
    await clone.reset();
    assert.match(
      await clone.push("alice", "--force", "main"),
      /^remote: You are not allowed to force push code to a protected branch on this project\./m,
    );
    assert.match(
      await clone.push("alice", ":main"),
      /^remote: You are not allowed to delete protected branches from this project\./m,
    );
    assert.equal(await clone.tip("main"), before);
    await send(at, "PATCH", "/main", { allow_force_push: true });
    assert.doesNotMatch(await clone.push("alice", "--force", "main"), /remote:/);
    assert.notEqual(await clone.tip("main"), before);
  });

  it("goes by wildcards for new branches, and by the mildest of several rules", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    await send(at, "POST", "", { name: "release/*", push_access_level: 40 });
    assert.match(
      await clone.push("bob", "main:refs/heads/release/1/x"),
      /^remote: You are not allowed to create protected branches on this project\./m,
    );
    assert.doesNotMatch(await clone.push("bob", "main:refs/tags/release/1"), /remote:/);
    await send(at, "POST", "", { name: "release/1*", allowed_to_push: [{ user_id: at.info.users.bob.id }] });
    assert.doesNotMatch(await clone.push("bob", "main:refs/heads/release/1/x"), /remote:/);
    assert.match(await clone.push("bob", "main:refs/heads/release/2"), /remote:/);
  });
});
