import * as vscode from "vscode";
import type { CommitRef } from "../../src/core/commits/refs.ts";
import { changesOfCommit } from "../../src/core/comparisons/changes.ts";
import { openChange } from "../../src/core/comparisons/openChanges.ts";
import type { App } from "./app.ts";
import { until } from "./until.ts";

/** Opens the diff of a commit's first changed file, and returns its tab's two sides. */
export async function openCommitDiff(app: App, ref: CommitRef): Promise<vscode.TabInputTextDiff> {
  const changes = await changesOfCommit(app, ref, new AbortController().signal);
  await openChange(app, changes, changes.files[0]!);
  return until(
    "the diff",
    () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return active instanceof vscode.TabInputTextDiff && active.modified.query.includes(ref.commit.id) && active;
    },
    vscode.window.tabGroups.onDidChangeTabs,
  );
}
