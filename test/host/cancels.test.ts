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
  readonly id: CommandId;
  readonly what: string;
  /** What the notification says. */
  readonly title: RegExp;
  readonly fault: () => FaultRule;
  readonly given: () => object | Promise<object>;
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

  const lines: readonly Line[] = [
    {
      id: "forgeline.artifacts.download",
      what: "before the host answers",
      title: /^Downloading artifacts\.zip/,
      fault: () => at(`/jobs/${job}/artifacts$`)(),
      given: () => jobRow,
    },
    {
      id: "forgeline.artifacts.download",
      what: "in the midst of it",
      title: /^Downloading artifacts\.zip/,
      fault: () => at(`/jobs/${job}/artifacts$`, { action: "hangMidBody" })(),
      given: () => jobRow,
      half: true,
    },
    {
      id: "forgeline.artifact.download",
      what: "in the midst of it",
      title: /^Downloading big\.bin/,
      fault: () => at(`/jobs/${job}/artifacts/big.bin$`, { action: "hangMidBody" })(),
      given: () => ({ ...jobRow, artifact: { path: "big.bin" } }),
      half: true,
      inWindow: true,
    },
    {
      id: "forgeline.artifact.open",
      what: "while the file is read",
      title: /^Loading a\.txt/,
      fault: () => at(`/jobs/${job}/artifacts/a.txt$`)(),
      given: () => ({ ...jobRow, artifact: { path: "a.txt" } }),
    },
    {
      id: "forgeline.job.browseArtifacts",
      what: "while the list is read",
      title: /^Loading artifacts of .*…/,
      fault: () => at(`/jobs/${job}/artifacts$`)(),
      given: () => jobRow,
    },
    {
      id: "forgeline.job.saveRawLog",
      what: "in the midst of it",
      title: /^Saving the log/,
      fault: () => at(`/jobs/${job}/trace$`, { action: "hangMidBody" })(),
      given: () => jobRow,
    },
    {
      id: "forgeline.job.openLog",
      what: "while the log is read",
      title: /^Loading the log/,
      fault: () => at(`/jobs/${job}/trace$`, { action: "hangMidBody" })(),
      given: () => jobRow,
    },
    {
      id: "forgeline.job.compareLog",
      what: "while the last passed job is looked for",
      title: /^Comparing the log/,
      fault: () => at(String.raw`/jobs\?`)(),
      given: () => jobRow,
    },
    {
      id: "forgeline.job.showProblems",
      what: "while the log is read",
      title: /^Reading the log/,
      fault: () => at(`/jobs/${job}/trace$`)(),
      given: () => jobRow,
    },
    {
      id: "forgeline.job.retry",
      what: "while it is sent",
      title: /^Retrying job “build”/,
      fault: () => at(`/jobs/${job}/retry$`)(),
      given: () => jobRow,
      writes: true,
    },
    {
      id: "forgeline.pipeline.retry",
      what: "while it is sent",
      title: /^Retrying/,
      fault: () => at(`${pipelineNow()}/retry$`)(),
      given: () => pipelineRow,
      writes: true,
    },
    {
      id: "forgeline.pipeline.showTestReport",
      what: "while the report is read",
      title: /^Loading the test report of .*…/,
      fault: () => at(`${pipelineNow()}/test_report`)(),
      given: () => pipelineRow,
    },
    {
      id: "forgeline.pipeline.showVariables",
      what: "while they are read",
      title: /^Loading variables of .*…/,
      fault: () => at(`${pipelineNow()}/variables`)(),
      given: () => pipelineRow,
    },
    {
      id: "forgeline.pipeline.rename",
      what: "while it is sent",
      title: /^Renaming pipeline/,
      fault: () => at(`${pipelineNow()}/metadata$`)(),
      given: () => pipelineRow,
      answer: type("Rename Pipeline", "Other"),
      writes: true,
      boxes: ["Rename Pipeline"],
    },
    {
      id: "forgeline.commit.comment",
      what: "while it is sent",
      title: /^Sending the comment/,
      fault: () => at(`/repository/commits/${sha}/comments$`, { method: "POST" })(),
      given: () => ({ instance: own.instance, project: own.path, commit: { id: sha } }),
      answer: type("Comment on", "Hello"),
      writes: true,
      boxes: ["Comment on"],
    },
    {
      id: "forgeline.changes.openAll",
      what: "while they are read",
      title: /^Loading changes of !1…/,
      fault: at("/merge_requests/1"),
      given: () => mergeRequest,
    },
    {
      id: "forgeline.mergeRequest.editDescription",
      what: "while it is read",
      title: /^Loading merge request !1…/,
      fault: at("/merge_requests"),
      given: () => mergeRequest,
    },
    {
      id: "forgeline.mergeRequest.close",
      what: "while it is sent",
      title: /^Closing !1/,
      fault: at("/merge_requests/1$", { method: "PUT" }),
      given: () => mergeRequest,
      writes: true,
    },
    {
      id: "forgeline.mergeRequest.fetchCommits",
      what: "while git asks the host",
      title: /^Fetching the commits of !1/,
      fault: () => ({ path: `/${own.path}\\.git/info/refs` }),
      given: () => mergeRequest,
      inWindow: true,
    },
    {
      id: "forgeline.mergeRequest.checkOut",
      what: "while git asks the host",
      title: /^Checking out/,
      fault: () => ({ path: `/${own.path}\\.git/info/refs` }),
      given: () => mergeRequest,
    },
    {
      id: "forgeline.milestone.edit",
      what: "while a title is sent",
      title: /^Updating “First”/,
      fault: at("/milestones/\\d+$", { method: "PUT" }),
      given: () => milestone,
      writes: true,
      answer: async () => {
        await pick("Edit “First”", "Title");
        await stage.type("Title", "Second");
      },
      boxes: ["Title", "Edit “First”"],
    },
    {
      id: "forgeline.wiki.open",
      what: "while it is read",
      title: /^Opening “home”/,
      fault: at("/wikis/home"),
      given: page,
    },
    {
      id: "forgeline.wiki.rename",
      what: "while it is sent",
      title: /^Moving “home”/,
      fault: at("/wikis/home", { method: "PUT" }),
      given: page,
      answer: type("Rename or Move Wiki Page", "start"),
      writes: true,
      boxes: ["Rename or Move Wiki Page"],
    },
    {
      id: "forgeline.wiki.changeFormat",
      what: "while it is sent",
      title: /^Updating “home”/,
      fault: at("/wikis/home", { method: "PUT" }),
      given: page,
      answer: () => pick("Change Format of Wiki Page", "AsciiDoc"),
      writes: true,
    },
    {
      id: "forgeline.wiki.delete",
      what: "while it is sent",
      title: /^Deleting “home”/,
      fault: at("/wikis/home", { method: "DELETE" }),
      given: page,
      confirms: "Delete",
      writes: true,
    },
    {
      id: "forgeline.snippet.open",
      what: "while it is read",
      title: /^(?:Opening|Looking for)/,
      fault: () => ({ path: `/snippets/${snippetId}` }),
      given: snippet,
    },
    {
      id: "forgeline.snippet.renameFile",
      what: "while it is sent",
      title: /^Moving a\.txt/,
      fault: () => ({ method: "PUT", path: `/snippets/${snippetId}$` }),
      given: snippet,
      answer: type("Rename or Move File of Snippet", "c.txt"),
      writes: true,
    },
    {
      id: "forgeline.snippet.deleteFile",
      what: "while it is sent",
      title: /^Deleting a\.txt/,
      fault: () => ({ method: "PUT", path: `/snippets/${snippetId}$` }),
      given: snippet,
      confirms: "Delete",
      writes: true,
    },
  ];

  for (const { id, what, title, fault, given, writes, confirms, answer, boxes = [], half, inWindow } of lines) {
    command(id, `ends with Cancel ${what}`, async (run) => {
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
