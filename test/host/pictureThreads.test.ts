import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Discussion, NewDiffPosition } from "../../src/api/resources/discussionTypes.ts";
import { isOldest } from "./isOldest.ts";
import { pageJumps } from "./pageJumps.ts";
import { setReviewStage } from "./reviewStage.ts";
import { until } from "./until.ts";

/** Not text: VS Code shows it as a picture. */
const bytes = "PNG\0\0";
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>\n';

describe("threads on pictures", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;

  beforeEach(async () => {
    const files = { "a.txt": "first\n", "b.png": bytes, "c.svg": drawing, "d.txt": "two\n" };
    review.row = await own.request("pictures", {}, files);
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  /** Has the reviewer start a thread on a point of a picture, or on the first line of a file. */
  const commented = async (path: string): Promise<Discussion> => {
    const { diff_refs: refs } = await stage.client.extras.mergeRequest(review.row.project, review.iid);
    const at = /txt$/.test(path)
      ? { position_type: "text", new_line: 1 }
      : { position_type: "image", width: 64, height: 48, x: 10, y: 12 };
    const position = { ...refs, old_path: path, new_path: path, ...at } as unknown as NewDiffPosition;
    return (await review.bob.discussions.create(review.row.project, review.iid, { body: `On ${path}`, position }))!;
  };
  const opened = async ({ id }: Discussion): Promise<void> => {
    await vscode.commands.executeCommand("forgeline.thread.open", { ...review.place, discussion: id });
  };

  /** VS Code 1.105 shows the diff of an SVG as pictures, not as text. */
  const inText = isOldest ? it.skip : it;

  inText("are on the whole file where its diff is text, marked as on the picture", async () => {
    const discussion = await commented("c.svg");
    await opened(discussion);
    const { document } = vscode.window.activeTextEditor!;
    const thread = review.threads.threadsIn(document.uri)?.threadOf(discussion.id);
    assert.deepEqual([thread?.range, thread?.label], [undefined, "Open thread · on the picture"]);
  });

  it("are on the page where VS Code shows the picture, in their turn", async () => {
    const seen = pageJumps();
    try {
      const [first, second] = [await commented("b.png"), await commented("b.png")];
      await commented("a.txt");
      await commented("d.txt");
      await opened(first);
      await until("the thread on the page", () => seen.parts.length === 1, seen.event);
      assert.deepEqual(seen.parts, [`thread-${first.id}`]);
      const visited = async (way: "next" | "previous"): Promise<string | undefined> => {
        const [before, left] = [seen.parts.length, vscode.window.activeTextEditor?.document.uri.path];
        await vscode.commands.executeCommand(`forgeline.thread.${way}Open`, review.row);
        const { onDidChangeActiveTextEditor } = vscode.window;
        const came = (): string | undefined => {
          const path = vscode.window.activeTextEditor?.document.uri.path;
          return seen.parts.length > before
            ? seen.parts.at(-1)?.slice("thread-".length)
            : path === left
              ? undefined
              : path?.slice(-5);
        };
        return until("a thread", came, seen.event, onDidChangeActiveTextEditor);
      };
      assert.deepEqual(
        [await visited("next"), await visited("next"), await visited("next")],
        [second.id, "d.txt", "a.txt"],
      );
      assert.deepEqual([await visited("next"), await visited("previous")], [first.id, "a.txt"]);
    } finally {
      seen.dispose();
    }
  });
});
