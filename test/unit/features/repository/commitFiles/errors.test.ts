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
    let branches = 0;
    const message = "Change files\n\nIn several lines.\n";
    before(async () => {
      here = await onHost({ dialect, extras });
    });
    after(() => here.close());
    afterEach(async () => {
      await here.at.service.control.clearFaults();
      await here.git("checkout", "-q", "--force", "main");
      await here.git("reset", "-q", "--hard", "origin/main");
      await here.git("clean", "-qffd");
    });
    /** A branch of its own, as it is on the host. */
    const fresh = async (): Promise<string> => {
      const branch = `try-${branches++}`;
      await here.git("push", "-q", "origin", `refs/remotes/origin/main:refs/heads/${branch}`);
      return branch;
    };
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
    const asked = async (): Promise<string[]> =>
      (await here.at.service.control.requests())
        .filter(({ method }) => method !== "GET" && method !== "HEAD")
        .map(({ method, path }) => `${method} ${path.split("?")[0]?.replace(/^.*demo%2Fwork/, "") ?? ""}`);

    it("of one file goes by the file's own route, with its last commit, author and all lines of the message", async () => {
      const branch = await fresh();
      here.write("a.txt", "changed\n", 0o755);
      const examined = await examine(here.client, project, { branch }, await here.planned());
      assert.equal(examined.reason, undefined);
      const [update, chmod] = examined.actions.map(({ action }) => action);
      assert.equal(update?.action === "update" && update.last_commit_id, await here.git("rev-parse", "origin/main"));
      assert.equal(chmod?.action, "chmod");
      await here.at.service.control.clearRequests();
      const made = await send({ branch }, examined.actions);
      assert.deepEqual(await asked(), ["PUT /repository/files/a.txt"]);
      const commit = await here.client.commits.get(project, branch);
      assert.deepEqual(
        [commit.id, commit.message?.trim(), commit.author_name, commit.author_email],
        [made.sha, message.trim(), "Ada", "ada@example.com"],
      );
      assert.equal(await here.hosted("a.txt", branch), "changed\n");
      assert.equal((await here.client.repositoryFiles.head(project, "a.txt", { ref: branch })).execute_filemode, true);
      await here.at.service.control.clearRequests();
      await send({ branch }, [{ action: { action: "create", file_path: "one/new.txt", content: "n" } }]);
      await send({ branch }, [{ action: { action: "delete", file_path: "b.txt" } }]);
      assert.deepEqual(await asked(), ["POST /repository/files/one%2Fnew.txt", "DELETE /repository/files/b.txt"]);
      assert.deepEqual(
        [await here.hosted("one/new.txt", branch), await here.hosted("b.txt", branch)],
        ["n", undefined],
      );
    });

    it("of several files is one commit, also on a new branch that starts at a branch, a commit or in another project", async () => {
      here.write("a.txt", "A");
      here.write("c.txt", "C");
      const planned = await here.planned();
      const start = await here.git("rev-parse", "origin/main");
      const other = `demo/fork${branches}`;
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
        assert.deepEqual(
          [await here.hosted("a.txt", target.branch), await here.hosted("c.txt", target.branch)],
          ["A", "C"],
          target.branch,
        );
      }
      assert.equal(await here.hosted("only there.txt", "of-fork"), "x");
      const lost = (await here.client.commits.get(project, "of-branch")).id;
      const again: Target = { branch: "of-branch", start: { kind: "commit", ref: start } };
      assert.deepEqual(await refusal(again, planned), { kind: "branchExists", branch: "of-branch" });
      // What is the same in the same second is the same commit.
      here.write("a.txt", "A again");
      await send({ ...again, force: true }, await here.planned());
      const overwritten = await here.client.commits.get(project, "of-branch");
      assert.deepEqual([overwritten.parent_ids, overwritten.id === lost], [[start], false]);
    });

    it("over a file that somebody changed meanwhile is told before it is sent, and refused when it happens in between", async () => {
      const branch = await fresh();
      here.write("a.txt", "mine\n");
      here.write("b.txt", "mine too\n");
      const planned = await here.planned();
      const { actions, tip } = await examine(here.client, project, { branch }, planned);
      const { sha } = await here.at.service.control.commit({ "a.txt": "theirs\n" }, { project, branch });
      assert.deepEqual((await examine(here.client, project, { branch }, planned)).reason, {
        kind: "changed",
        path: "a.txt",
        commit: sha,
      });
      assert.deepEqual(await refusal({ branch }, actions, { tip }), { kind: "changed", path: "a.txt", commit: sha });
      assert.deepEqual(await refusal({ branch }, actions.slice(0, 1), { tip }), {
        kind: "changed",
        path: "a.txt",
        commit: sha,
      });
      assert.equal(await here.hosted("a.txt", branch), "theirs\n", "nothing is overwritten");
    });

    it("that somebody else made already has nothing left, or only the rest", async () => {
      const branch = await fresh();
      here.write("a.txt", "same\n");
      here.write("new.txt", "new\n");
      await here.git("rm", "-q", "b.txt");
      const planned = await here.planned();
      await here.at.service.control.commit({ "a.txt": "same\n", "b.txt": null }, { project, branch });
      const { actions, reason } = await examine(here.client, project, { branch }, planned);
      assert.deepEqual(
        [reason, actions.map(({ action }) => `${action.action} ${action.file_path}`)],
        [undefined, ["create new.txt"]],
      );
      await here.at.service.control.commit({ "new.txt": "new\n" }, { project, branch });
      assert.deepEqual((await examine(here.client, project, { branch }, planned)).reason, { kind: "nothingNew" });
    });

    it("of equal content is told as such", async () => {
      const branch = await fresh();
      const blob = blobOf(Buffer.from("one\n"));
      const planned: PlannedAction[] = [
        {
          action: { action: "update", file_path: "a.txt", content: "one\n" },
          expects: { path: "a.txt", blob: "0".repeat(40) },
          blob,
        },
      ];
      assert.deepEqual(await refusal({ branch }, planned), { kind: "nothingNew" });
    });

    const paths: readonly [path: string, problem: string][] = [
      ["../out.txt", "traversal"],
      ["a/../../b", "traversal"],
      ["a//b", "part"],
      [".git/config", "git"],
    ];
    for (const [path, problem] of paths) {
      it(`to the path ${path} is refused for it`, async () => {
        const planned: PlannedAction[] = [
          { action: { action: "create", file_path: path, content: "x" } },
          { action: { action: "create", file_path: "fine.txt", content: "x" } },
        ];
        assert.deepEqual(await refusal({ branch: "main" }, planned), { kind: "badPath", path, problem });
      });
    }

    it("that makes what is there, and changes what is not, names the file", async () => {
      const branch = await fresh();
      const create: PlannedAction = { action: { action: "create", file_path: "a.txt", content: "x" }, blob: "1" };
      assert.deepEqual(await refusal({ branch }, [create]), { kind: "exists", path: "a.txt" });
      const update: PlannedAction = {
        action: { action: "update", file_path: "gone.txt", content: "x" },
        expects: { path: "gone.txt", blob: "1" },
        blob: "2",
      };
      assert.deepEqual(await refusal({ branch }, [update]), { kind: "missing", path: "gone.txt" });
      const move: PlannedAction = { action: { action: "move", file_path: "b.txt", previous_path: "a.txt" } };
      assert.deepEqual(await refusal({ branch }, [move]), { kind: "exists", path: "b.txt" });
    });

    it("to a branch that is not there, or from a start that is not, says which", async () => {
      const planned: PlannedAction[] = [
        { action: { action: "create", file_path: "x.txt", content: "x" } },
        { action: { action: "create", file_path: "y.txt", content: "y" } },
      ];
      assert.deepEqual(await refusal({ branch: "nowhere" }, planned), { kind: "branchMissing", branch: "nowhere" });
      assert.deepEqual(await refusal({ branch: "new-one", start: { kind: "branch", ref: "nowhere" } }, planned), {
        kind: "startMissing",
        start: "nowhere",
      });
      assert.deepEqual(await refusal({ branch: "a..b", start: { kind: "branch", ref: "main" } }, planned), {
        kind: "branchName",
        branch: "a..b",
      });
    });

    it("to a protected branch says so, also where a wildcard protects it, and to whom who may not push at all", async () => {
      const branch = `guarded/${await fresh()}`;
      await here.git("push", "-q", "origin", `refs/remotes/origin/main:refs/heads/${branch}`);
      await here.client.protectedBranches.create(project, { name: "guarded/*", push_access_level: 40 });
      await here.at.service.control.setMember({ project, user: "bob", level: 30 });
      await here.at.service.control.setMember({ project, user: "rita", level: 20 });
      const planned: PlannedAction[] = [{ action: { action: "create", file_path: "x.txt", content: "x" } }];
      try {
        assert.deepEqual(await refusal({ branch }, planned, { who: "bob" }), { kind: "protected", branch });
        assert.deepEqual(await refusal({ branch: await fresh() }, planned, { who: "rita" }), { kind: "noRights" });
      } finally {
        await here.client.protectedBranches.delete(project, "guarded/*");
      }
    });

    it("while somebody pushed other files says that the branch moved", async () => {
      const branch = await fresh();
      here.write("a.txt", "mine\n");
      const { actions, tip } = await examine(here.client, project, { branch }, await here.planned());
      const { sha } = await here.at.service.control.commit({ "z.txt": "z" }, { project, branch });
      const error = new ApiError({
        kind: "invalidRequest",
        message: "400",
        request: { method: "PUT", url: "" },
        status: 400,
      });
      assert.deepEqual(
        await whyRefused(here.client, { project, target: { branch }, message, planned: actions, tip }, error),
        { kind: "branchMoved", branch, commit: sha },
      );
      assert.equal(
        await whyRefused(here.client, { project, target: { branch }, message, planned: actions, tip: sha }, error),
        undefined,
        "nothing is found out",
      );
    });

    it("whose answer got lost is found on the branch, and is not taken for somebody else's", async () => {
      const branch = await fresh();
      here.write("a.txt", "mine\n");
      here.write("b.txt", "mine\n");
      const { actions, tip } = await examine(here.client, project, { branch }, await here.planned());
      await here.at.service.control.fault({
        method: "POST",
        path: "/repository/commits$",
        action: "truncate",
        times: 1,
      });
      const reason = await refusal({ branch }, actions, { tip });
      assert.deepEqual(reason, { kind: "done", commit: (await here.client.commits.get(project, branch)).id });
      const lost = new ApiError({ kind: "network", message: "reset", request: { method: "POST", url: "" } });
      const attempt = { project, target: { branch }, message: "Another", planned: actions, tip };
      assert.equal(await whyRefused(here.client, attempt, lost), undefined);
    });

    it("whose fate is unknown is found below what others pushed meanwhile; what an overwritten branch had is not taken for it", async () => {
      const branch = await fresh();
      here.write("a.txt", "mine\n");
      here.write("b.txt", "mine\n");
      const { actions, tip } = await examine(here.client, project, { branch }, await here.planned());
      const sent: SentCommit = { branch, message, files: ["a.txt", "b.txt"], tip };
      assert.equal(await findSent(here.client, project, sent), undefined);
      const { sha } = await send({ branch }, actions);
      await here.at.service.control.commit({ "z.txt": "z" }, { project, branch });
      assert.equal(await findSent(here.client, project, sent), sha);
      assert.equal(await findSent(here.client, project, { ...sent, before: sha }), undefined, "it was there before");
      assert.equal(await findSent(here.client, project, { ...sent, branch: "nowhere" }), undefined);
    });

    it("of twenty megabytes tells how far it is, and ends when it is called off", async () => {
      const branch = await fresh();
      const bytes = Buffer.alloc(20 * 1024 * 1024, 255);
      const large = {
        action: "create",
        file_path: "large.bin",
        content: bytes.toString("base64"),
        encoding: "base64",
      } as const;
      const heard: [number, number | undefined][] = [];
      const stop = new AbortController();
      const request = {
        target: { branch },
        message,
        actions: [large, { action: "create", file_path: "small.txt", content: "s" } as const],
      };
      await assert.rejects(
        sendCommit(here.client, project, request, {
          signal: stop.signal,
          onProgress: (done) => (done > 1_000_000 ? stop.abort() : undefined),
        }),
        (error: ApiError) => error.kind === "cancelled",
      );
      assert.equal(await here.hosted("small.txt", branch), undefined);
      await sendCommit(here.client, project, request, { onProgress: (done, total) => heard.push([done, total]) });
      assert.equal(await here.hosted("small.txt", branch), "s");
      const [done, total] = heard.at(-1) ?? [];
      assert.equal(done, total);
      assert.ok(heard.length > 100 && (total ?? 0) > bytes.length);
      assert.equal((await here.client.repositoryFiles.head(project, "large.bin", { ref: branch })).size, bytes.length);
    });
  });
}
