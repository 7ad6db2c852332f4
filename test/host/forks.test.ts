import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Changes } from "../../src/core/comparisons/comparison.ts";
import { command } from "./commandTest.ts";
import { diffInFront, textOf } from "./inFront.ts";
import { type Row as RequestRow, setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { Rows } from "./rows.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const id = "forgeline.mergeRequest.checkOut";

describe("merge requests from forks", () => {
  const own = setMergeRequestStage({ shared: true });
  const { stage } = own;
  let git: WorkspaceGit;
  let kept: readonly string[];

  const remoteBranches = async (): Promise<string[]> =>
    (await git.git("for-each-ref", "--format=%(refname)", "refs/remotes")).split("\n");
  before(async () => {
    await own.project.openClone();
    git = await workspaceGit();
    kept = await remoteBranches();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.view.explorer");
    await git.restore();
  });
  after(async () => {
    for (const name of await remoteBranches()) if (!kept.includes(name)) await git.git("update-ref", "-d", name);
    await workspaceProject(stage.app);
  });

  /** Bob's merge request from a fork, which alice sees at that level, if at all. */
  class Fork {
    /** The namespace of the fork, which its remote is called after. */
    readonly owner = `forks${randomUUID().slice(0, 8)}`;
    readonly path = `${this.owner}/station`;
    iid = 0;

    constructor(level = 0) {
      before(async () => {
        const members = { bob: 50, ...(level > 0 ? { alice: level } : {}) };
        await stage.control.forkProject({ from: own.project.path, path: this.path, members });
        await this.commit({ "README.md": "# Suite\n\nMended\n", "topic.txt": "topic\n" });
        await this.commit({ "topic.txt": "topic, further\n" });
        const { path: project } = own.project;
        const spec = { project, fork: this.path, sourceBranch: "topic", title: "Mend it", by: "bob" } as const;
        ({ iid: this.iid } = await stage.control.addMergeRequest(spec));
      });
    }

    /** The branch in the clone. */
    get local(): string {
      return `merge-requests/${this.iid}/topic`;
    }
    row(): Promise<RequestRow> {
      return own.row(this.iid);
    }
    commit(files: Readonly<Record<string, string>>): Promise<{ sha: string }> {
      return stage.control.commit(files, { project: this.path, branch: "topic", by: "bob" });
    }
    configured(name: string): Promise<string> {
      return git.git("config", "--default", "", "--get", `branch.${this.local}.${name}`);
    }
  }

  const branch = (): Promise<string> => git.git("symbolic-ref", "--short", "HEAD");
  const head = (): Promise<string> => git.git("rev-parse", "HEAD");
  const upstream = (): Promise<string> => git.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}");
  const remotes = async (): Promise<string[]> => (await git.git("remote")).split("\n");
  const isOpen = (project: string, at?: string): Promise<unknown> =>
    until(
      `${project} to be open`,
      () => {
        const { state } = stage.app.projects;
        return (
          state.kind === "ready" &&
          state.project.project === project &&
          (at ?? state.project.branch) === state.project.branch
        );
      },
      stage.app.projects.onDidChange,
    );
  /** As the view asks for them: what the extension throws and catches is in its own bundle. */
  const changes = async (row: RequestRow): Promise<Changes> => {
    const contents = await stage.app.mergeRequests.view.load();
    assert.ok(contents);
    return contents.tools.changesOfMergeRequest(row, new AbortController().signal);
  };
  const pathsOf = ({ files }: Changes) => files.map(({ path, status }) => `${path} ${status}`);
  const changed = ["README.md modified", "topic.txt added"];
  /** The texts of both sides of a file's diff. */
  const diffOf = async (of: Changes, at: number): Promise<(string | undefined)[]> => {
    await vscode.commands.executeCommand("forgeline.changes.open", { changes: of, file: of.files[at] });
    const { original, modified } = await diffInFront();
    const texts = [await textOf(original), await textOf(modified)];
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    return texts;
  };
  const pageOf = async (row: RequestRow) => {
    await vscode.commands.executeCommand("forgeline.mergeRequest.open", row);
    const panel = await until("its page", () => stage.app.mergeRequests.pages.of(row), stage.app.current.onDidChange);
    await panel.load();
    return panel.page.value;
  };
  const showView = async () => {
    const { view } = stage.app.mergeRequests;
    await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
    await until("the view to be seen", () => view.visible, view.onDidChangeVisibility);
    return { rows: new Rows<unknown>(view.provider), onRedraw: view.provider.onDidChangeTreeData };
  };

  describe("that alice does not see", () => {
    const fork = new Fork();

    it("lists changed files and both sides of each, from the host and from the clone", async () => {
      const row = await fork.row();
      const fromHost = await changes(row);
      await vscode.commands.executeCommand("forgeline.mergeRequest.fetchCommits", row);
      const fromClone = await changes(row);
      assert.deepEqual([fromHost.from, fromClone.from, fromClone.missing], ["host", "clone", undefined]);
      for (const one of [fromHost, fromClone]) {
        assert.deepEqual(pathsOf(one), changed);
        assert.deepEqual(await diffOf(one, 0), ["# Suite\n", "# Suite\n\nMended\n"]);
      }
    });

    command(id, "checks out the head of an invisible fork, and moves it forward later", async (run) => {
      const row = await fork.row();
      await run(row);
      assert.deepEqual([await branch(), await head()], [fork.local, row.mergeRequest.sha]);
      assert.deepEqual(stage.notices, [`Checked out “${fork.local}”.`]);
      const found = [await remotes(), await fork.configured("remote"), await fork.configured("merge")];
      assert.deepEqual(found, [["origin"], "origin", `refs/merge-requests/${fork.iid}/head`]);
      const { sha } = await fork.commit({ "later.txt": "later\n" });
      await run(await fork.row());
      assert.equal(await head(), sha);
      await own.request("topic");
      const { rows } = await showView();
      await isOpen(own.project.path, fork.local);
      const shown = await rows.below(await rows.at(/^For the current branch/));
      const labels = shown.map(({ label }) => label);
      assert.deepEqual(labels, [`!${fork.iid} Mend it`], "not the one of the project's own branch of that name");
    });

    command("forgeline.mergeRequest.copyBranch", "copies the branch as it is called in the fork", async (run) => {
      const row = await fork.row();
      await run(row);
      assert.equal(await vscode.env.clipboard.readText(), "topic");
      const { fork: name, problem, mergeRequest } = await pageOf(row);
      assert.deepEqual([name, problem, mergeRequest.source_branch], [undefined, undefined, "topic"]);
    });

    command("forgeline.mergeRequest.merge", "merges a fork's commits, leaves the fork alone", async (run) => {
      const row = await fork.row();
      const box = `Merge !${fork.iid}`;
      const before = await own.head("main");
      await Promise.all([run(row), stage.pickAt(box, "Merge Now", "Merge Now")]);
      assert.equal((await stage.message()).text, `Merged !${fork.iid} into “main”.`);
      const after = await own.head("main");
      assert.deepEqual(after?.parent_ids, [before?.id, row.mergeRequest.sha]);
      const { content } = await stage.client.repositoryFiles.get(own.project.path, "topic.txt", { ref: "main" });
      assert.equal(Buffer.from(content, "base64").toString(), "topic, further\n");
    });
  });

  describe("that alice may read", () => {
    const fork = new Fork(20);

    it("names the fork in the row and on the page, asking once", async () => {
      const row = await fork.row();
      const { rows, onRedraw } = await showView();
      const listed = await until(
        "the name of the fork",
        async () => {
          const open = await rows.below(await rows.at("All open"));
          return open.find(({ description }) => description.endsWith(`${fork.path}:topic`));
        },
        onRedraw,
      );
      assert.match(listed.spoken, new RegExp(`from ${fork.path}:topic, into main`));
      // Markdown has a word of its own for each sign.
      assert.match((await rows.tooltip(listed)).value, /station\W+(?:#58;)?topic\W/);
      assert.equal(await stage.asked("GET", new RegExp(`/projects/${row.mergeRequest.source_project_id ?? 0}$`)), 1);
      assert.equal((await pageOf(row)).fork, fork.path);
    });

    command(id, "fetches from the fork where the host has no head", async (run) => {
      const row = await fork.row();
      await stage.control.fault({ path: `^/${own.project.path}\\.git/`, status: 403, body: "no" });
      await run(row);
      assert.deepEqual([await branch(), await head()], [fork.local, row.mergeRequest.sha]);
    });

    it("reads commits in the fork where the project has none of them", async () => {
      const row = await fork.row();
      const { head: sha } = (await changes(row)).comparison;
      // The files of the head, and the commits up to it.
      for (const [rest, status, message] of [
        [`/repository/(commits/${sha}|commits\\?[^ ]*${sha}|files/.*ref=${sha})`, 404, "404 Not found"],
        [`/merge_requests/${fork.iid}/merge_ref`, 400, "Merge request is not mergeable"],
      ] as const)
        await stage.control.fault({ path: own.project.address(rest), status, body: { message } });
      const read = await changes(row);
      assert.deepEqual(pathsOf(read), changed);
      assert.equal((await diffOf(read, 1))[1], "topic, further\n");
    });
  });

  describe("that alice may push to", () => {
    const fork = new Fork(30);

    command(id, "asks before it overwrites changes, then tracks the branch in the fork", async (run) => {
      const row = await fork.row();
      await writeFile(join(git.folder, "unfinished.txt"), "unfinished\n");
      const [, said] = await Promise.all([run(row), stage.answer("Cancel")]);
      assert.match(said, /You have uncommitted changes in 1 file/);
      assert.deepEqual([await branch(), await remotes()], [git.branch, ["origin"]]);
      await Promise.all([run(row), stage.answer("Keep Changes and Check Out")]);
      assert.deepEqual([await branch(), await head()], [fork.local, row.mergeRequest.sha]);
      assert.equal(await git.git("status", "--porcelain"), "?? unfinished.txt");
      assert.deepEqual(stage.notices, [`Checked out “${fork.local}”, which pushes to ${fork.path}.`]);
      assert.deepEqual(await remotes(), [fork.owner, "origin"].sort());
      assert.equal(await git.git("config", `remote.${fork.owner}.url`), `${stage.info.url}/${fork.path}.git`);
      assert.equal(await upstream(), `${fork.owner}/topic`);
      await isOpen(own.project.path, fork.local);
      await git.git("checkout", "--quiet", git.branch);
      const { sha } = await fork.commit({ "later.txt": "later\n" });
      await Promise.all([run(await fork.row()), stage.answer("Keep Changes and Check Out")]);
      assert.deepEqual([await head(), (await remotes()).length], [sha, 2], "the remote is made once");
    });

    command(id, "reuses the fork's remote, avoids taken names", async (run) => {
      const row = await fork.row();
      await git.git("remote", "add", fork.owner, "https://example.invalid/other/thing.git");
      await stage.app.projects.rescan();
      await run(row);
      assert.equal(await fork.configured("remote"), `${fork.owner}-station`);
      await git.git("checkout", "--quiet", git.branch);
      await git.git("branch", "--quiet", "-D", fork.local);
      await git.git("remote", "rename", `${fork.owner}-station`, "mine");
      await stage.app.projects.rescan();
      await run(row);
      assert.deepEqual([await fork.configured("remote"), (await remotes()).length], ["mine", 3]);
    });

    command(id, "takes the head from the host when the fork is unreachable", async (run) => {
      const row = await fork.row();
      await stage.control.fault({ path: `^/${fork.path}\\.git/`, status: 403, body: "no" });
      await run(row);
      const found = [await branch(), await remotes(), await fork.configured("merge"), await head()];
      assert.deepEqual(found, [fork.local, ["origin"], `refs/merge-requests/${fork.iid}/head`, row.mergeRequest.sha]);
    });

    command(id, "checks out the own branch in the fork's clone", async (run) => {
      const row = await fork.row();
      await git.git("config", "remote.origin.url", `${stage.info.url}/${fork.path}.git`);
      await isOpen(fork.path);
      await run(row);
      const seen = [await branch(), await head(), await upstream()];
      assert.deepEqual(seen, ["topic", row.mergeRequest.sha, "origin/topic"]);
      await run(await own.request("elsewhere"));
      await stage.says(/Open a clone of this project to check out the branch/);
      await git.restore();
      await isOpen(own.project.path, git.branch);
    });

    command(id, "takes the head that is left of a fork that was deleted", async (run) => {
      const { mergeRequest: before } = await fork.row();
      await stage.control.deleteProject(fork.path);
      const row = await fork.row();
      assert.deepEqual([row.mergeRequest.state, row.mergeRequest.source_project_id], ["closed", null]);
      await run(row);
      assert.deepEqual([await branch(), await head(), await fork.configured("remote")], [fork.local, before.sha, ""]);
    });
  });

  command("forgeline.changes.openAll", "reports a fork and commits that are gone", async (run) => {
    const { path: project } = own.project;
    const spec = { project, sourceBranch: "gone", title: "Orphan", state: "closed", fromDeletedFork: true } as const;
    const row = await own.row((await stage.control.addMergeRequest(spec)).iid);
    assert.deepEqual([row.mergeRequest.sha, row.mergeRequest.source_project_id], [null, null]);
    await run(row);
    await stage.says(/The host returned no commits for this merge request/);
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", row);
    await stage.says(/Git could not fetch the branch of !\d+ from “.*”/);
    assert.equal(await branch(), git.branch);
    await vscode.commands.executeCommand("forgeline.mergeRequest.copyBranch", row);
    assert.equal(await vscode.env.clipboard.readText(), "gone");
  });
});
