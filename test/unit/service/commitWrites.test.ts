import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { UserName } from "../../service/types.ts";
import { running, type Answer, type Running } from "./calling.ts";

const project = "/api/v4/projects/1";
const base = `${project}/repository/commits`;
interface Made {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly author_name: string;
  readonly committer_name: string;
  readonly parent_ids: string[];
  readonly stats?: object;
  readonly last_pipeline: { id: number } | null;
}
const post = (at: Running, path: string, body: unknown, name: UserName = "bob"): Promise<Answer> =>
  at.call("POST", path, { headers: { "PRIVATE-TOKEN": at.info.users[name].token }, body });
const raw = async (at: Running, path: string, ref = "main"): Promise<string> =>
  (await at.call("GET", `${project}/repository/files/${encodeURIComponent(path)}/raw?ref=${encodeURIComponent(ref)}`))
    .text;
const lines = (...numbers: readonly number[]): string => numbers.map((n) => `line ${n}\n`).join("");

describe("service: making commits", () => {
  it("takes all five actions at once, and answers with the commit, its counts and its pipeline", async () => {
    await using at = await running();
    await at.service.control.commit(
      { "a.txt": "1\n", "b.txt": "b\n", "c.txt": "c\n", "d.sh": "#\n" },
      { branch: "main" },
    );
    const answer = await post(at, base, {
      branch: "main",
      commit_message: "All\n\nof them",
      author_name: "Ann",
      author_email: "ann@example.com",
      actions: [
        {
          action: "create",
          file_path: ".gitlab-ci.yml",
          content: Buffer.from("job:\n  script: [echo]\n").toString("base64"),
          encoding: "base64",
        },
        { action: "update", file_path: "a.txt", content: "2\n" },
        { action: "delete", file_path: "b.txt" },
        { action: "move", previous_path: "c.txt", file_path: "moved/c.txt" },
        { action: "chmod", file_path: "d.sh", execute_filemode: true },
      ],
    });
    assert.equal(answer.status, 201);
    const made = answer.json as Made;
    assert.deepEqual(
      [made.title, made.message, made.author_name, made.committer_name, made.stats],
      ["All", "All\n\nof them", "Ann", "Bob Beretta", { additions: 3, deletions: 2, total: 5 }],
    );
    assert.ok(made.last_pipeline);
    const changed = (await at.call("GET", `${base}/${made.id}/diff`)).json as {
      new_path: string;
      b_mode: string;
      renamed_file: boolean;
    }[];
    assert.deepEqual(
      changed.map((one) => [one.new_path, one.b_mode, one.renamed_file]),
      [
        [".gitlab-ci.yml", "100644", false],
        ["a.txt", "100644", false],
        ["b.txt", "0", false],
        ["d.sh", "100755", false],
        ["moved/c.txt", "100644", true],
      ],
    );
    assert.equal(await raw(at, "moved/c.txt"), "c\n");
  });

  it("leaves fields alone that count for other actions", async () => {
    await using at = await running();
    await at.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    const answer = await post(at, base, {
      branch: "main",
      commit_message: "m",
      stats: false,
      actions: [
        {
          action: "create",
          file_path: "x.sh",
          content: "",
          execute_filemode: true,
          previous_path: "a.txt",
          last_commit_id: "0".repeat(40),
        },
      ],
    });
    assert.equal(answer.status, 201);
    assert.equal((answer.json as Made).stats, undefined);
    const file = (await at.call("GET", `${project}/repository/files/x.sh?ref=main`)).json as {
      execute_filemode: boolean;
    };
    assert.equal(file.execute_filemode, false);
    assert.match(await raw(at, "a.txt"), /^1/);
  });

  it("takes forms", async () => {
    await using at = await running();
    const answer = await at.call("POST", base, {
      form: {
        branch: "main",
        commit_message: "m",
        "actions[][action]": "create",
        "actions[][file_path]": "a b.txt",
        "actions[][content]": "x",
      },
    });
    assert.equal(answer.status, 201);
    assert.equal(await raw(at, "a b.txt"), "x");
  });

  it("makes branches from a branch, a commit or another project, and overwrites by force", async () => {
    await using at = await running();
    const { control } = at.service;
    const { sha } = await control.commit({ "a.txt": "1\n" }, { branch: "main" });
    await control.commit({ "a.txt": "2\n" }, { branch: "main" });
    const other = await control.createProject({ path: "demo/other", files: { "other.txt": "other\n" } });
    const action = (content: string): object => ({ action: "create", file_path: "new.txt", content });
    const parents = async (body: object): Promise<string[]> =>
      ((await post(at, base, { commit_message: "m", ...body })).json as Made).parent_ids;
    assert.deepEqual(await parents({ branch: "x", start_sha: sha, actions: [action("1")] }), [sha]);
    await parents({ branch: "y", start_branch: "main", start_project: other.path, actions: [action("1")] });
    assert.equal(await raw(at, "other.txt", "y"), "other\n");
    const taken = await post(at, base, {
      branch: "x",
      start_branch: "main",
      commit_message: "m",
      actions: [action("2")],
    });
    assert.deepEqual(
      [taken.status, taken.json],
      [400, { message: "A branch called 'x' already exists. Switch to that branch in order to make changes" }],
    );
    const forced = await post(at, base, {
      branch: "x",
      start_branch: "main",
      force: true,
      commit_message: "m",
      actions: [action("2")],
    });
    assert.equal(forced.status, 201);
    assert.equal(await raw(at, "a.txt", "x"), "2\n");
    const hidden = await control.createProject({ path: "demo/hidden", members: ["alice"], files: { a: "1" } });
    assert.equal(
      (
        await post(at, base, {
          branch: "z",
          start_branch: "main",
          start_project: hidden.id,
          commit_message: "m",
          actions: [action("1")],
        })
      ).status,
      404,
    );
  });

  const create = { action: "create", file_path: "n", content: "x" };
  const wrong: readonly [what: string, body: object, body400: object][] = [
    ["nothing", {}, { error: "branch is missing, commit_message is missing, actions is missing" }],
    ["no action", { actions: [{ file_path: "x" }] }, { error: "actions[0][action] is missing" }],
    [
      "an unknown action",
      { actions: [create, { action: "copy", file_path: "x" }] },
      { error: "actions[1][action] does not have a valid value" },
    ],
    ["no path", { actions: [{ action: "delete" }] }, { error: "actions[0][file_path] is missing" }],
    [
      "no content",
      { actions: [{ action: "update", file_path: "a.txt" }] },
      { error: "actions[0][content] is missing" },
    ],
    [
      "no previous path",
      { actions: [{ action: "move", file_path: "x" }] },
      { error: "actions[0][previous_path] is missing" },
    ],
    [
      "an unknown encoding",
      { actions: [{ ...create, encoding: "hex" }] },
      { error: "actions[0][encoding] does not have a valid value" },
    ],
    [
      "two starts",
      { start_branch: "main", start_sha: "main", actions: [create] },
      { error: "start_branch, start_sha are mutually exclusive" },
    ],
    [
      "a file that exists",
      { actions: [{ ...create, file_path: "a.txt" }] },
      { message: "A file with this name already exists" },
    ],
    [
      "a stale file",
      { actions: [{ action: "delete", file_path: "a.txt", last_commit_id: "0".repeat(40) }] },
      { message: "You are attempting to update a file that has changed since you started editing it." },
    ],
    [
      "a path outside",
      { actions: [{ ...create, file_path: "../x" }] },
      { message: "Path cannot include directory traversal" },
    ],
    [
      "a start that is not there",
      { branch: "x", start_branch: "none", actions: [create] },
      { message: "Cannot find 'none'" },
    ],
  ];
  it("refuses wrong requests, and changes nothing", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    for (const [what, body, expected] of wrong) {
      const answer = await post(at, base, what === "nothing" ? {} : { branch: "main", commit_message: "m", ...body });
      assert.deepEqual([answer.status, answer.json], [400, expected], what);
    }
    assert.equal(((await at.call("GET", `${base}/main`)).json as Made).id, sha);
  });

  it("is refused on protected branches: at all, and by force", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    await at.service.control.commit({ "a.txt": "2\n" }, { branch: "main" });
    await at.call("POST", `${project}/protected_branches`, { body: { name: "main" } });
    const body = { branch: "main", commit_message: "m", actions: [{ action: "create", file_path: "n", content: "x" }] };
    const refused = await post(at, base, body);
    assert.deepEqual(
      [refused.status, refused.json],
      [403, { message: "403 Forbidden - You are not allowed to push into this branch" }],
    );
    assert.equal((await post(at, base, body, "max")).status, 201);
    assert.equal((await post(at, base, { ...body, start_sha: sha, force: true }, "max")).status, 403);
    for (const kind of ["cherry_pick", "revert"])
      assert.equal((await post(at, `${base}/${sha}/${kind}`, { branch: "main" })).status, 403, kind);
    await at.call("PATCH", `${project}/protected_branches/main`, { body: { allow_force_push: true } });
    assert.equal((await post(at, base, { ...body, start_sha: sha, force: true }, "max")).status, 201);
  });
});

describe("service: picking and reverting commits", () => {
  it("makes the change once more where other lines differ, the author kept", async () => {
    await using at = await running();
    const { control } = at.service;
    await control.commit({ "a.txt": lines(1, 2, 3, 4, 5, 6, 7, 8, 9) }, { branch: "main" });
    await control.commit({ "b.txt": "b\n" }, { branch: "topic", startBranch: "main" });
    const { sha } = await control.commit(
      { "a.txt": lines(1, 2, 3, 4, 5, 6, 7, 8, 10) },
      { branch: "topic", message: "End with ten\n\nBecause.\n", by: "alice" },
    );
    await control.commit(
      { "a.txt": lines(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), ".gitlab-ci.yml": "job:\n  script: [echo]\n" },
      { branch: "main" },
    );
    const answer = await post(at, `${base}/${sha}/cherry_pick`, { branch: "main" });
    assert.equal(answer.status, 201);
    const made = answer.json as Made;
    assert.deepEqual(
      [made.message, made.author_name, made.committer_name, made.parent_ids.length],
      [`End with ten\n\nBecause.\n\n(cherry picked from commit ${sha})\n`, "Alice Ahlgren", "Bob Beretta", 1],
    );
    assert.ok(made.last_pipeline);
    assert.equal(await raw(at, "a.txt"), lines(0, 1, 2, 3, 4, 5, 6, 7, 8, 10));
    assert.equal((await at.call("GET", `${project}/repository/files/b.txt?ref=main`)).status, 404);
    const again = await post(at, `${base}/${sha}/cherry_pick`, { branch: "main" });
    assert.deepEqual([again.status, (again.json as { error_code: string }).error_code], [400, "empty"]);
  });

  it("takes a change back, also the first one, and says why it cannot", async () => {
    await using at = await running();
    const { control } = at.service;
    const first = await control.commit({ "a.txt": "1\n" }, { branch: "main", message: "First" });
    const second = await control.commit({ "a.txt": "2\n" }, { branch: "main", message: "Second" });
    await control.commit({ "b.txt": "b\n" }, { branch: "main", message: "Third" });
    const answer = await post(at, `${base}/${second.sha}/revert`, { branch: "main" });
    assert.equal(answer.status, 201);
    assert.equal((answer.json as Made).message, `Revert "Second"\n\nThis reverts commit ${second.sha}.\n`);
    assert.equal(await raw(at, "a.txt"), "1\n");
    const again = await post(at, `${base}/${second.sha}/revert`, { branch: "main" });
    assert.deepEqual(
      [again.status, again.json],
      [
        400,
        {
          message:
            "Sorry, we cannot revert this commit automatically. This commit may already have been reverted, or a more recent commit may have updated some of its content.",
          error_code: "empty",
        },
      ],
    );
    assert.equal((await post(at, `${base}/${first.sha}/revert`, { branch: "main" })).status, 201);
    assert.equal((await at.call("GET", `${project}/repository/files/a.txt?ref=main`)).status, 404);
    const conflict = await post(at, `${base}/${second.sha}/cherry_pick`, { branch: "main" });
    assert.deepEqual([conflict.status, (conflict.json as { error_code: string }).error_code], [400, "conflict"]);
  });

  it("needs a commit, a branch and a level", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    const cases: [string, object, UserName, number, object][] = [
      [`${base}/${"f".repeat(40)}/revert`, { branch: "main" }, "bob", 404, { message: "404 Commit Not Found" }],
      [`${base}/${sha}/revert`, { branch: "none" }, "bob", 404, { message: "404 Branch Not Found" }],
      [`${base}/${sha}/cherry_pick`, {}, "bob", 400, { error: "branch is missing" }],
      [`${base}/${sha}/cherry_pick`, { branch: "main" }, "rita", 403, { message: "403 Forbidden" }],
    ];
    for (const [path, body, name, status, json] of cases) {
      const answer = await post(at, path, body, name);
      assert.deepEqual([answer.status, answer.json], [status, json], path);
    }
  });
});

describe("service: submodules", () => {
  const put = (at: Running, path: string, body: object): Promise<Answer> =>
    at.call("PUT", `${project}/repository/submodules/${encodeURIComponent(path)}`, { body });
  const [one, two] = ["1".repeat(40), "2".repeat(40)];

  it("really move, by a commit; as a file they are empty", async () => {
    await using at = await running();
    await at.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    await at.service.control.addSubmodule("lib/sensors", one);
    const file = (await at.call("GET", `${project}/repository/files/lib%2Fsensors?ref=main`)).json as {
      size: number;
      content: string;
      blob_id: string;
    };
    assert.deepEqual([file.size, file.content, file.blob_id], [0, "", one]);
    const answer = await put(at, "lib/sensors", { branch: "main", commit_sha: two });
    assert.equal(answer.status, 200);
    assert.equal((answer.json as Made).title, `Update submodule lib/sensors with oid ${two}`);
    const [entry] = (await at.call("GET", `${base}/main/diff`)).json as [Record<string, unknown>];
    assert.deepEqual(
      [entry["new_path"], entry["a_mode"], entry["diff"]],
      ["lib/sensors", "160000", `@@ -1 +1 @@\n-Subproject commit ${one}\n+Subproject commit ${two}\n`],
    );
    assert.equal(
      ((await put(at, "lib/sensors", { branch: "main", commit_sha: one, commit_message: "Back" })).json as Made).title,
      "Back",
    );
  });

  it("are refused where there is none, or nothing to move", async () => {
    await using at = await running();
    await at.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    await at.service.control.addSubmodule("lib", one);
    const cases: [string, object, object][] = [
      ["a.txt", { branch: "main", commit_sha: two }, { message: "Invalid submodule path" }],
      ["lib", { branch: "main", commit_sha: one }, { message: `The submodule lib is already at ${one}` }],
      ["lib", { branch: "main", commit_sha: "123" }, { error: "commit_sha is invalid" }],
      ["lib", {}, { error: "branch is missing, commit_sha is missing" }],
    ];
    for (const [path, body, json] of cases) {
      const answer = await put(at, path, body);
      assert.deepEqual([answer.status, answer.json], [400, json], JSON.stringify(body));
    }
  });
});
