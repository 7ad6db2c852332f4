import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { after, before, beforeEach, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { type Client, createClient } from "../../../../src/api/client.ts";
import type { Context } from "../../../../src/core/context.ts";
import type { MergeRequestRef } from "../../../../src/core/mergeRequests/refs.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";
import type { Dialect } from "../../../service/hosting.ts";
import { trustedWorkspace } from "../../../support/fakes/trustedWorkspace.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { type Workshop, workshop } from "../../service/mergeRequestsSetup.ts";

const { changesOfCommit, changesOfMergeRequest } = await import("../../../../src/core/comparisons/changes.ts");

const project = "demo/work";
const { signal } = new AbortController();

const hosts: readonly { dialect: Dialect; extras: boolean }[] = [
  { dialect: "gitlab", extras: true },
  { dialect: "gitlab", extras: false },
  { dialect: "neutral", extras: false },
];

for (const { dialect, extras } of hosts) {
  describe(`changes, of a host that speaks ${dialect}, ${extras ? "with" : "without"} routes beyond the documents`, () => {
    let at: Workshop;
    let folder = "";
    let root = "";
    let client: Client;
    const agent = new Agent();
    const problems: unknown[] = [];
    // The server runs in this process, so git must not hold it up.
    const git = async (...args: string[]): Promise<string> =>
      (
        await promisify(execFile)("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
          cwd: root,
        })
      ).stdout.trim();
    const write = (name: string, content: string | Buffer): void => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), content);
    };
    const push = async (branch: string, message: string, all = true): Promise<string> => {
      if (all) await git("add", "-A");
      await git("commit", "-qm", message);
      await git("push", "-q", "origin", `HEAD:refs/heads/${branch}`);
      return git("rev-parse", "HEAD");
    };
    const start = (branch: string): Promise<string> => git("checkout", "-q", "-B", branch, "origin/main");
    /** As the extension is built; with the clone open in the workspace, or another repository. */
    const app = (clone: boolean): Context => {
      const open = { instance: at.service.url, project, name: project, root };
      return {
        projects: clone
          ? { state: { kind: "ready", project: open }, candidates: [{ ...open, remote: "origin", label: project }] }
          : { state: { kind: "loading" }, candidates: [] },
        connections: { get: () => ({ client }) },
        report: { background: (error: unknown) => void problems.push(error) },
      } as unknown as Context;
    };
    const ref = async (branch: string): Promise<MergeRequestRef> => {
      const { iid } = await at.service.control.addMergeRequest({
        project,
        sourceBranch: branch,
        title: `Add ${branch}`,
      });
      const { items } = await client.mergeRequests.listForProject(project, { iids: [iid] }).page();
      return { instance: at.service.url, project, mergeRequest: items[0]! };
    };
    const inOrder = (files: readonly FileChange[]): FileChange[] =>
      [...files].sort((a, b) => (a.path < b.path ? -1 : 1));

    before(async () => {
      at = await workshop({ dialect, extras });
      const { token } = at.info.users.alice;
      client = createClient({
        baseUrl: at.service.url,
        credentials: { scheme: "private-token", token: () => Promise.resolve(token) },
        dispatcher: () => Promise.resolve(agent),
      });
      folder = realpathSync(mkdtempSync(path.join(tmpdir(), "forgeline-changes-")));
      root = path.join(folder, "work");
      const address = `${at.service.url}/${project}.git`.replace("://", `://oauth2:${token}@`);
      await promisify(execFile)("git", ["clone", "-q", address, root], {
        env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
      });
      write("run.sh", "echo\n");
      write("deep/before.txt", Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join(""));
      write("picture.bin", Buffer.from([0, 1, 2, 0]));
      symlinkSync("a.txt", path.join(root, "link"));
      await push("main", "Everything");
      await git("fetch", "-q");
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await agent.close();
      await at[Symbol.asyncDispose]();
    });
    beforeEach(() => {
      vscodeFakes.workspace = trustedWorkspace();
      problems.length = 0;
    });

    it("are the same from the clone and from the host, for every kind of change", async () => {
      await start("everything");
      chmodSync(path.join(root, "run.sh"), 0o755);
      write("a.txt", "one\ntwo\n");
      write('odd "name"\n\té ü.txt', "new\n");
      unlinkSync(path.join(root, "b.txt"));
      await git("mv", "deep/before.txt", "deep/after.txt");
      write("picture.bin", Buffer.from([0, 1, 2, 3]));
      unlinkSync(path.join(root, "link"));
      write("link", "real\n");
      await git("add", "-A");
      await git("update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},lib`);
      const sha = await push("everything", "Change everything", false);

      const commit = { instance: at.service.url, project, commit: { id: sha } };
      const local = await changesOfCommit(app(true), commit, signal);
      const hosted = await changesOfCommit(app(false), commit, signal);
      assert.deepEqual(
        [local.from, hosted.from, local.missing, hosted.missing],
        ["clone", "host", undefined, undefined],
      );
      assert.deepEqual(hosted.comparison, local.comparison);
      const uncounted = ({ additions: _a, deletions: _d, ...file }: FileChange): FileChange => file;
      // Without `too_large` an empty diff says nothing of lines.
      const told =
        dialect === "gitlab"
          ? local.files
          : local.files.map((file) =>
              file.path === "run.sh" || file.path === "deep/after.txt" ? uncounted(file) : file,
            );
      assert.deepEqual(inOrder(hosted.files), inOrder(told));
      assert.deepEqual(
        new Set(local.files.map(({ status }) => status)),
        new Set(["added", "modified", "deleted", "renamed", "typeChanged"]),
      );

      const request = await ref("everything");
      const wanted = { ...local.comparison, mergeRequest: request.mergeRequest.iid };
      assert.deepEqual((await changesOfMergeRequest(app(true), request, signal)).comparison, wanted);
      const fromHost = await changesOfMergeRequest(app(false), request, signal);
      assert.deepEqual(inOrder(fromHost.files), inOrder(told));
      assert.deepEqual(problems, []);
    });

    it("of conflicting branches are combined from the commits, or need a clone", async () => {
      await start("conflict");
      write("run.sh", "ours\n");
      await push("conflict", "Ours");
      write("d.txt", "new\n");
      await push("conflict", "More");
      const request = await ref("conflict");
      await start("moved");
      write("run.sh", "theirs\n");
      await push("main", "Theirs");
      await git("fetch", "-q");
      const local = await changesOfMergeRequest(app(true), request, signal);
      assert.deepEqual(
        local.files.map(({ path: name }) => name),
        ["d.txt", "run.sh"],
      );
      const hosted = changesOfMergeRequest(app(false), request, signal);
      // Lists of one kind of host tell the common commit too.
      if (extras || dialect === "neutral") assert.deepEqual((await hosted).files, local.files);
      else
        await assert.rejects(hosted, { name: "UserError", message: /Open a clone of the project to see the changes/ });
    });

    it("come from the host where the clone has not the commits, or git is missing or not allowed", async () => {
      const { sha } = await at.service.control.commit(
        { "g.txt": "new\n" },
        { project, branch: "elsewhere", startBranch: "main" },
      );
      const from = async (id: string): Promise<string> =>
        (await changesOfCommit(app(true), { instance: at.service.url, project, commit: { id } }, signal)).from;
      assert.deepEqual([await from(sha), problems], ["host", []]);
      const known = await git("rev-parse", "origin/main");
      for (const workspace of [trustedWorkspace({ "git.path": path.join(folder, "none") }), { isTrusted: false }]) {
        vscodeFakes.workspace = workspace;
        assert.equal(await from(known), "host");
      }
    });
  });
}
