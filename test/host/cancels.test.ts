/** Every kind of long work ends with its Cancel: at once, with its request, in silence, and with nothing left behind. */
import assert from "node:assert/strict";
import { watch } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import type { FaultRule } from "../service/control.ts";
import { cancel } from "./cancelling.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { snippetStage } from "./snippetStage.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

interface Line {
  /** ID of the command, without `forgeline.`. */
  readonly id: string;
  readonly what?: string;
  /** What the notification says. */
  readonly title: RegExp;
  readonly fault: () => FaultRule;
  readonly given?: () => object | Promise<object>;
  /** It writes: that the host may have done it is said. */
  readonly writes?: true;
  /** A button of the modal question before. */
  readonly confirms?: string;
  /** Answers a box before. */
  readonly answer?: () => Promise<unknown>;
  /** Titles of the boxes that come back after it, each closed in turn. */
  readonly boxes?: readonly string[];
  /** Half of a file is there before it is cancelled. */
  readonly half?: true;
  /** The button in the window is pressed. */
  readonly inWindow?: true;
}

describe("cancelling", () => {
  const stage = setStage();
  const { pick, press, escape } = stage;
  const snippets = snippetStage();
  const undo: { dispose(): void }[] = [];
  let own: OwnProject;
  let folder: string;
  let [job, pipeline, sha] = [0, 0, ""];
  let jobRow: object = {};
  let pipelineRow: object = {};
  let mergeRequest: object = {};
  let milestone: object = {};
  let snippetId = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "forgeline-suite-"));
    own = await ownProject(stage.app);
    await own.open();
    const scope = { instance: own.instance, project: own.path };
    const { client, control } = stage;
    const made = await own.add({
      ref: "main",
      status: "failed",
      jobs: [{ name: "build", status: "failed", artifacts: { "a.txt": "a\n" } }],
    });
    [job, pipeline] = [made.jobs[0] ?? 0, made.id];
    await control.setArchive(job, [
      { path: "big.bin", random: 3_000_000 },
      { path: "a.txt", text: "a\n" },
    ]);
    await control.appendTrace(job, "line\n".repeat(100_000));
    jobRow = { ...scope, job: await client.jobs.get(own.path, job) };
    pipelineRow = { ...scope, pipeline: await client.pipelines.get(own.path, pipeline) };
    ({ sha } = await control.commit(
      { "topic.txt": "topic\n" },
      { project: own.path, branch: "topic", startBranch: "main" },
    ));
    const { iid } = await control.addMergeRequest({ project: own.path, sourceBranch: "topic", title: "Topic" });
    const { items } = await client.mergeRequests.listForProject(own.path, { iids: [iid] }).page();
    mergeRequest = { ...scope, mergeRequest: items[0] };
    milestone = { ...scope, milestone: await client.milestones.project.create(own.path, { title: "First" }) };
    await client.wikis.create(own.path, { title: "home", content: "Welcome.\n", format: "markdown" });
  });
  beforeEach(() => {
    undo.push(
      replace(vscode.window, "showSaveDialog", () => () => Promise.resolve(vscode.Uri.file(join(folder, "saved.bin")))),
    );
  });
  afterEach(async () => {
    for (const one of undo.splice(0)) one.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await workspaceProject(stage.app);
  });

  const files = (): Promise<string[]> => readdir(folder);
  const changes = (listener: () => unknown) => {
    const watching = watch(folder, () => void listener());
    return { dispose: () => watching.close() };
  };
  const type = (box: string, text: string) => () => stage.type(box, text);
  const at =
    (rest: string, more: Partial<FaultRule> = {}) =>
    () => ({ path: own.address(rest), ...more });
  const page = () => ({ instance: own.instance, project: own.path, slug: "home", title: "home", format: "markdown" });
  const snippet = async () => {
    const made = await snippets.make({ title: "Two files", files: { "a.txt": "a\n", "b.txt": "b\n" } });
    snippetId = made.id;
    return { instance: own.instance, snippet: made, file: "a.txt" };
  };
  const pipelineNow = () => `/pipelines/${pipeline}`;

  const midBody = { action: "hangMidBody" } as const;
  const refs = () => ({ path: `/${own.path}\\.git/info/refs` });
  const snippetPut = () => ({ method: "PUT", path: `/snippets/${snippetId}$` });
  const commit = () => ({ instance: own.instance, project: own.path, commit: { id: sha } });
  const rename = "Rename or Move Wiki Page";

  /** What a command is handed, by the second part of its ID. */
  const subjects: Readonly<Record<string, () => object | Promise<object>>> = {
    artifacts: () => jobRow,
    artifact: () => jobRow,
    job: () => jobRow,
    pipeline: () => pipelineRow,
    commit,
    changes: () => mergeRequest,
    mergeRequest: () => mergeRequest,
    milestone: () => milestone,
    wiki: page,
    snippet,
  };
  const file = (path: string) => () => ({ ...jobRow, artifact: { path } });
  const lines: readonly Line[] = [
    { id: "artifacts.download", title: /^Downloading artifacts\.zip/, fault: () => at(`/jobs/${job}/artifacts$`)() },
    {
      id: "artifacts.download",
      what: "in the midst of it",
      title: /^Downloading artifacts\.zip/,
      fault: () => at(`/jobs/${job}/artifacts$`, midBody)(),
      half: true,
    },
    {
      id: "artifact.download",
      what: "in the midst of it",
      title: /^Downloading big\.bin/,
      fault: () => at(`/jobs/${job}/artifacts/big.bin$`, midBody)(),
      given: file("big.bin"),
      half: true,
      inWindow: true,
    },
    {
      id: "artifact.open",
      title: /^Loading a\.txt/,
      fault: () => at(`/jobs/${job}/artifacts/a.txt$`)(),
      given: file("a.txt"),
    },
    { id: "job.browseArtifacts", title: /^Loading artifacts of .*…/, fault: () => at(`/jobs/${job}/artifacts$`)() },
    { id: "job.saveRawLog", title: /^Saving the log/, fault: () => at(`/jobs/${job}/trace$`, midBody)() },
    { id: "job.openLog", title: /^Loading the log/, fault: () => at(`/jobs/${job}/trace$`, midBody)() },
    { id: "job.compareLog", title: /^Comparing the log/, fault: at(String.raw`/jobs\?`) },
    { id: "job.showProblems", title: /^Reading the log/, fault: () => at(`/jobs/${job}/trace$`)() },
    { id: "job.retry", title: /^Retrying job “build”/, fault: () => at(`/jobs/${job}/retry$`)(), writes: true },
    { id: "pipeline.retry", title: /^Retrying/, fault: () => at(`${pipelineNow()}/retry$`)(), writes: true },
    {
      id: "pipeline.showTestReport",
      title: /^Loading the test report of .*…/,
      fault: () => at(`${pipelineNow()}/test_report`)(),
    },
    {
      id: "pipeline.showVariables",
      title: /^Loading variables of .*…/,
      fault: () => at(`${pipelineNow()}/variables`)(),
    },
    {
      id: "pipeline.rename",
      title: /^Renaming pipeline/,
      fault: () => at(`${pipelineNow()}/metadata$`)(),
      answer: type("Rename Pipeline", "Other"),
      writes: true,
      boxes: ["Rename Pipeline"],
    },
    {
      id: "commit.comment",
      title: /^Sending the comment/,
      fault: () => at(`/repository/commits/${sha}/comments$`, { method: "POST" })(),
      answer: type("Comment on", "Hello"),
      writes: true,
      boxes: ["Comment on"],
    },
    { id: "changes.openAll", title: /^Loading changes of !1…/, fault: at("/merge_requests/1") },
    { id: "mergeRequest.editDescription", title: /^Loading merge request !1…/, fault: at("/merge_requests") },
    {
      id: "mergeRequest.close",
      title: /^Closing !1/,
      fault: at("/merge_requests/1$", { method: "PUT" }),
      writes: true,
    },
    { id: "mergeRequest.fetchCommits", title: /^Fetching the commits of !1/, fault: refs, inWindow: true },
    { id: "mergeRequest.checkOut", title: /^Checking out/, fault: refs },
    {
      id: "milestone.edit",
      title: /^Updating “First”/,
      fault: at("/milestones/\\d+$", { method: "PUT" }),
      writes: true,
      answer: () => stage.field("Edit “First”", "Title", "Second"),
      boxes: ["Title", "Edit “First”"],
    },
    { id: "wiki.open", title: /^Opening “home”/, fault: at("/wikis/home") },
    {
      id: "wiki.rename",
      title: /^Moving “home”/,
      fault: at("/wikis/home", { method: "PUT" }),
      answer: type(rename, "start"),
      writes: true,
      boxes: [rename],
    },
    {
      id: "wiki.changeFormat",
      title: /^Updating “home”/,
      fault: at("/wikis/home", { method: "PUT" }),
      answer: () => pick("Change Format of Wiki Page", "AsciiDoc"),
      writes: true,
    },
    {
      id: "wiki.delete",
      title: /^Deleting “home”/,
      fault: at("/wikis/home", { method: "DELETE" }),
      confirms: "Delete",
      writes: true,
    },
    {
      id: "snippet.open",
      title: /^(?:Opening|Looking for)/,
      fault: () => ({ path: `/snippets/${snippetId}` }),
    },
    {
      id: "snippet.renameFile",
      title: /^Moving a\.txt/,
      fault: snippetPut,
      answer: type("Rename or Move File of Snippet", "c.txt"),
      writes: true,
    },
    { id: "snippet.deleteFile", title: /^Deleting a\.txt/, fault: snippetPut, confirms: "Delete", writes: true },
  ];

  for (const line of lines) {
    const { id, title, fault, writes, confirms, answer, boxes = [], half, inWindow } = line;
    const { what = writes ? "while it is sent" : "while it is read" } = line;
    const given = line.given ?? subjects[id.split(".")[0] ?? ""] ?? assert.fail(id);
    command(`forgeline.${id}` as CommandId, `can be canceled ${what}`, async (run) => {
      if (confirms !== undefined)
        undo.push(replace(vscode.window, "showWarningMessage", () => () => Promise.resolve(confirms)));
      const ref = await given();
      await cancel(stage, () => run(ref), {
        title,
        fault: fault(),
        answer: async () => {
          await answer?.();
          if (half) await until("half of a file", async () => (await files()).length === 1, changes);
        },
        press: inWindow && (() => press("Cancel")),
        asksAgain: async () => {
          for (const box of boxes) await escape(box);
        },
      });
      assert.equal(
        stage.notices.includes("Canceled. The host may have made the change already."),
        writes === true,
        stage.notices.join(),
      );
      await until("nothing to be left", async () => (await files()).length === 0, changes);
    });
  }
});
