import {
  commands,
  type FileCoverage,
  type FileCoverageDetail,
  l10n,
  type TestController,
  type TestRunProfile,
  TestRunProfileKind,
  TestRunRequest,
  tests,
  type Uri,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { gitLines, sameLines } from "../../core/comparisons/sameLines.ts";
import type { Context } from "../../core/context.ts";
import { moveLines } from "../../core/coverage/moved.ts";
import type { PlacedFile } from "../../core/coverage/placing.ts";
import type { FileReport } from "../../core/coverage/report.ts";
import { pathInRepository } from "../../core/files/fileHere.ts";
import { FileLines } from "../../core/files/fileLines.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import { runCommand } from "../../core/ui/runCommand.ts";
import { cloneOf } from "../../git/clone.ts";
import { coverageDetails, fileCoverage } from "./details.ts";
import type { CoverageRef } from "./refs.ts";
import type { CoverageSource } from "./source.ts";

/** Coverage to show. */
export interface ShownCoverage {
  /** What it was requested for, to show it again. */
  readonly ref: CoverageRef;
  readonly source: CoverageSource;
  readonly files: readonly PlacedFile<Uri>[];
  /** Whether hits count executions. */
  readonly executions: boolean;
}

/**
 * Coverage of pipelines in VS Code's coverage view. VS Code takes coverage from runs of a controller only: this one has no tests, so the
 * Testing view does not show it.
 */
export class CoverageController implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly controller: TestController;
  readonly profile: TestRunProfile;
  private readonly texts = new FileLines();
  private current: { readonly shown: ShownCoverage; readonly files: ReadonlyMap<FileCoverage, FileReport> } | undefined;

  constructor(context: Context) {
    this.context = context;
    this.controller = this.owned.add(tests.createTestController("forgelineCoverage", l10n.t("Coverage of Pipelines")));
    // Not a default profile: Run All Tests with Coverage runs only local tests.
    this.profile = this.owned.add(
      this.controller.createRunProfile(l10n.t("Coverage of Pipelines"), TestRunProfileKind.Coverage, async () => {
        if (this.current) await runCommand("forgeline.coverage.show", this.current.shown.ref);
      }),
    );
    this.profile.loadDetailedCoverage = (_run, file) => this.details(file);
    // Another account may not see what this one did.
    this.owned.add(
      context.connections.onDidChange((instance) => {
        if (this.current?.shown.source.instance === instance) void this.clear();
      }),
    );
  }

  get shown(): ShownCoverage | undefined {
    return this.current?.shown;
  }

  /** The counts of each shown file. */
  get files(): readonly FileCoverage[] {
    return [...(this.current?.files.keys() ?? [])];
  }

  /** Shows coverage in place of other coverage, and opens VS Code's coverage view. */
  async show(shown: ShownCoverage): Promise<void> {
    const files = new Map(shown.files.map(({ file, report }) => [fileCoverage(file, report), report]));
    this.current = { shown, files };
    // Neither the focus nor the Test Results panel: there are no tests.
    const request = new TestRunRequest(undefined, undefined, this.profile, false, true);
    // Not persisted: the artifacts have it.
    const run = this.controller.createTestRun(request, shown.source.name, false);
    for (const file of files.keys()) run.addCoverage(file);
    run.end();
    await setContextKey("forgeline.coverageShown", true);
    // The window has ended the run by now: it answers in order. Opens that of the latest run.
    await commands.executeCommand("testing.openCoverage");
  }

  /** Closes the coverage. VS Code keeps the run, but not in its coverage view. */
  async clear(): Promise<void> {
    this.current = undefined;
    await setContextKey("forgeline.coverageShown", false);
    await commands.executeCommand("testing.coverage.close");
  }

  /** Returns the lines of a file, where they are in the text of the workspace. */
  async details(file: FileCoverage): Promise<FileCoverageDetail[]> {
    const { shown, files } = this.current ?? {};
    const report = files?.get(file);
    if (!shown || !report) return [];
    return coverageDetails(await this.inWorkspace(shown.source, file.uri, report), shown.executions);
  }

  dispose(): void {
    this.current = undefined;
    this.owned.dispose();
  }

  private async inWorkspace(source: CoverageSource, uri: Uri, report: FileReport): Promise<FileReport> {
    const { instance, project, commit, fork } = source;
    const clone = cloneOf(this.context, source);
    if (commit === undefined || clone === undefined) return report;
    try {
      const path = await pathInRepository(clone.root, uri);
      if (path === undefined) return report;
      const document = await workspace.openTextDocument(uri);
      const before = await this.texts.of({ instance, project, path, ref: commit }, document.encoding, { fork });
      return moveLines(report, sameLines(before, gitLines(document.getText())));
    } catch (error) {
      // The host may no longer have the commit, or the file another name there.
      if (!isCancelled(error)) this.context.report.background(error, "Read the covered version of a file");
      return report;
    }
  }
}
