/** Every kind of long work ends with its Cancel: at once, with its request, in silence, and with nothing left behind. */
import assert from "node:assert/strict";
import { watch } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

interface More {
  readonly what?: string;
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

/** A command, without `forgeline.`, what its notification says, and the request that hangs. */
type Line = readonly [id: string, title: RegExp, fault: () => FaultRule, more?: More];

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
    await own.openClone();
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
    ({ sha } = await own.commit({ "topic.txt": "topic\n" }, { branch: "topic" }));
    const { iid } = await own.addMergeRequest({ sourceBranch: "topic", title: "Topic" });
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
  const at = (rest: string, more: Partial<FaultRule> = {}): FaultRule => ({ path: own.address(rest), ...more });
  const atJob = (rest: string, more?: Partial<FaultRule>) => at(`/jobs/${job}/${rest}$`, more);
  const atPipeline = (rest: string) => at(`/pipelines/${pipeline}/${rest}`);
  const page = () => ({ instance: own.instance, project: own.path, slug: "home", title: "home", format: "markdown" });
  const snippet = async () => {
    const made = await snippets.make({ title: "Two files", files: { "a.txt": "a\n", "b.txt": "b\n" } });
    snippetId = made.id;
    return { instance: own.instance, snippet: made, file: "a.txt" };
  };

  const midBody = { action: "hangMidBody" } as const;
  const refs = () => ({ path: `/${own.path}\\.git/info/refs` });
  const snippetPut = () => ({ method: "PUT", path: `/snippets/${snippetId}$` });
  const commit = () => ({ instance: own.instance, project: own.path, commit: { id: sha } });

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
  const writes = true;
  const [put, post] = [{ method: "PUT" }, { method: "POST" }];
  const half = { what: "in the midst of it", half: true } as const;
  const lines: readonly Line[] = [
    ["artifacts.download", /^Downloading artifacts\.zip/, () => atJob("artifacts")],
    ["artifacts.download", /^Downloading artifacts\.zip/, () => atJob("artifacts", midBody), half],
    [
      "artifact.download",
      /^Downloading big\.bin/,
      () => atJob("artifacts/big.bin", midBody),
      { ...half, given: file("big.bin"), inWindow: true },
    ],
    ["job.saveRawLog", /^Saving the log/, () => atJob("trace", midBody)],
    ["job.showProblems", /^Reading the log/, () => atJob("trace")],
    ["job.retry", /^Retrying job “build”/, () => atJob("retry"), { writes }],
    ["pipeline.showTestReport", /^Loading the test report of .*…/, () => atPipeline("test_report")],
    [
      "pipeline.rename",
      /^Renaming pipeline/,
      () => atPipeline("metadata$"),
      { answer: type("Rename Pipeline", "Other"), writes, boxes: ["Rename Pipeline"] },
    ],
    [
      "commit.comment",
      /^Sending the comment/,
      () => at(`/repository/commits/${sha}/comments$`, post),
      { answer: type("Comment on", "Hello"), writes, boxes: ["Comment on"] },
    ],
    ["changes.openAll", /^Loading changes of !1…/, () => at("/merge_requests/1")],
    ["mergeRequest.fetchCommits", /^Fetching the commits of !1/, refs, { inWindow: true }],
    [
      "milestone.edit",
      /^Updating “First”/,
      () => at("/milestones/\\d+$", put),
      { writes, answer: () => stage.field("Edit “First”", "Title", "Second"), boxes: ["Title", "Edit “First”"] },
    ],
    [
      "wiki.changeFormat",
      /^Updating “home”/,
      () => at("/wikis/home", put),
      { answer: () => pick("Change Format of Wiki Page", "AsciiDoc"), writes },
    ],
    ["wiki.delete", /^Deleting “home”/, () => at("/wikis/home", { method: "DELETE" }), { confirms: "Delete", writes }],
    ["snippet.deleteFile", /^Deleting a\.txt/, snippetPut, { confirms: "Delete", writes }],
  ];

  for (const [id, title, fault, more = {}] of lines) {
    const { confirms, answer, boxes = [], inWindow } = more;
    const { what = more.writes ? "while it is sent" : "while it is read" } = more;
    const given = more.given ?? subjects[id.split(".")[0] ?? ""] ?? assert.fail(id);
    command(`forgeline.${id}` as CommandId, `can be canceled ${what}`, async (run) => {
      if (confirms !== undefined)
        undo.push(replace(vscode.window, "showWarningMessage", () => () => Promise.resolve(confirms)));
      const ref = await given();
      await cancel(stage, () => run(ref), {
        title,
        fault: fault(),
        answer: async () => {
          await answer?.();
          if (more.half) await until("half of a file", async () => (await files()).length === 1, changes);
        },
        press: inWindow && (() => press("Cancel")),
        asksAgain: async () => {
          for (const box of boxes) await escape(box);
        },
      });
      const found = stage.notices.includes("Canceled. The host may have made the change already.");
      assert.equal(found, more.writes === true, stage.notices.join());
      await until("nothing to be left", async () => (await files()).length === 0, changes);
    });
  }
});
