import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import { ApiError } from "../../../../../src/api/errors.ts";
import type { PlannedAction } from "../../../../../src/features/repository/commitFiles/actions.ts";
import { whyRefused } from "../../../../../src/features/repository/commitFiles/errors.ts";
import { examine } from "../../../../../src/features/repository/commitFiles/examine.ts";
import type { Reason } from "../../../../../src/features/repository/commitFiles/reasons.ts";
import { type MadeCommit, sendCommit } from "../../../../../src/features/repository/commitFiles/send.ts";
import { findSent, type SentCommit } from "../../../../../src/features/repository/commitFiles/sent.ts";
import type { Target } from "../../../../../src/features/repository/commitFiles/target.ts";
import type { Dialect } from "../../../../service/hosting.ts";
import type { Person } from "../../../service/mergeRequestsSetup.ts";
import { blobOf } from "./hostTree.ts";
import { type OnHost, onHost, project } from "./onHost.ts";

const hosts: readonly { dialect: Dialect; extras: boolean }[] = [
  { dialect: "gitlab", extras: true },
  { dialect: "neutral", extras: false },
];

for (const { dialect, extras } of hosts) {
  describe(`a commit to a host that speaks ${dialect}, ${extras ? "with" : "without"} routes beyond the documents`, () => {
    let here: OnHost;
    /** Branches of their own for tests. */
    const branches = Array.from({ length: 8 }, (_, at) => `try-${at}`);
    const message = "Change files\n\nIn several lines.\n";
    before(async () => {
      here = await onHost({ dialect, extras });
      await here.git(
        "push",
        "-q",
        "origin",
        ...["guarded/topic", ...branches].map((one) => `refs/remotes/origin/main:refs/heads/${one}`),
      );
    });
    after(() => here.close());
    afterEach(async () => {
      await here.at.service.control.clearFaults();
      await here.git("reset", "-q", "--hard", "origin/main");
      await here.git("clean", "-qffd");
    });
    const fresh = (): string => branches.shift() ?? assert.fail("more tests than branches");
    const send = (target: Target, planned: readonly PlannedAction[], who: Person = "alice"): Promise<MadeCommit> =>
      sendCommit(
        here.as(who),
        project,
        {
          target,
          message,
          author: { name: "Ada", email: "ada@example.com" },
          actions: planned.map(({ action }) => action),
        },
        {},
      );
    /** Sends what cannot be made, and looks up why. */
    const refusal = async (
      target: Target,
      planned: readonly PlannedAction[],
      { tip, who = "alice" }: { readonly tip?: string | undefined; readonly who?: Person } = {},
    ): Promise<Reason | undefined> => {
      const error = await send(target, planned, who).then(
        () => assert.fail("it was made"),
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof ApiError, String(error));
      return whyRefused(here.as(who), { project, target, message, planned, tip }, error);
    };
    const file = (action: "create" | "update", path: string): PlannedAction => ({
      action: { action, file_path: path, content: "x" },
    });

    it("starts a new branch at a branch, a commit or another project, and overwrites one by force", async () => {
      here.write("a.txt", "A");
      here.write("c.txt", "C");
      const planned = await here.planned();
      const start = await here.git("rev-parse", "origin/main");
      const other = "demo/fork";
      await here.at.service.control.createProject({ path: other, files: { "a.txt": "one\n", "only there.txt": "x" } });
      const targets: Target[] = [
        { branch: "of-branch", start: { kind: "branch", ref: "main" } },
        { branch: "of-commit", start: { kind: "commit", ref: start } },
        { branch: "of-fork", start: { kind: "branch", ref: "main", project: other } },
      ];
      for (const target of targets) {
        const { actions, reason, tip } = await examine(here.client, project, target, planned);
        assert.equal(reason, undefined, target.branch);
        const { sha } = await send(target, actions);
        const commit = await here.client.commits.get(project, target.branch);
        assert.deepEqual([commit.id, commit.parent_ids], [sha, [tip]], target.branch);
        assert.equal(await here.hosted("c.txt", target.branch), "C", target.branch);
      }
      assert.equal(await here.hosted("only there.txt", "of-fork"), "x");
      const again: Target = { branch: "of-branch", start: { kind: "commit", ref: start } };
      assert.deepEqual(await refusal(again, planned), { kind: "branchExists", branch: "of-branch" });
      here.write("a.txt", "A again");
      await send({ ...again, force: true }, await here.planned());
      assert.equal(await here.hosted("a.txt", "of-branch"), "A again");
      assert.deepEqual((await here.client.commits.get(project, "of-branch")).parent_ids, [start]);
    });

    it("reports a file that somebody changed, before it is sent and when it happens in between", async () => {
      const branch = fresh();
      here.write("a.txt", "mine\n");
      here.write("b.txt", "mine too\n");
      const planned = await here.planned();
      const { actions, tip } = await examine(here.client, project, { branch }, planned);
      const { sha } = await here.at.service.control.commit({ "a.txt": "theirs\n" }, { project, branch });
      const changed = { kind: "changed", path: "a.txt", commit: sha };
      assert.deepEqual((await examine(here.client, project, { branch }, planned)).reason, changed);
      assert.deepEqual(await refusal({ branch }, actions, { tip }), changed);
      assert.deepEqual(await refusal({ branch }, actions.slice(0, 1), { tip }), changed);
      assert.equal(await here.hosted("a.txt", branch), "theirs\n", "nothing is overwritten");
    });

    it("says why actions, paths, branches and starts are refused", async () => {
      const branch = fresh();
      const start = (ref: string): Target["start"] => ({ kind: "branch", ref });
      const bad = (path: string, problem: string) =>
        [{ branch }, [file("create", path), file("create", "fine.txt")], { kind: "badPath", path, problem }] as const;
      const two = [file("create", "x.txt"), file("create", "y.txt")];
      const same = { action: { action: "update", file_path: "a.txt", content: "one\n" } } as const;
      const expects = { path: "a.txt", blob: "0".repeat(40) };
      const move = { action: { action: "move", file_path: "b.txt", previous_path: "a.txt" } } as const;
      const gone = { ...file("update", "gone.txt"), expects: { path: "gone.txt", blob: "1" }, blob: "2" };
      const rows: readonly (readonly [Target, readonly PlannedAction[], Reason | object])[] = [
        bad("../out.txt", "traversal"),
        bad("a/../../b", "traversal"),
        bad("a//b", "part"),
        bad(".git/config", "git"),
        [{ branch }, [{ ...same, expects, blob: blobOf(Buffer.from("one\n")) }], { kind: "nothingNew" }],
        [{ branch }, [{ ...file("create", "a.txt"), blob: "1" }], { kind: "exists", path: "a.txt" }],
        [{ branch }, [gone], { kind: "missing", path: "gone.txt" }],
        [{ branch }, [move], { kind: "exists", path: "b.txt" }],
        [{ branch: "nowhere" }, two, { kind: "branchMissing", branch: "nowhere" }],
        [{ branch: "new-one", start: start("nowhere") }, two, { kind: "startMissing", start: "nowhere" }],
        [{ branch: "a..b", start: start("main") }, two, { kind: "branchName", branch: "a..b" }],
      ];
      for (const [target, planned, reason] of rows) assert.deepEqual(await refusal(target, planned), reason);
    });

    // What follows asks for nothing beyond the documents.
    if (!extras) return;

    it("leaves out what somebody else committed alike", async () => {
      const branch = fresh();
      here.write("a.txt", "same\n");
      here.write("new.txt", "new\n");
      await here.git("rm", "-q", "b.txt");
      const planned = await here.planned();
      const last = await here.git("rev-parse", "origin/main");
      const all = (await examine(here.client, project, { branch }, planned)).actions.map(({ action }) => action);
      const update = all.find((one) => one.action === "update");
      assert.equal(update?.last_commit_id, last);
      await here.at.service.control.commit({ "a.txt": "same\n", "b.txt": null }, { project, branch });
      const { actions, reason } = await examine(here.client, project, { branch }, planned);
      const left = actions.map(({ action }) => `${action.action} ${action.file_path}`);
      assert.deepEqual([reason, left], [undefined, ["create new.txt"]]);
      await send({ branch }, actions);
      assert.deepEqual((await examine(here.client, project, { branch }, planned)).reason, { kind: "nothingNew" });
    });

    it("reports branches that are protected, by a wildcard too, and roles that cannot push", async () => {
      const branch = "guarded/topic";
      await here.client.protectedBranches.create(project, { name: "guarded/*", push_access_level: 40 });
      await here.at.service.control.setMember({ project, user: "bob", level: 30 });
      await here.at.service.control.setMember({ project, user: "rita", level: 20 });
      const planned = [file("create", "x.txt")];
      try {
        assert.deepEqual(await refusal({ branch }, planned, { who: "bob" }), { kind: "protected", branch });
        assert.deepEqual(await refusal({ branch: fresh() }, planned, { who: "rita" }), { kind: "noRights" });
      } finally {
        await here.client.protectedBranches.delete(project, "guarded/*");
      }
    });

    it("reports that the branch moved, if nothing else is found", async () => {
      const branch = fresh();
      here.write("a.txt", "mine\n");
      const { actions, tip } = await examine(here.client, project, { branch }, await here.planned());
      const { sha } = await here.at.service.control.commit({ "z.txt": "z" }, { project, branch });
      const request = { method: "PUT", url: "" };
      const error = new ApiError({ kind: "invalidRequest", message: "400", request, status: 400 });
      const why = (from: string | undefined) =>
        whyRefused(here.client, { project, target: { branch }, message, planned: actions, tip: from }, error);
      assert.deepEqual(await why(tip), { kind: "branchMoved", branch, commit: sha });
      assert.equal(await why(sha), undefined);
    });

    it("finds a commit whose answer got lost, below what others pushed, and no other", async () => {
      const branch = fresh();
      here.write("a.txt", "mine\n");
      here.write("b.txt", "mine\n");
      const { actions, tip } = await examine(here.client, project, { branch }, await here.planned());
      const sent: SentCommit = { branch, message, files: ["a.txt", "b.txt"], tip };
      assert.equal(await findSent(here.client, project, sent), undefined);
      const path = "/repository/commits$";
      await here.at.service.control.fault({ method: "POST", path, action: "truncate", times: 1 });
      const reason = await refusal({ branch }, actions, { tip });
      const commit = (await here.client.commits.get(project, branch)).id;
      assert.deepEqual(reason, { kind: "done", commit });
      const lost = new ApiError({ kind: "network", message: "reset", request: { method: "POST", url: "" } });
      const another = { project, target: { branch }, message: "Another", planned: actions, tip };
      assert.equal(await whyRefused(here.client, another, lost), undefined);
      await here.at.service.control.commit({ "z.txt": "z" }, { project, branch });
      assert.equal(await findSent(here.client, project, sent), commit);
      assert.equal(await findSent(here.client, project, { ...sent, before: commit }), undefined);
      assert.equal(await findSent(here.client, project, { ...sent, branch: "nowhere" }), undefined);
    });
  });
}
