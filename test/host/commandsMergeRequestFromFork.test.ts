import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { waitPatience } from "../../tools/patience.ts";
import { command } from "./commandTest.ts";
import { CreatingPages, type CreatingPanel, setClone } from "./creatingPages.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { refuse } from "./refuse.ts";
import { replace } from "./spies.ts";

describe("new merge requests in a clone of a fork", () => {
  let fork = "";
  let forkId = 0;
  const own = setMergeRequestStage();
  const clone = setClone(own);
  const { stage } = own;

  /** The workspace is a clone of alice's fork, whose branch “made” is on the host. */
  beforeEach(async () => {
    fork = `forks${randomUUID().slice(0, 8)}/station`;
    forkId = (await stage.control.forkProject({ from: own.project.path, path: fork, members: { alice: 50 } })).id;
    await clone.git("config", "remote.origin.url", `${stage.info.url}/${fork}.git`);
    await clone.start("made", fork);
    await clone.git("push", "--quiet", "origin", "made");
  });

  const creating = new CreatingPages(own);
  const { press } = creating;
  const open = (run: () => Thenable<unknown>) => creating.open(run, fork);
  const pickProject = async (panel: CreatingPanel, path: string): Promise<void> => {
    await press("Change Target Project…");
    await own.pick("Target Project", path);
    await creating.aimed(panel, path);
  };
  const requestsOf = async (project: string): Promise<readonly MergeRequest[]> =>
    (await stage.client.mergeRequests.listForProject(project, { state: "all", scope: "all" }).page()).items;

  command("forgeline.mergeRequest.create", "targets the upstream project", async (run) => {
    await own.commit("release", { "release.txt": "release\n" });
    const panel = await open(run);
    const { proposal, difference } = panel.page.value;
    assert.deepEqual([proposal?.into.project, proposal?.description], [own.project.path, "So that it is made."]);
    const paths = difference?.changes?.files.map(({ path }) => path);
    assert.deepEqual(paths, ["made.txt"]);
    await own.project.forget();
    await panel.page.complete({ sign: "@", word: "" }, AbortSignal.timeout(waitPatience));
    assert.deepEqual(await own.project.asked(/members/), ["GET /members/all?per_page=100"], "of the target");
    await press("Change Target Project…");
    const choices = (await own.look("Target Project", fork)).rows;
    const found = choices.map((row) => (row.includes(fork) ? "fork" : row.includes(own.project.path) ? "origin" : row));
    assert.deepEqual(found, ["origin", "fork"]);
    await own.pick("Target Project", own.project.path);
    await press("Change Target Branch…");
    await stage.pickAt("Target Branch", "release", "release");
    await creating.aimed(panel, own.project.path, "release");
    await press("Create Merge Request");
    await creating.created(1);
    assert.equal(stage.notices.at(-1), `Created !1 in ${own.project.path}: Make it`);
    const { mergeRequest } = await own.row(1);
    const { source_project_id: from, project_id: into, source_branch: source, target_branch: target } = mergeRequest;
    assert.deepEqual([from, into, source, target], [forkId, own.project.id, "made", "release"]);
    assert.equal(mergeRequest.description, "So that it is made.");
    assert.deepEqual(await requestsOf(fork), []);
    const ref = { instance: own.project.instance, project: own.project.path, mergeRequest };
    const shown = stage.app.mergeRequests.pages.of(ref);
    assert.ok(shown);
    await shown.load();
    assert.equal(shown.page.value.problem, undefined);
    assert.equal(shown.page.value.mergeRequest.title, "Make it");
    assert.equal(shown.page.value.fork, fork);
  });

  command("forgeline.mergeRequest.create", "starts with the host's default target and options", async (run) => {
    const shown = await stage.client.extras.project(fork);
    const settings = { mr_default_target_self: true, remove_source_branch_after_merge: false, squash_option: "always" };
    const body = { ...shown, ...settings };
    await stage.control.fault({ method: "GET", path: `/projects/${encodeURIComponent(fork)}$`, status: 200, body });
    const panel = await open(run);
    const { proposal } = panel.page.value;
    assert.deepEqual([proposal?.into.project, proposal?.removeSource, proposal?.squash], [fork, false, true]);
    await stage.person({ action: "inPage", selector: "[role=checkbox]:disabled", count: 1 });
    await pickProject(panel, own.project.path);
    await press("Create Merge Request");
    await creating.created(1);
    assert.equal(stage.notices.at(-1), `Created !1 in ${own.project.path}: Make it`);
    assert.deepEqual(await requestsOf(fork), []);
  });

  command("forgeline.mergeRequest.create", "finds an open one of this fork only", async (run) => {
    const other = `${fork}-other`;
    await stage.control.forkProject({ from: own.project.path, path: other, members: { alice: 50 } });
    await stage.control.commit({ "o.txt": "o\n" }, { project: other, branch: "made", startBranch: "main" });
    for (const [from, title] of [
      [fork, "Earlier"],
      [other, "Another fork's"],
    ] as const)
      await stage.control.addMergeRequest({ project: own.project.path, fork: from, sourceBranch: "made", title });
    const panel = await open(run);
    typeIn(panel.page, "title", "My title");
    void pressOnPage(panel.page, "create");
    await creating.see("Show !1");
    const words = panel.page.value.refusal?.message ?? "";
    assert.match(words, new RegExp(`from “made” into “${own.project.path}:main” already exists`));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    assert.equal((await open(run)).page.value.proposal?.title, "My title");
  });

  command("forgeline.mergeRequest.create", "keeps fields without rights, then goes into the fork", async (run) => {
    await refuse(`/projects/${encodeURIComponent(fork)}/merge_requests$`, { method: "POST", times: 1 });
    await stage.control.commit({ "later.txt": "later\n" }, { project: fork, branch: "main" });
    const panel = await open(run);
    await press("Draft", "checkbox");
    await press("Create Merge Request");
    await stage.person({ action: "inPage", selector: "[role=alert]" });
    assert.match(panel.page.value.refusal?.message ?? "", new RegExp(`Your account on .* does not have permission to`));
    await pickProject(panel, fork);
    await press("Create Merge Request");
    await creating.created(1, fork);
    assert.equal(stage.notices.at(-1), "Created !1: Draft: Make it");
    const [made] = await requestsOf(fork);
    assert.deepEqual([made?.source_project_id, made?.project_id, made?.target_branch], [forkId, forkId, "main"]);
    assert.deepEqual(await requestsOf(own.project.path), []);
  });

  command("forgeline.mergeRequest.create", "links to the fork's page on a host without the route", async (run) => {
    own.knowExtra("createMergeRequest", false);
    await run();
    await stage.says(/does not support creating merge requests through its API/);
    let seen: (uri: string) => void = () => undefined;
    const opened = new Promise<string>((resolve) => (seen = resolve));
    const undo = replace(vscode.env, "openExternal", () => (uri) => {
      // As the editor hands it on.
      seen(encodeURI(uri.toString(true)));
      return Promise.resolve(true);
    });
    try {
      await stage.press("Open in Browser");
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
  });
});
