/** Runs in a window, for `test/bench/threads.ts`: measures, and writes what it measured beside its bundle. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { readFileUri } from "../../../src/core/files/uris.ts";
import { setReviewStage } from "../../host/reviewStage.ts";

const files = 60;
const threads = 500;
const runs = 5;

/** One opening; times in ms. */
export interface Shown {
  readonly what: "first file" | "all files";
  /** Until the visible diffs have their threads. */
  readonly ms: number;
  readonly requests: number;
  /** The same requests, one after the other, with nothing done between. */
  readonly bare: number;
}

describe("threads of a large review", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const pathOf = (at: number): string => `src/file-${String(at % files).padStart(2, "0")}.txt`;
  const inFile = (name: string): number =>
    Array.from({ length: threads }, (_, at) => pathOf(at)).filter((one) => one === name).length;

  async function prepare(branch: string): Promise<void> {
    const text = Array.from({ length: 40 }, (_, at) => `Line ${at + 1}\n`).join("");
    review.row = await own.request(
      branch,
      {},
      Object.fromEntries(Array.from({ length: files }, (_, at) => [pathOf(at), text])),
    );
    const { diff_refs: refs } = await stage.client.extras.mergeRequest(review.row.project, review.iid);
    for (let at = 0; at < threads; at++) {
      const position = {
        base_sha: refs!.base_sha!,
        start_sha: refs!.start_sha!,
        head_sha: refs!.head_sha!,
        old_path: pathOf(at),
        new_path: pathOf(at),
        position_type: "text" as const,
        new_line: Math.floor(at / files) * 4 + 1,
      };
      await review.bob.discussions.create(review.row.project, review.iid, { body: `Thread ${at}`, position });
    }
  }

  /** Whether every visible diff of the merge request has its threads. */
  function isShown(): boolean {
    const heads = vscode.window.visibleTextEditors
      .map(({ document }) => document.uri)
      .filter((uri) => {
        const diff = readFileUri(uri)?.diff;
        return diff?.iid === review.iid && diff.side === "new";
      });
    return (
      heads.length > 0 &&
      heads.every((uri) => review.threads.threadsIn(uri)?.all().length === inFile(readFileUri(uri)!.path))
    );
  }

  async function measure(what: Shown["what"], open: () => Thenable<unknown>): Promise<Shown> {
    const since = await stage.control.lastRequest();
    const start = performance.now();
    const opened = open();
    while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 1));
    const ms = performance.now() - start;
    await opened;
    const asked = (await stage.control.requests(since)).filter(
      ({ method, path: at }) => method === "GET" && at.includes(encodeURIComponent(own.project.path)),
    );
    const headers = { "private-token": stage.info.users.alice.token };
    const from = performance.now();
    for (const { path: at } of asked) await (await fetch(new URL(at, review.row.instance), { headers })).arrayBuffer();
    return { what, ms, requests: asked.length, bare: performance.now() - from };
  }

  it("is measured", async function () {
    this.timeout(300_000);
    const measured: Shown[] = [];
    for (let run = 0; run < runs; run++) {
      await prepare(`first-${run}`);
      measured.push(await measure("first file", () => review.openDiff(pathOf(0))));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await prepare(`all-${run}`);
      const open = (): Thenable<unknown> => vscode.commands.executeCommand("forgeline.changes.openAll", review.row);
      measured.push(await measure("all files", open));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
    assert.equal(measured.length, 2 * runs);
    await writeFile(path.join(import.meta.dirname, "measured.json"), JSON.stringify(measured));
  });
});
