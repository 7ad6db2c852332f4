import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { workshop, type MergeRequest, type Workshop } from "./mergeRequestsSetup.ts";

/** A clone address's output: what real git sees of the repository. */
async function refs(at: Workshop): Promise<Map<string, string>> {
  const url = new URL(`${at.service.url}/demo/work.git`);
  Object.assign(url, { username: "alice", password: at.info.users.alice.token });
  const { stdout } = await promisify(execFile)("git", ["ls-remote", url.href]);
  return new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t") as [string, string])
      .map(([sha, ref]) => [ref, sha]),
  );
}

async function commit(at: Workshop, sha: string): Promise<{ parent_ids: string[]; message: string }> {
  return (await at.call("GET", `/api/v4/projects/demo%2Fwork/repository/commits/${sha}`)).json as {
    parent_ids: string[];
    message: string;
  };
}

/** Changes the same line on `main` and on the branch. */
async function conflicting(at: Workshop): Promise<void> {
  await at.open("clash", { files: { "a.txt": "theirs\n" } });
  await at.service.control.commit({ "a.txt": "ours\n" }, { project: "demo/work", branch: "main" });
}

describe("service: merge requests, checks", () => {
  it("is unchecked, is being checked while it is read, and settles by a real merge", async () => {
    await using at = await workshop();
    const made = await at.open("one");
    assert.deepEqual([made.detailed_merge_status, made["merge_status"]], ["unchecked", "unchecked"]);
    assert.equal(((await at.mr("GET", "/1")).json as MergeRequest).detailed_merge_status, "checking");
    const settled = await at.settled(1);
    assert.deepEqual(
      [settled.detailed_merge_status, settled["merge_status"], settled["has_conflicts"]],
      ["mergeable", "can_be_merged", false],
    );
    // A commit on either side makes the answer void; the list checks only when asked.
    await at.service.control.commit({ "one.txt": "on main\n" }, { project: "demo/work", branch: "main" });
    const listed = async (query = ""): Promise<string> =>
      ((await at.mr("GET", query)).json as MergeRequest[])[0]!.detailed_merge_status;
    assert.deepEqual([await listed(), await listed("?with_merge_status_recheck=true")], ["unchecked", "unchecked"]);
    assert.equal((await at.settled(1)).detailed_merge_status, "conflict");
  });

  it("is not recalculated for people below developers", async () => {
    await using at = await workshop({ extras: true });
    await at.open("one");
    await at.mr("GET", "?with_merge_status_recheck=true", undefined, "rita");
    assert.equal(((await at.mr("GET", "")).json as MergeRequest[])[0]!.detailed_merge_status, "unchecked");
    await at.mr("GET", "?with_merge_status_recheck=true", undefined, "bob");
    assert.notEqual(((await at.mr("GET", "")).json as MergeRequest[])[0]!.detailed_merge_status, "unchecked");
  });

  it("follows pushes to its branch, keeps the head ref, and is closed when the branch goes", async () => {
    await using at = await workshop();
    const made = await at.open("one");
    assert.equal((await refs(at)).get("refs/merge-requests/1/head"), made.sha);
    const { sha } = await at.service.control.commit({ "more.txt": "x\n" }, { project: "demo/work", branch: "one" });
    const moved = (await at.mr("GET", "/1")).json as MergeRequest;
    assert.deepEqual(
      [moved.sha, moved["changes_count"], (await refs(at)).get("refs/merge-requests/1/head")],
      [sha, "2", sha],
    );
    const url = new URL(`${at.service.url}/demo/work.git`);
    Object.assign(url, { username: "bob", password: at.info.users.bob.token });
    await promisify(execFile)("git", ["push", "--quiet", url.href, ":refs/heads/one"], { cwd: import.meta.dirname });
    const gone = (await at.mr("GET", "/1")).json as MergeRequest & { closed_by: { username: string } };
    assert.deepEqual([gone.state, gone.closed_by.username, gone.sha], ["closed", "bob", sha]);
    assert.equal((await at.mr("PUT", "/1", { state_event: "reopen" })).status, 400);
  });
});

describe("service: merge requests, merging", () => {
  it("makes a merge commit with the message asked for, and leaves the source branch", async () => {
    await using at = await workshop();
    const { sha } = await at.open("one");
    const target = (await refs(at)).get("refs/heads/main");
    const answer = await at.mr("PUT", "/1/merge", { sha, merge_commit_message: "Bring it in" }, "max");
    const merged = answer.json as MergeRequest & { merge_user: { username: string }; merge_commit_sha: string };
    assert.deepEqual(
      [answer.status, merged.state, merged.merge_user.username, merged.detailed_merge_status],
      [200, "merged", "max", "not_open"],
    );
    const after = await refs(at);
    assert.deepEqual([after.get("refs/heads/main"), after.get("refs/heads/one")], [merged.merge_commit_sha, sha]);
    assert.deepEqual(
      await commit(at, merged.merge_commit_sha).then(({ parent_ids, message }) => [parent_ids, message.trim()]),
      [[target, sha], "Bring it in"],
    );
    assert.equal((await at.mr("PUT", "/1/merge", {})).status, 405);
  });

  it("squashes several commits to one and removes the source branch", async () => {
    await using at = await workshop();
    await at.open("one");
    await at.service.control.commit({ "more.txt": "x\n" }, { project: "demo/work", branch: "one" });
    const merged = (
      await at.mr("PUT", "/1/merge", {
        squash: true,
        squash_commit_message: "All at once",
        should_remove_source_branch: true,
      })
    ).json as MergeRequest & { squash_commit_sha: string; merge_commit_sha: string };
    assert.deepEqual([merged["squash"], merged["should_remove_source_branch"]], [true, true]);
    assert.equal((await commit(at, merged.squash_commit_sha)).message.trim(), "All at once");
    assert.equal((await commit(at, merged.merge_commit_sha)).parent_ids[1], merged.squash_commit_sha);
    assert.equal((await refs(at)).has("refs/heads/one"), false);
    assert.equal((await at.mr("GET", "/1")).status, 200);
  });

  it("refuses: no right 401, draft 405, conflicts 422, an old head 409 with the present one", async () => {
    await using at = await workshop();
    await conflicting(at);
    const draft = await at.open("draft", { fields: { title: "Draft: later" } });
    const fine = await at.open("fine");
    const expect = async (
      iid: number,
      body: unknown,
      who: "alice" | "rita",
      expected: readonly [number, RegExp],
    ): Promise<void> => {
      const answer = await at.mr("PUT", `/${iid}/merge`, body, who);
      assert.equal(answer.status, expected[0], answer.text);
      assert.match((answer.json as { message: string }).message, expected[1]);
    };
    await expect(fine.iid, {}, "rita", [401, /401 Unauthorized/]);
    await expect(draft.iid, {}, "alice", [405, /405 Method Not Allowed/]);
    await expect(1, {}, "alice", [422, /Branch cannot be merged/]);
    await expect(fine.iid, { sha: "0".repeat(40) }, "alice", [409, new RegExp(`${fine.sha}$`)]);
    await expect(fine.iid, { merge_when_pipeline_succeeds: true }, "alice", [405, /405/]);
    const wrong = await at.mr("PUT", `/${fine.iid}/merge`, { squash: "perhaps" });
    assert.deepEqual([wrong.status, wrong.json], [400, { error: "squash is invalid" }]);
    assert.equal((await at.settled(fine.iid)).state, "opened");
  });

  it("holds to what the project wants: approvals and a pipeline that succeeded", async () => {
    await using at = await workshop();
    const { sha } = await at.open("one");
    await at.service.control.setMergeRules({ project: "demo/work", approvals: 1, pipelineMustSucceed: true });
    assert.equal((await at.settled(1)).detailed_merge_status, "not_approved");
    assert.equal((await at.mr("PUT", "/1/merge", {})).status, 405);
    const approvals = (await at.mr("POST", "/1/approve", { sha })).json as {
      approved: boolean;
      approvals_left: number;
    };
    assert.deepEqual(
      [approvals.approved, approvals.approvals_left, (await at.settled(1)).detailed_merge_status],
      [true, 0, "ci_must_pass"],
    );
    const { jobs } = await at.service.control.addPipeline({
      project: "demo/work",
      ref: "one",
      jobs: [{ status: "running" }],
    });
    assert.equal((await at.settled(1)).detailed_merge_status, "ci_still_running");
    await at.service.control.finishJob(jobs[0]!, "success");
    assert.equal((await at.settled(1)).detailed_merge_status, "mergeable");
    assert.equal((await at.mr("PUT", "/1/merge", {})).status, 200);
  });

  it("refuses to merge into a protected branch for those who may not", async () => {
    await using at = await workshop();
    await at.open("one");
    const made = await at.call("POST", "/api/v4/projects/demo%2Fwork/protected_branches", { body: { name: "main" } });
    assert.equal(made.status, 201, made.text);
    assert.equal((await at.mr("PUT", "/1/merge", {}, "bob")).status, 401);
    assert.equal((await at.mr("PUT", "/1/merge", {}, "max")).status, 200);
  });

  it("takes a request as merged whose commits arrive by a push", async () => {
    await using at = await workshop();
    const { sha } = await at.open("one");
    const url = new URL(`${at.service.url}/demo/work.git`);
    Object.assign(url, { username: "alice", password: at.info.users.alice.token });
    const dir = await mkdtemp(`${tmpdir()}/pushing-`);
    const git = (...args: string[]): Promise<unknown> => promisify(execFile)("git", args, { cwd: dir });
    await git("clone", "--quiet", url.href, ".");
    await git("push", "--quiet", "origin", `${sha}:refs/heads/main`);
    await rm(dir, { recursive: true });
    const merged = (await at.mr("GET", "/1")).json as MergeRequest;
    assert.deepEqual([merged.state, merged["merge_commit_sha"]], ["merged", sha]);
  });
});

describe("service: merge requests, after the pipeline", () => {
  const later = { merge_when_pipeline_succeeds: true };

  it("merges once the pipeline succeeds, and not when it fails first", async () => {
    await using at = await workshop();
    await at.open("one");
    const { jobs } = await at.service.control.addPipeline({
      project: "demo/work",
      ref: "one",
      jobs: [{ status: "running" }],
    });
    const waiting = (await at.mr("PUT", "/1/merge", { ...later, merge_commit_message: "In time" }))
      .json as MergeRequest;
    assert.deepEqual([waiting.state, waiting["merge_when_pipeline_succeeds"]], ["opened", true]);
    await at.service.control.finishJob(jobs[0]!, "failed");
    const second = await at.service.control.addPipeline({
      project: "demo/work",
      ref: "one",
      jobs: [{ status: "running" }],
    });
    assert.equal((await at.settled(1)).state, "opened");
    await at.service.control.finishJob(second.jobs[0]!, "success");
    const merged = await at.service.control.waitForMergeRequest({ project: "demo/work", iid: 1, state: ["merged"] });
    assert.equal(merged.state, "merged");
    assert.equal((await commit(at, (await refs(at)).get("refs/heads/main")!)).message.trim(), "In time");
  });

  it("is canceled by request, by a push and by closing: real hosts tell the outcome, the documents the merge request", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using at = await workshop({ dialect });
      await at.open("one");
      await at.service.control.addPipeline({ project: "demo/work", ref: "one", jobs: [{ status: "running" }] });
      const cancel = "/1/cancel_merge_when_pipeline_succeeds";
      const planned = async (): Promise<unknown> =>
        ((await at.mr("GET", "")).json as MergeRequest[])[0]!["merge_when_pipeline_succeeds"];
      await at.mr("PUT", "/1/merge", later);
      assert.equal(await planned(), true);
      const canceled = await at.mr("POST", cancel);
      assert.equal(canceled.status, 201);
      if (dialect === "gitlab") assert.deepEqual(canceled.json, { status: "success" });
      else assert.equal((canceled.json as MergeRequest).iid, 1);
      assert.equal(await planned(), false);
      await at.mr("PUT", "/1/merge", later);
      await at.service.control.commit({ "more.txt": "x\n" }, { project: "demo/work", branch: "one" });
      assert.equal(await planned(), false);
      await at.mr("PUT", "/1", { state_event: "close" });
      const late = await at.mr("POST", cancel);
      if (dialect === "gitlab")
        assert.deepEqual(
          [late.status, late.json],
          [201, { message: "Can't cancel the automatic merge", status: "error", http_status: 406 }],
        );
      else assert.equal(late.status, 406);
      assert.equal((await at.mr("POST", cancel, undefined, "rita")).status, 401);
    }
  });

  it("merges after a pipeline that the runner really runs", async () => {
    await using at = await workshop();
    const dir = await mkdtemp(`${tmpdir()}/gate-`);
    const gate = `${dir}/open`;
    const ci = `job:\n  script:\n    - while [ ! -e ${gate} ]; do sleep 0.05; done\n`;
    await at.open("one", { files: { ".gitlab-ci.yml": ci } });
    const { id: pipelineId } = (
      (await at.call("GET", "/api/v4/projects/demo%2Fwork/pipelines")).json as { id: number }[]
    )[0]!;
    const waiting = (await at.mr("PUT", "/1/merge", later)).json as MergeRequest;
    assert.deepEqual([waiting.state, waiting["merge_when_pipeline_succeeds"]], ["opened", true]);
    await writeFile(gate, "");
    assert.equal(
      (await at.service.control.waitForMergeRequest({ project: "demo/work", iid: 1, state: ["merged"] })).state,
      "merged",
    );
    assert.deepEqual(await at.service.control.waitFor({ pipelineId, status: ["success"] }), { status: "success" });
    await rm(dir, { recursive: true });
  });
});

describe("service: merge requests, merge ref", () => {
  it("writes the merge to a ref of its own, only anew when a branch moved, and refuses conflicts", async () => {
    await using at = await workshop();
    const { sha } = await at.open("one");
    const main = (await refs(at)).get("refs/heads/main");
    const build = async (): Promise<string> =>
      ((await at.mr("GET", "/1/merge_ref")).json as { commit_id: string }).commit_id;
    const first = await build();
    const after = await refs(at);
    assert.deepEqual([after.get("refs/merge-requests/1/merge"), after.get("refs/heads/main")], [first, main]);
    assert.deepEqual((await commit(at, first)).parent_ids, [main, sha]);
    // A commit of another second would be another one.
    await at.service.control.advanceClock(5000);
    assert.equal(await build(), first);
    await at.service.control.commit({ "other.txt": "x\n" }, { project: "demo/work", branch: "main" });
    assert.notEqual(await build(), first);
    await at.service.control.commit({ "one.txt": "clash\n" }, { project: "demo/work", branch: "main" });
    const refused = await at.mr("GET", "/1/merge_ref");
    assert.deepEqual([refused.status, refused.json], [400, { message: "Merge request is not mergeable" }]);
  });
});

describe("service: merge requests, making and approving", () => {
  it("makes one, and refuses a second one of the same branches with a list of texts", async () => {
    await using at = await workshop();
    await at.open("one");
    const again = await at.mr("POST", "", { source_branch: "one", target_branch: "main", title: "Again" });
    assert.deepEqual(
      [again.status, again.json],
      [409, { message: ["Another open merge request already exists for this source branch: !1"] }],
    );
    assert.equal(
      (await at.mr("POST", "", { source_branch: "main", target_branch: "main", title: "Again" })).status,
      422,
    );
    assert.deepEqual((await at.mr("POST", "", { source_branch: "gone", target_branch: "main", title: "Again" })).json, {
      message: { source_branch: ["does not exist"] },
    });
    assert.deepEqual((await at.mr("POST", "", { source_branch: "one", target_branch: "main" })).json, {
      error: "title is missing",
    });
    assert.equal(
      (await at.mr("POST", "", { source_branch: "one", target_branch: "main", title: "x" }, "rita")).status,
      403,
    );
  });

  it("is approved once by each, for the head they saw", async () => {
    await using at = await workshop();
    const { sha } = await at.open("one");
    assert.equal((await at.mr("POST", "/1/approve", { sha: "1".repeat(40) })).status, 409);
    const given = await at.mr("POST", "/1/approve", { sha });
    assert.deepEqual([given.status, (given.json as { user_has_approved: boolean }).user_has_approved], [201, true]);
    assert.deepEqual(
      [
        (await at.mr("POST", "/1/approve")).status,
        (await at.mr("POST", "/1/unapprove")).status,
        (await at.mr("POST", "/1/approve", {}, "rita")).status,
      ],
      [401, 201, 403],
    );
  });

  it("rebases for those who may push, keeps the authors, and says when it cannot", async () => {
    await using at = await workshop({ extras: true });
    const made = await at.open("one");
    await at.service.control.commit({ "x.txt": "x\n" }, { project: "demo/work", branch: "main" });
    const rebased = async (iid: number): Promise<MergeRequest> => {
      const { status, json } = await at.mr("PUT", `/${iid}/rebase`);
      assert.deepEqual([status, json], [202, { rebase_in_progress: true }]);
      for (;;) {
        const now = (await at.mr("GET", `/${iid}?include_rebase_in_progress=true`)).json as MergeRequest;
        if (now["rebase_in_progress"] === false) return now;
      }
    };
    const after = await rebased(1);
    assert.notEqual(after.sha, made.sha);
    const seen = await refs(at);
    assert.equal(seen.get("refs/heads/one"), after.sha);
    assert.deepEqual((await commit(at, after.sha ?? "")).parent_ids, [seen.get("refs/heads/main")]);
    assert.equal((await rebased(1)).sha, after.sha, "there is nothing more to do");
    await conflicting(at);
    const clash = await rebased(2);
    assert.match(String(clash["merge_error"]), /^Rebase failed: Rebase locally/);
    assert.equal((await at.mr("PUT", "/1/rebase", {}, "rita")).status, 403);
    await at.mr("PUT", "/1", { state_event: "close" });
    assert.equal((await at.mr("PUT", "/1/rebase")).status, 409);
    assert.equal("rebase_in_progress" in ((await at.mr("GET", "/1")).json as object), false);
  });

  it("has none of these routes without extras", async () => {
    await using at = await workshop({ extras: false });
    for (const [method, path] of [
      ["POST", ""],
      ["GET", "/1"],
      ["POST", "/1/approve"],
      ["PUT", "/1/rebase"],
    ] as const)
      assert.ok([404, 405].includes((await at.mr(method, path)).status), path);
    assert.equal((await at.mr("GET", "")).status, 200);
  });
});
