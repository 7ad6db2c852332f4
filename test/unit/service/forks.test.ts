import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import type { Answer } from "./calling.ts";
import { workshop, type MergeRequest, type Person, type Workshop } from "./mergeRequestsSetup.ts";

const git = async (...args: string[]): Promise<string> => (await promisify(execFile)("git", args)).stdout.trim();

/** Where somebody clones a project. */
function address(at: Workshop, path: string, who: Person = "alice"): string {
  const url = new URL(`${at.service.url}/${path}.git`);
  Object.assign(url, { username: who, password: at.info.users[who].token });
  return url.href;
}

/** What real git sees of a repository. */
async function refs(at: Workshop, path: string): Promise<Map<string, string>> {
  const lines = (await git("ls-remote", address(at, path))).split("\n");
  return new Map(lines.map((line) => line.split("\t") as [string, string]).map(([sha, ref]) => [ref, sha]));
}

interface Fork {
  readonly id: number;
  readonly path: string;
  /** Commits to the fork, to `topic` unless told. */
  commit(files: Readonly<Record<string, string>>, branch?: string): Promise<string>;
  /** Asks for a merge into the project that was forked. */
  create(fields?: Readonly<Record<string, unknown>>, who?: Person): Promise<Answer>;
}

/** Bob's fork of `demo/work`, with one commit on `topic`. */
async function forked(at: Workshop): Promise<Fork> {
  const { id, path } = await at.service.control.forkProject({
    from: "demo/work",
    path: "bob/work",
    members: { bob: 50, alice: 20 },
  });
  const commit: Fork["commit"] = async (files, branch = "topic") =>
    (await at.service.control.commit(files, { project: path, branch, by: "bob" })).sha;
  await commit({ "topic.txt": "topic\n" });
  const target = (await at.call("GET", "/api/v4/projects/demo%2Fwork")).json as { id: number };
  const create: Fork["create"] = (fields = {}, who = "bob") =>
    at.call("POST", `/api/v4/projects/${id}/merge_requests`, {
      ...at.as(who),
      body: {
        source_branch: "topic",
        target_branch: "main",
        target_project_id: target.id,
        title: "From a fork",
        ...fields,
      },
    });
  return { id, path, commit, create };
}

describe("service: forks", () => {
  it("are repositories of their own that say where they come from, to those who may know", async () => {
    await using at = await workshop();
    const before = await refs(at, "demo/work");
    const fork = await forked(at);
    const shown = async (who: Person): Promise<Record<string, unknown>> =>
      (await at.call("GET", "/api/v4/projects/bob%2Fwork", at.as(who))).json as Record<string, unknown>;
    assert.equal(
      ((await shown("bob"))["forked_from_project"] as { path_with_namespace: string }).path_with_namespace,
      "demo/work",
    );
    assert.equal(
      ((await at.call("GET", "/api/v4/projects/demo%2Fwork")).json as { forks_count: number }).forks_count,
      1,
    );
    await at.service.control.setMember({ project: "demo/work", user: "bob", level: 0 });
    assert.equal((await shown("bob"))["forked_from_project"], undefined);
    assert.deepEqual(
      [(await refs(at, "bob/work")).get("refs/heads/main"), (await refs(at, "demo/work")).get("refs/heads/topic")],
      [before.get("refs/heads/main"), undefined],
    );
    assert.equal(
      (await at.call("GET", `/api/v4/projects/${fork.id}`, at.as("max"))).status,
      404,
      "max is no member of the fork",
    );
    await assert.rejects(at.service.control.forkProject({ from: "demo/work", path: "bob/work" }), /already a project/);
  });

  it("make merge requests of the project they come from, whose head is kept there and follows pushes", async () => {
    await using at = await workshop();
    const fork = await forked(at);
    const answer = await fork.create();
    const made = answer.json as MergeRequest;
    assert.deepEqual(
      [answer.status, made.iid, made["source_project_id"], made["changes_count"]],
      [201, 1, fork.id, "1"],
    );
    assert.notEqual(made["target_project_id"], fork.id);
    assert.equal(made["project_id"], made["target_project_id"]);
    assert.equal((await refs(at, "demo/work")).get("refs/merge-requests/1/head"), made.sha);
    const dir = await mkdtemp(join(tmpdir(), "fork-"));
    try {
      await git("clone", "--quiet", "--branch", "topic", address(at, "bob/work", "bob"), dir);
      await git(
        "-C",
        dir,
        "-c",
        "user.name=Bob",
        "-c",
        "user.email=bob@example.com",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "More",
      );
      await git("-C", dir, "push", "--quiet", "origin", "topic");
      const head = await git("-C", dir, "rev-parse", "HEAD");
      const moved = (await at.mr("GET", "/1")).json as MergeRequest;
      assert.deepEqual([moved.sha, (await refs(at, "demo/work")).get("refs/merge-requests/1/head")], [head, head]);
    } finally {
      await rm(dir, { recursive: true });
    }
    assert.equal((await at.mr("GET", "")).status, 200);
    assert.deepEqual(
      (await at.call("GET", `/api/v4/projects/${fork.id}/merge_requests`)).json,
      [],
      "it is the target's",
    );
    const { base_sha: base } = made["diff_refs"] as { base_sha: string };
    const commits = (
      await at.call("GET", `/api/v4/projects/demo%2Fwork/repository/commits?ref_name=${base}..${made.sha!}`)
    ).json as { id: string }[];
    assert.deepEqual(
      commits.map((one) => one.id),
      [made.sha],
    );
  });

  it("refuse what does not belong together", async () => {
    await using at = await workshop();
    const fork = await forked(at);
    const other = await at.service.control.createProject({ path: "demo/other", files: { "x.txt": "x\n" } });
    const stranger = await fork.create({ target_project_id: other.id });
    assert.deepEqual(
      [stranger.status, stranger.json],
      [422, { message: ["Source project is not a fork of the target project"] }],
    );
    assert.equal((await fork.create({ target_project_id: 999 })).status, 404);
    assert.equal((await fork.create({}, "alice")).status, 403, "a reporter of the fork");
    assert.deepEqual((await fork.create({ source_branch: "none" })).json, {
      message: { source_branch: ["does not exist"] },
    });
    // The branch of the same name in the project itself is another one.
    await at.open("topic");
    assert.equal((await fork.create()).status, 201);
    const twice = await fork.create();
    assert.deepEqual(
      [twice.status, twice.json],
      [409, { message: ["Another open merge request already exists for this source branch: !2"] }],
    );
    assert.equal((await fork.create({ source_branch: "main" })).status, 201, "the same name in another project");
  });

  it("really merge into the target, which the fork does not follow, and count how far they are apart", async () => {
    await using at = await workshop();
    const fork = await forked(at);
    const { sha } = (await fork.create()).json as MergeRequest;
    await at.service.control.commit({ "a.txt": "moved on\n" }, { project: "demo/work", branch: "main" });
    assert.equal(
      ((await at.mr("GET", "/1?include_diverged_commits_count=true")).json as MergeRequest)["diverged_commits_count"],
      1,
    );
    assert.equal((await at.settled(1)).detailed_merge_status, "mergeable");
    assert.equal((await at.mr("PUT", "/1/merge", { sha }, "rita")).status, 401);
    const main = (await refs(at, "bob/work")).get("refs/heads/main");
    const merged = (await at.mr("PUT", "/1/merge", { sha, should_remove_source_branch: true })).json as MergeRequest;
    const [target, source] = [await refs(at, "demo/work"), await refs(at, "bob/work")];
    assert.equal(target.get("refs/heads/main"), merged["merge_commit_sha"]);
    const { parent_ids: parents } = (
      await at.call("GET", `/api/v4/projects/demo%2Fwork/repository/commits/${target.get("refs/heads/main")!}`)
    ).json as { parent_ids: string[] };
    assert.equal(parents[1], sha);
    assert.deepEqual(
      [source.get("refs/heads/main"), source.get("refs/heads/topic")],
      [main, sha],
      "who may not push to the fork leaves its branch alone",
    );
  });

  it("lose the branch to a merger who may push there, and find conflicts with the target", async () => {
    await using at = await workshop();
    const fork = await forked(at);
    await fork.create();
    await at.mr("PUT", "/1/merge", { should_remove_source_branch: true }, "bob");
    assert.equal((await refs(at, "bob/work")).get("refs/heads/topic"), undefined);
    await fork.commit({ "a.txt": "theirs\n" }, "clash");
    await at.service.control.commit({ "a.txt": "ours\n" }, { project: "demo/work", branch: "main" });
    await fork.create({ source_branch: "clash" });
    assert.equal((await at.settled(2)).detailed_merge_status, "conflict");
  });

  it("are closed by their deletion, which keeps the head", async () => {
    await using at = await workshop();
    const fork = await forked(at);
    const { sha } = (await fork.create()).json as MergeRequest;
    await at.service.control.deleteProject("bob/work");
    const gone = (await at.mr("GET", "/1")).json as MergeRequest & { closed_by: { username: string } };
    assert.deepEqual(
      [gone.state, gone.closed_by.username, gone["source_project_id"], gone.sha, gone["source_branch"]],
      ["closed", "bob", null, sha, "topic"],
    );
    assert.equal((await refs(at, "demo/work")).get("refs/merge-requests/1/head"), sha);
    assert.equal((await at.mr("PUT", "/1", { state_event: "reopen" })).status, 400);
    assert.equal((await at.call("GET", `/api/v4/projects/${fork.id}`, at.as("bob"))).status, 404);
    await assert.rejects(git("ls-remote", address(at, "bob/work", "bob")));
  });

  it("take pushes of those who may merge only while a merge request says so, and only to its branch", async () => {
    await using at = await workshop();
    await at.service.control.createProject({ path: "demo/open", visibility: "public", files: { "a.txt": "one\n" } });
    const fork = await at.service.control.forkProject({ from: "demo/open", path: "bob/open" });
    await at.service.control.commit({ "topic.txt": "topic\n" }, { project: "bob/open", branch: "topic", by: "bob" });
    const { iid } = await at.service.control.addMergeRequest({
      project: "demo/open",
      fork: "bob/open",
      sourceBranch: "topic",
      title: "From a fork",
      by: "bob",
    });
    const commit = async (who: Person, branch = "topic"): Promise<number> =>
      (
        await at.call("POST", `/api/v4/projects/${fork.id}/repository/commits`, {
          ...at.as(who),
          body: {
            branch,
            commit_message: "Mend it",
            actions: [{ action: "create", file_path: `${who}.txt`, content: "x" }],
          },
        })
      ).status;
    const put = (who: Person, body: object): Promise<Answer> =>
      at.call("PUT", `/api/v4/projects/demo%2Fopen/merge_requests/${iid}`, { ...at.as(who), body });
    assert.equal(await commit("max"), 403);
    assert.equal(
      ((await put("max", { allow_collaboration: true })).json as MergeRequest)["allow_collaboration"],
      null,
      "not for max to say",
    );
    assert.equal(((await put("bob", { allow_collaboration: true })).json as MergeRequest)["allow_collaboration"], true);
    assert.deepEqual([await commit("max"), await commit("max", "main"), await commit("rita")], [201, 403, 403]);
    const branches = (await at.call("GET", `/api/v4/projects/${fork.id}/repository/branches`, at.as("max"))).json as {
      name: string;
      can_push: boolean;
    }[];
    assert.deepEqual(
      branches.map((one) => [one.name, one.can_push]),
      [
        ["main", false],
        ["topic", true],
      ],
    );
    const dir = await mkdtemp(join(tmpdir(), "fork-"));
    try {
      await git("clone", "--quiet", "--branch", "topic", address(at, "bob/open", "max"), dir);
      await git(
        "-C",
        dir,
        "-c",
        "user.name=Max",
        "-c",
        "user.email=max@example.com",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "By git",
      );
      await assert.rejects(git("-C", dir, "push", "--quiet", "origin", "HEAD:main"), /not allowed to push/);
      await git("-C", dir, "push", "--quiet", "origin", "topic");
    } finally {
      await rm(dir, { recursive: true });
    }
    await put("bob", { state_event: "close" });
    assert.equal(await commit("max"), 403, "it is closed");
  });
});
