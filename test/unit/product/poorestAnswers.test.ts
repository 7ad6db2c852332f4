import assert from "node:assert/strict";
import type { TreeItem } from "vscode";
import { ApiError } from "../../../src/api/errors.ts";
import { UserError } from "../../../src/core/base/errors.ts";
import type { FooterRow } from "../../../src/core/tree/node.ts";
import { VIEWS, type ViewName } from "../../../src/core/views.ts";
import { type Lack, lacks } from "../../support/poorRecords.ts";
import { type PoorWindow, openPoorWindow } from "../../support/poorWindow.ts";
import { unreadWords } from "../../support/spokenWords.ts";
import { drawRows } from "./drawnRows.ts";

/** Rows of the files in an archive, which come from its directory. */
const ofArchives = ["artifactFile", "artifactFolder", "refusedArtifact", "refusedArtifacts", "wholeArchive"];
/** Rows that are made of nothing that the client checks. */
const withoutAnswer: Readonly<Partial<Record<ViewName, readonly string[]>>> = {
  pipelines: ofArchives,
  // The list itself is not drawn where it is the only one.
  ...{
    jobs: ["list", ...ofArchives],
    commits: ["list"],
    packages: ["list"],
    wiki: ["list"],
    // Findings come from the reports of jobs.
    vulnerabilities: ["finding", "findings", "findingsGap", "findingsGroup", "list"],
  },
  // Merge requests are rows of the Merge Requests view; its folders stay there.
  milestones: ["folder", "problem"],
  // Stands for what could not be read.
  people: ["myProblem"],
};

/** What a person would read where the code has read a field that is not there. */
const leaked = /\b(?:undefined|null|NaN|Invalid Date)\b|\[object /;

const textOf = (text: TreeItem["tooltip"] | TreeItem["label"] | boolean): string =>
  typeof text === "object" ? ("value" in text ? text.value : text.label) : typeof text === "string" ? text : "";

/** What VS Code has read out for a row. */
const spokenName = ({ accessibilityInformation, tooltip, label, description }: TreeItem): string =>
  accessibilityInformation?.label ??
  (typeof tooltip === "string" ? tooltip : [textOf(label), textOf(description)].join(" "));

describe("rows made from the poorest answers that the client admits", () => {
  const windows = new Map<Lack, PoorWindow>();
  before(async () => {
    for (const lack of lacks) windows.set(lack, await openPoorWindow(lack));
  });
  after(async () => {
    for (const window of windows.values()) await window.close();
  });

  for (const view of Object.keys(VIEWS) as ViewName[])
    it(`draw every kind of row in the view ${view}`, async () => {
      const seen = new Set<string>();
      for (const [lack, window] of windows) {
        window.use();
        assert.deepEqual([await problemsOf(window, view, seen), window.failures()], [[], []], `fields are ${lack}`);
      }
      windows.get("alone")?.use();
      const { kinds = [] } = (await windows.get("alone")?.viewOf(view)) ?? {};
      assert.ok(kinds.length > 0);
      assert.deepEqual(kinds.filter((kind) => !seen.has(kind)).sort(), [...(withoutAnswer[view] ?? [])].sort());
    });

  it("draw the status bar", async () => {
    for (const [lack, window] of windows) {
      window.use();
      for (const view of ["pipelines", "projectSettings", "people"] as const) await problemsOf(window, view, new Set());
      await window.settled();
      const words = window.statusBar.map((item) => `${item.text}\n${textOf(item.tooltip)}`);
      assert.ok(words.filter((text) => text.trim() !== "").length > 0, `nothing is shown while fields are ${lack}`);
      assert.deepEqual([words.filter((text) => leaked.test(text)), window.failures()], [[], []], `fields are ${lack}`);
    }
  });
});

/** Draws every row of a view, and returns what went wrong. */
async function problemsOf(window: PoorWindow, view: ViewName, kinds: Set<string>): Promise<string[]> {
  const problems: string[] = [];
  const { provider } = await window.viewOf(view);
  await drawRows(
    provider,
    2,
    (row, item, path) => {
      kinds.add(row.kind);
      if (row.kind === "forgeline.footer") {
        const { error } = row as FooterRow;
        if (error instanceof Error && !(error instanceof ApiError) && !(error instanceof UserError)) throw error;
      }
      const words = [item.label, item.description, item.tooltip, item.accessibilityInformation?.label].map(textOf);
      if (words.some((text) => leaked.test(text))) problems.push(`${path.join(" > ")}: ${words.join(" | ")}`);
      const unread = unreadWords(`${textOf(item.label)} ${textOf(item.description)}`, spokenName(item));
      if (unread.length > 0)
        problems.push(`${path.join(" > ")}: reads “${spokenName(item)}”, without “${unread.join(" ")}”`);
    },
    (error, path) => problems.push(`${path.join(" > ")}: ${String((error as Error).stack)}`),
  );
  return problems;
}
