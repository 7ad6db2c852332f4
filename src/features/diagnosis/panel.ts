import { l10n } from "vscode";
import type { Change } from "../../core/changes.ts";
import type { Context } from "../../core/context.ts";
import type { Diagnoses } from "../../core/diagnosis/diagnoses.ts";
import { countJobs } from "../../core/diagnosis/diagnosis.ts";
import { pipelineKey } from "../../core/pipelines/pipelinePage.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import { ProjectFiles } from "../../core/problems/projectFiles.ts";
import { plural } from "../../core/ui/plural.ts";
import { runCommand } from "../../core/ui/runCommand.ts";
import { statusLabel } from "../../core/ui/statusIcon.ts";
import { readAction, readPartAction, type ShowMessage } from "../../core/webview/messages.ts";
import { OpenPanels, type Page, type PageKind } from "../../core/webview/pagePanel.ts";
import type { Writing } from "../../core/webview/parts.ts";
import { actions } from "./messages.ts";
import { openTarget } from "./openTarget.ts";
import { pageOf } from "./page.ts";
import { DiagnosisReader } from "./reader.ts";
import { openPart, PageTargets } from "./targets.ts";

/** The page of why a pipeline failed. */
export class DiagnosisPage implements Page<PipelineRef> {
  readonly reader: DiagnosisReader;
  private readonly files: ProjectFiles;
  private readonly closing = new AbortController();
  private targets = new PageTargets();
  private saidFor: string | undefined;

  constructor(context: Context, diagnoses: Diagnoses, ref: PipelineRef, changed: () => void) {
    this.reader = new DiagnosisReader(context, diagnoses, ref, changed);
    this.files = new ProjectFiles(context);
  }

  get ref(): PipelineRef {
    return this.reader.ref;
  }

  draw(writing: Writing): Omit<ShowMessage, "type"> {
    const { instance, project, pipeline } = this.ref;
    this.targets = new PageTargets();
    const page = pageOf(this.reader.value, writing, this.targets);
    const said = this.announcement();
    return { page, kept: { instance, project, pipeline: pipeline.id }, ...(said !== undefined && { said }) };
  }

  concerns(change: Change): boolean {
    const { id } = this.ref.pipeline;
    if (change.subject === "pipeline") return (change.id ?? id) === id;
    return change.subject === "job" && (change.pipelineId ?? id) === id;
  }

  async act(value: string): Promise<void> {
    const part = readPartAction(value, [openPart]);
    if (part) return this.open(part.part);
    switch (readAction(value, actions, [])?.do) {
      case "reveal":
        return runCommand("forgeline.pipeline.reveal", this.ref);
      case "openPipeline":
        return runCommand("forgeline.openInBrowser", this.ref);
      case "retry":
        return runCommand("forgeline.pipeline.retry", this.ref);
      case "showTests":
        return runCommand("forgeline.pipeline.showTestReport", this.ref);
      case "showCiFile": {
        const { instance, project, pipeline } = this.ref;
        const error = this.reader.value.diagnosis.ciFileErrors ?? "";
        return runCommand("forgeline.ciFile.showError", { instance, project, sha: pipeline.sha ?? "", error });
      }
      case undefined:
        return undefined;
    }
  }

  forget(): void {
    this.saidFor = undefined;
  }

  dispose(): void {
    this.closing.abort();
  }

  private async open(id: string): Promise<void> {
    const target = this.targets.get(id);
    if (target?.kind === "readLog") return this.reader.readLog(target.job, this.closing.signal);
    if (target) await openTarget(target, { scope: this.ref, sha: this.ref.pipeline.sha, files: this.files });
  }

  /** Says how many jobs failed, once they are known and when that changes. */
  private announcement(): string | undefined {
    const { loaded, diagnosis } = this.reader.value;
    if (!loaded) return undefined;
    const { failures, pipeline } = diagnosis;
    const count = countJobs(failures);
    const state = `${count} ${pipeline?.status ?? ""}`;
    if (state === this.saidFor) return undefined;
    this.saidFor = state;
    const status = l10n.t("Pipeline #{0}: {1}", this.ref.pipeline.id, statusLabel(pipeline?.status));
    const jobs = plural(count, (shown) => ({
      one: l10n.t("{0} failed job", shown),
      other: l10n.t("{0} failed jobs", shown),
    }));
    return `${status}, ${jobs}`;
  }
}

const kindOf = (diagnoses: Diagnoses): PageKind<PipelineRef, DiagnosisPage> => ({
  files: "diagnosis",
  script: "overview",
  icon: "pipelineGraph",
  name: ({ pipeline: { id } }) => `diagnosis of pipeline #${id}`,
  tab: ({ pipeline: { id } }) => l10n.t("Why #{0}?", id),
  title: ({ pipeline: { id } }) => l10n.t("Why is pipeline #{0} red?", id),
  ...pipelineKey,
  open: (context, ref, changed) => new DiagnosisPage(context, diagnoses, ref, changed),
});

/** Returns what opens the panels of diagnoses. */
export const openDiagnosisPages =
  (diagnoses: Diagnoses) =>
  (context: Context, viewType: string): OpenPanels<PipelineRef, DiagnosisPage> =>
    new OpenPanels(context, viewType, kindOf(diagnoses));
