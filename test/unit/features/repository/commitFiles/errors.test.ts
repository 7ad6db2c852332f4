import assert from "node:assert/strict";
import { directDispatcher } from "../../../../../src/api/agent.ts";
import { type Client, createClient } from "../../../../../src/api/client.ts";
import { ApiError } from "../../../../../src/api/errors.ts";
import type { PlannedAction } from "../../../../../src/features/repository/commitFiles/actions.ts";
import { whyRefused } from "../../../../../src/features/repository/commitFiles/errors.ts";
import { examine } from "../../../../../src/features/repository/commitFiles/examine.ts";
import type { Reason } from "../../../../../src/features/repository/commitFiles/reasons.ts";
import { type MadeCommit, sendCommit } from "../../../../../src/features/repository/commitFiles/send.ts";
import { findSent, type SentCommit } from "../../../../../src/features/repository/commitFiles/sent.ts";
import type { Target } from "../../../../../src/features/repository/commitFiles/target.ts";
import type { ServiceInfo } from "../../../../service/control.ts";
import type { Dialect } from "../../../../service/hosting.ts";
import { type Service, startService } from "../../../../service/service.ts";
import type { UserName } from "../../../../service/types.ts";
import { blobOf } from "./hostTree.ts";

const hosts: readonly { dialect: Dialect; extras: boolean }[] = [
  { dialect: "gitlab", extras: true },
  { dialect: "neutral", extras: false },
];

const project = "demo/work";
/** The files of the project. */
const files: Readonly<Record<string, string>> = { "a.txt": "one\n", "b.txt": "two\n" };

/** Plans to write files, or to delete them (null), as the working tree has them. */
const plan = (changes: Readonly<Record<string, string | null>>): PlannedAction[] =>
  Object.entries(changes).map(([path, content]) => {
    const before = files[path];
    const expects = before === undefined ? {} : { expects: { path, blob: blobOf(Buffer.from(before)) } };
    if (content === null) return { action: { action: "delete", file_path: path }, ...expects };
    const action = before === undefined ? "create" : "update";
    return { action: { action, file_path: path, content }, ...expects, blob: blobOf(Buffer.from(content)) };
  });

for (const { dialect, extras } of hosts) {
  describe(`a commit to a host that speaks ${dialect}, ${extras ? "with" : "without"} routes beyond the documents`, () => {
    const way = directDispatcher();
    let service: Service;
    let users: ServiceInfo["users"];
    let client: Client;
    let branches = 0;
    const message = "Change files\n\nIn several lines.\n";
    const as = (who: UserName): Client =>
      createClient({
        baseUrl: service.url,
        credentials: { scheme: "private-token", token: () => Promise.resolve(users[who].token) },
        dispatcher: way.dispatcher,
      });
    before(async () => {
      service = await startService({ seed: "empty", dialect, extras });
      ({ users } = await service.control.info());
      await service.control.createProject({ path: project, files });
      client = as("alice");
    });
    afterEach(() => service.control.clearFaults());
    after(async () => {
      await way.close();
      await service.close();
    });
    /** Makes a branch of its own for a test. */
    const fresh = async (): Promise<string> => {
      const branch = `try-${branches++}`;
      await commitTheirs({ "branch.txt": branch }, branch);
      return branch;
    };
    const commitTheirs = (files: Readonly<Record<string, string | null>>, branch: string) =>
      service.control.commit(files, { project, branch });
    const hosted = async (name: string, ref: string): Promise<string> =>
      Buffer.from((await client.repositoryFiles.get(project, name, { ref })).content, "base64").toString();
    const send = (target: Target, planned: readonly PlannedAction[], who: UserName = "alice"): Promise<MadeCommit> =>
      sendCommit(
        as(who),
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
      { tip, who = "alice" }: { readonly tip?: string | undefined; readonly who?: UserName } = {},
    ): Promise<Reason | undefined> => {
      const error = await send(target, planned, who).then(
        () => assert.fail("it was made"),
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof ApiError, String(error));
      return whyRefused(as(who), { project, target, message, planned, tip }, error);
    };
    const file = (action: "create" | "update", path: string): PlannedAction => ({
      action: { action, file_path: path, content: "x" },
    });

    it("starts a new branch at a branch, a commit or another project, and overwrites one by force", async () => {
      const planned = plan({ "a.txt": "A", "c.txt": "C" });
      const start = (await client.commits.get(project, "main")).id;
      const other = "demo/fork";
      await service.control.createProject({ path: other, files: { "a.txt": "one\n", "only there.txt": "x" } });
      const targets: Target[] = [
        { branch: "of-branch", start: { kind: "branch", ref: "main" } },
        { branch: "of-commit", start: { kind: "commit", ref: start } },
        { branch: "of-fork", start: { kind: "branch", ref: "main", project: other } },
      ];
      for (const target of targets) {
        const { actions, reason, tip } = await examine(client, project, target, planned);
        assert.equal(reason, undefined, target.branch);
        const { sha } = await send(target, actions);
        const commit = await client.commits.get(project, target.branch);
        assert.deepEqual([commit.id, commit.parent_ids], [sha, [tip]], target.branch);
        assert.equal(await hosted("c.txt", target.branch), "C", target.branch);
      }
      assert.equal(await hosted("only there.txt", "of-fork"), "x");
      const again: Target = { branch: "of-branch", start: { kind: "commit", ref: start } };
      assert.deepEqual(await refusal(again, planned), { kind: "branchExists", branch: "of-branch" });
      await send({ ...again, force: true }, plan({ "a.txt": "A again" }));
      assert.equal(await hosted("a.txt", "of-branch"), "A again");
      assert.deepEqual((await client.commits.get(project, "of-branch")).parent_ids, [start]);
    });

    it("reports a file that somebody changed, before it is sent and when it happens in between", async () => {
      const branch = await fresh();
      const planned = plan({ "a.txt": "mine\n", "b.txt": "mine too\n" });
      const { actions, tip } = await examine(client, project, { branch }, planned);
      const { sha } = await commitTheirs({ "a.txt": "theirs\n" }, branch);
      const changed = { kind: "changed", path: "a.txt", commit: sha };
      assert.deepEqual((await examine(client, project, { branch }, planned)).reason, changed);
      assert.deepEqual(await refusal({ branch }, actions, { tip }), changed);
      assert.deepEqual(await refusal({ branch }, actions.slice(0, 1), { tip }), changed);
      assert.equal(await hosted("a.txt", branch), "theirs\n", "nothing is overwritten");
    });

    it("says why actions, paths, branches and starts are refused", async () => {
      const branch = "main";
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
      const branch = await fresh();
      const planned = plan({ "b.txt": null, "a.txt": "same\n", "new.txt": "new\n" });
      const last = (await client.commits.get(project, "main")).id;
      const all = (await examine(client, project, { branch }, planned)).actions.map(({ action }) => action);
      const update = all.find((one) => one.action === "update");
      assert.equal(update?.last_commit_id, last);
      await commitTheirs({ "a.txt": "same\n", "b.txt": null }, branch);
      const { actions, reason } = await examine(client, project, { branch }, planned);
      const left = actions.map(({ action }) => `${action.action} ${action.file_path}`);
      assert.deepEqual([reason, left], [undefined, ["create new.txt"]]);
      await send({ branch }, actions);
      assert.deepEqual((await examine(client, project, { branch }, planned)).reason, { kind: "nothingNew" });
    });

    it("reports branches that are protected, by a wildcard too, and roles that cannot push", async () => {
      const branch = "guarded/topic";
      await commitTheirs({ x: "x" }, branch);
      await client.protectedBranches.create(project, { name: "guarded/*", push_access_level: 40 });
      await service.control.setMember({ project, user: "bob", level: 30 });
      await service.control.setMember({ project, user: "rita", level: 20 });
      const planned = [file("create", "x.txt")];
      try {
        assert.deepEqual(await refusal({ branch }, planned, { who: "bob" }), { kind: "protected", branch });
        assert.deepEqual(await refusal({ branch: "main" }, planned, { who: "rita" }), { kind: "noRights" });
      } finally {
        await client.protectedBranches.delete(project, "guarded/*");
      }
    });

    it("reports that the branch moved, if nothing else is found", async () => {
      const branch = await fresh();
      const { actions, tip } = await examine(client, project, { branch }, plan({ "a.txt": "mine\n" }));
      const { sha } = await commitTheirs({ "z.txt": "z" }, branch);
      const request = { method: "PUT", url: "" };
      const error = new ApiError({ kind: "invalidRequest", message: "400", request, status: 400 });
      const why = (from: string | undefined) =>
        whyRefused(client, { project, target: { branch }, message, planned: actions, tip: from }, error);
      assert.deepEqual(await why(tip), { kind: "branchMoved", branch, commit: sha });
      assert.equal(await why(sha), undefined);
    });

    it("finds a commit whose answer got lost, below what others pushed, and no other", async () => {
      const branch = await fresh();
      const planned = plan({ "a.txt": "mine\n", "b.txt": "mine\n" });
      const { actions, tip } = await examine(client, project, { branch }, planned);
      const sent: SentCommit = { branch, message, files: ["a.txt", "b.txt"], tip };
      assert.equal(await findSent(client, project, sent), undefined);
      const path = "/repository/commits$";
      await service.control.fault({ method: "POST", path, action: "truncate", times: 1 });
      const reason = await refusal({ branch }, actions, { tip });
      const commit = (await client.commits.get(project, branch)).id;
      assert.deepEqual(reason, { kind: "done", commit });
      const lost = new ApiError({ kind: "network", message: "reset", request: { method: "POST", url: "" } });
      const another = { project, target: { branch }, message: "Another", planned: actions, tip };
      assert.equal(await whyRefused(client, another, lost), undefined);
      await commitTheirs({ "z.txt": "z" }, branch);
      assert.equal(await findSent(client, project, sent), commit);
      assert.equal(await findSent(client, project, { ...sent, before: commit }), undefined);
      assert.equal(await findSent(client, project, { ...sent, branch: "nowhere" }), undefined);
    });
  });
}
