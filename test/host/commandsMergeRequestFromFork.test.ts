import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("new merge requests in a clone of a fork", () => {
  let git: WorkspaceGit;
  let main = "";
  let fork = "";
  let forkId = 0;

  afterEach(async () => {
    await git.restore();
    await git.git("update-ref", "-d", "refs/remotes/origin/made");
    await git.git("update-ref", "refs/remotes/origin/main", main);
  });
  const own = setMergeRequestStage();
  // What is fetched here from one test's project must not be there in the next.
  afterEach(() => workspaceProject(own.stage.app));
  const { stage } = own;

  /** The workspace is a clone of alice's fork, whose branch “made” is on the host. */
  beforeEach(async () => {
    git = await workspaceGit();
    main = await git.git("rev-parse", "refs/remotes/origin/main");
    fork = `forks${randomUUID().slice(0, 8)}/station`;
    forkId = (await stage.control.forkProject({ from: own.project.path, path: fork, members: { alice: 50 } })).id;
    await git.git("config", "remote.origin.url", `${stage.info.url}/${fork}.git`);
    await git.git("fetch", "--quiet", "origin");
    await git.git("checkout", "--quiet", "--no-track", "-b", "made", "origin/main");
    await writeFile(join(git.folder, "made.txt"), "made\n");
    await git.git("add", "made.txt");
    await git.git("commit", "--quiet", "-m", "Make it\n\nSo that it is made.");
    await git.git("push", "--quiet", "origin", "made");
    await until(
      "the fork to be open",
      () => {
        const { value } = stage.app.current;
        return value.kind === "ready" && value.project.project === fork && value.project.branch === "made";
      },
      stage.app.current.onDidChange,
    );
  });

  const box = "Create Merge Request";
  const leave = (): Promise<string> => stage.person({ action: "key", box, key: "Escape" });
  const pickProject = async (path: string): Promise<void> => {
    await own.pick(box, "Target Project");
    await own.look("Target Project", path);
    await own.pick("Target Project", path);
  };
  const requestsOf = async (project: string): Promise<readonly MergeRequest[]> =>
    (await stage.client.mergeRequests.listForProject(project, { state: "all", scope: "all" }).page()).items;
  /** Bodies are not recorded: how often the fork was asked for a new one. */
  const sent = async (): Promise<number> =>
    stage.asked("POST", new RegExp(`/projects/${encodeURIComponent(fork)}/merge_requests$`));

  command(
    "forgeline.mergeRequest.create",
    "opens it in the project that was forked, where its branches are offered and its page is shown",
    async (run) => {
      await own.commit("release", { "release.txt": "release\n" });
      const done = run();
      await own.look(box, own.project.path);
      await own.look(box, "So that it is made.");
      await own.pick(box, "Target Project");
      const choices = (await own.look("Target Project", fork)).rows;
      assert.deepEqual(
        choices.map((row) => (row.includes(fork) ? "fork" : row.includes(own.project.path) ? "origin" : row)),
        ["origin", "fork"],
      );
      await own.pick("Target Project", own.project.path);
      await own.look(box);
      await own.pick(box, "Target Branch");
      await own.look("Target Branch", "release");
      await own.pick("Target Branch", "release");
      await own.look(box, "release");
      await own.pick(box, "Create");
      await done;
      const { text, buttons } = await stage.message();
      assert.deepEqual([text, buttons], [`Created !1 in ${own.project.path}: Make it`, ["Open Merge Request"]]);
      const { mergeRequest } = await own.row(1);
      assert.deepEqual(
        [
          mergeRequest.source_project_id,
          mergeRequest.project_id,
          mergeRequest.source_branch,
          mergeRequest.target_branch,
          mergeRequest.description,
        ],
        [forkId, own.project.id, "made", "release", "So that it is made."],
      );
      assert.deepEqual(await requestsOf(fork), []);
      await stage.person({ action: "press", button: "Open Merge Request" });
      const ref = { instance: own.project.instance, project: own.project.path, mergeRequest };
      const panel = await until(
        "its page",
        () => stage.app.mergeRequests.pages.of(ref),
        vscode.window.tabGroups.onDidChangeTabs,
      );
      await panel.load();
      assert.deepEqual(
        [panel.page.value.problem, panel.page.value.mergeRequest.title, panel.page.value.fork],
        [undefined, "Make it", fork],
      );
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "opens it in the fork itself when that is chosen, and moves a branch that nobody chose along",
    async (run) => {
      await stage.control.commit({ "later.txt": "later\n" }, { project: fork, branch: "main" });
      const done = run();
      await own.look(box, own.project.path);
      await pickProject(fork);
      await own.look(box, fork);
      await own.pick(box, "Create");
      await done;
      assert.equal((await stage.message()).text, "Created !1: Make it");
      const [made] = await requestsOf(fork);
      assert.deepEqual([made?.source_project_id, made?.project_id, made?.target_branch], [forkId, forkId, "main"]);
      assert.deepEqual(await requestsOf(own.project.path), []);
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "opens it in the fork itself from the start where the host's page does so, and in the other project when that is chosen",
    async (run) => {
      const shown = await stage.client.extras.project(fork);
      await stage.control.fault({
        method: "GET",
        path: `/projects/${encodeURIComponent(fork)}$`,
        status: 200,
        body: { ...shown, mr_default_target_self: true },
      });
      const done = run();
      await own.look(box, fork);
      await pickProject(own.project.path);
      await own.look(box, own.project.path);
      await own.pick(box, "Create");
      await done;
      assert.equal((await stage.message()).text, `Created !1 in ${own.project.path}: Make it`);
      assert.deepEqual(await requestsOf(fork), []);
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "says that there is one of this fork already, not another fork's, and keeps what was entered",
    async (run) => {
      const other = `${fork}-other`;
      await stage.control.forkProject({ from: own.project.path, path: other, members: { alice: 50 } });
      await stage.control.commit({ "o.txt": "o\n" }, { project: other, branch: "made", startBranch: "main" });
      await stage.control.addMergeRequest({ project: own.project.path, fork, sourceBranch: "made", title: "Earlier" });
      await stage.control.addMergeRequest({
        project: own.project.path,
        fork: other,
        sourceBranch: "made",
        title: "Another fork's",
      });
      const first = run();
      await own.look(box, own.project.path);
      await own.pick(box, "Title");
      await stage.person({ action: "type", box: "Title", text: "My title" });
      await own.look(box, "My title");
      await own.pick(box, "Create");
      const { rows } = await own.look(box, "An open merge request from");
      assert.match(rows[0] ?? "", new RegExp(`from “made” into “${own.project.path}:main” already exists`));
      await own.look(box, "Show !1");
      await own.look(box, "My title");
      await leave();
      await first;
      const second = run();
      await own.look(box, "My title");
      await leave();
      await second;
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "tells what rights it takes, keeps what was entered and lets another project be chosen",
    async (run) => {
      await stage.control.fault({
        method: "POST",
        path: `/projects/${encodeURIComponent(fork)}/merge_requests$`,
        status: 403,
        body: { message: "403 Forbidden" },
        times: 1,
      });
      const done = run();
      await own.look(box, own.project.path);
      await own.pick(box, "Draft");
      await own.look(box, "Draft: Make it");
      await own.pick(box, "Create");
      const { rows } = await own.look(box, "does not have permission to open merge requests from");
      assert.match(
        rows[0] ?? "",
        new RegExp(
          `Your account on .* does not have permission to open merge requests from ${fork} into ${own.project.path}`,
        ),
      );
      await pickProject(fork);
      await own.look(box, fork);
      await own.pick(box, "Create");
      await done;
      assert.equal((await stage.message()).text, "Created !1: Draft: Make it");
      assert.equal((await requestsOf(fork)).length, 1);
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "says that the target is gone, also of what was kept, and goes into the fork then",
    async (run) => {
      const first = run();
      await own.look(box, own.project.path);
      await own.pick(box, "Title");
      await stage.person({ action: "type", box: "Title", text: "My title" });
      await own.look(box, "My title");
      await stage.control.deleteProject(own.project.path);
      await own.pick(box, "Create");
      const { rows } = await own.look(box, "Choose another target project");
      assert.match(rows[0] ?? "", new RegExp(`${own.project.path} was deleted from .*, or your account cannot see it`));
      assert.equal(await sent(), 1);
      await leave();
      await first;
      const second = run();
      const again = await own.look(box, "The target project");
      assert.match(
        again.rows[0] ?? "",
        new RegExp(
          `The target project ${own.project.path} was deleted, or your account cannot see it\\. The target is now ${fork}`,
        ),
      );
      await own.look(box, "My title");
      await own.pick(box, "Create");
      await second;
      assert.equal((await stage.message()).text, "Created !1: My title");
      assert.equal((await requestsOf(fork))[0]?.title, "My title");
    },
  );

  command("forgeline.mergeRequest.create", "asks nothing where the project that was forked is hidden", async (run) => {
    await stage.control.deleteProject(own.project.path);
    const done = run();
    const { rows } = await own.look(box, "Target Branch");
    assert.ok(!rows.some((row) => row.includes("Target Project")));
    await leave();
    await done;
  });

  command(
    "forgeline.mergeRequest.create",
    "leads to the fork's page, with the project to merge into, where the host has no route for it",
    async (run) => {
      own.knowExtra("createMergeRequest", false);
      await run();
      assert.match((await stage.message()).text, /does not support creating merge requests through its API/);
      let seen: (uri: string) => void = () => undefined;
      const opened = new Promise<string>((resolve) => (seen = resolve));
      const undo = replace(vscode.env, "openExternal", () => (uri) => {
        // As the editor hands it on.
        seen(encodeURI(uri.toString(true)));
        return Promise.resolve(true);
      });
      try {
        await stage.person({ action: "press", button: "Open in Browser" });
        const { pathname, searchParams } = new URL(await opened);
        assert.equal(pathname, `/${fork}/-/merge_requests/new`);
        assert.deepEqual(
          ["source_branch", "target_project_id", "target_branch", "title"].map((name) =>
            searchParams.get(`merge_request[${name}]`),
          ),
          ["made", String(own.project.id), "main", "Make it"],
        );
      } finally {
        undo.dispose();
      }
    },
  );
});
