import assert from "node:assert/strict";
import * as vscode from "vscode";
import { isDraft, typedText } from "../../../src/core/ui/unsentComment.ts";
import { command } from "../commandTest.ts";
import { forgetDrafts } from "../drafts.ts";
import { setReviewStage } from "../reviewStage.ts";
import { until } from "../until.ts";

describe("comment boxes of threads in VS Code @window", () => {
  const review = setReviewStage();
  afterEach(() => forgetDrafts(review.own.stage.app, "threads"));

  command("forgeline.suggestion.insert", "inserts below the text in the box of an unsent comment", async (run) => {
    const { thread } = await review.started();
    const { sender } = await review.own.stage.app.mergeRequests.review();
    await sender.keep(thread, "They shout.");
    const box = await until(
      "the box of the unsent comment",
      () => vscode.window.visibleTextEditors.find(({ document }) => document.getText() === "They shout."),
      vscode.workspace.onDidChangeTextDocument,
      vscode.window.onDidChangeVisibleTextEditors,
    );
    assert.ok(await box.edit((edit) => edit.insert(new vscode.Position(0, 11), " All day.")));
    await run({ thread, text: "Better:" });
    const inserted = "They shout. All day.\n\nBetter:\n\n```suggestion\nSIX\n```\n";
    assert.equal(typedText(thread.comments.find(isDraft)!), inserted);
    const selected = await until(
      "the suggested line, selected",
      () => {
        const box = vscode.window.visibleTextEditors.find(({ document }) => document.getText() === inserted);
        return box?.selection.isEmpty === false && box.document.getText(box.selection);
      },
      vscode.window.onDidChangeTextEditorSelection,
      vscode.window.onDidChangeVisibleTextEditors,
    );
    assert.equal(selected, "SIX");
  });
});
