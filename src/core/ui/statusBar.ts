import * as vscode from "vscode";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Event } from "../base/events.ts";
import type { ProjectScope } from "../base/refs.ts";
import { mergedText, switchAction } from "../mergeRequests/labels.ts";
import { type PipelineRef, unreadPipeline } from "../pipelines/refs.ts";
import type { PipelineTimes } from "../pipelines/timeLeft.ts";
import { leftText, slowerText } from "../pipelines/timeWords.ts";
import { dateTime, timeOfDay } from "./age.ts";
import { plainText } from "./plainText.ts";
import { asCommand, commandTarget } from "./runCommand.ts";
import { statusLabel } from "./statusIcon.ts";
import { statusStyle } from "./statusStyle.ts";

/** What the status bar shows. */
export type BranchStatus =
  | { readonly kind: "hidden" }
  /** Nothing is known yet, and requests are paused. */
  | { readonly kind: "waiting" }
  | {
      readonly kind: "empty" | "failed";
      readonly branch: string;
      readonly reason: string;
      /** The merge request that merged the branch. */
      readonly merged?: (ProjectScope & { readonly mergeRequest: MergeRequest }) | undefined;
    }
  | {
      readonly kind: "pipeline";
      readonly branch: string;
      readonly ref: PipelineRef;
      readonly times?: Pick<PipelineTimes, "left" | "slower"> | undefined;
    };

export interface BranchStatusSource {
  readonly status: BranchStatus;
  /** End of the pause due to the host's rate limit, ms since the epoch; undefined without one. */
  readonly silentUntil?: number | undefined;
  readonly onDidChangeStatus: Event<unknown>;
}

/** Shows the current branch's pipeline in the status bar; a click reveals it in the Pipelines view. */
export class PipelineStatusBar implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly source: BranchStatusSource;
  private readonly item: vscode.StatusBarItem;

  constructor(source: BranchStatusSource) {
    this.source = source;
    this.item = this.owned.add(
      vscode.window.createStatusBarItem("forgeline.pipeline", vscode.StatusBarAlignment.Left, 5),
    );
    this.item.name = vscode.l10n.t("Forgeline: Pipeline of the Current Branch");
    this.owned.add(source.onDidChangeStatus(() => this.show()));
    this.show();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private show(): void {
    const { status } = this.source;
    if (status.kind === "hidden") {
      this.item.hide();
      return;
    }
    if (status.kind === "pipeline") this.showPipeline(status);
    else if (status.kind === "waiting") this.showWaiting();
    else if (status.merged) {
      const [text, { title, command, args = [] }] = [
        mergedText(status.merged.mergeRequest),
        switchAction(status.merged, status.merged.mergeRequest),
      ];
      const icon = "git-merge";
      this.item.text = `$(${icon}) ${text}`;
      this.item.tooltip = `${text} · ${title}`;
      this.item.command = { command, title, arguments: [...args] };
      this.item.accessibilityInformation = { label: `${text}, ${title}`, role: "button" };
    } else {
      this.item.text = `$(${status.kind === "failed" ? "warning" : "circle-large-outline"}) ${vscode.l10n.t("No pipeline")}`;
      this.item.tooltip = status.reason;
      this.item.command = { command: "forgeline.pipelines.focus", title: vscode.l10n.t("Show Pipelines") };
      this.item.accessibilityInformation = { label: status.reason, role: "button" };
    }
    this.showSilence();
    const hasFailed = status.kind === "pipeline" && status.ref.pipeline.status === "failed";
    this.item.backgroundColor = hasFailed ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    if (hasFailed) this.offerDiagnosis(status.ref);
    this.item.show();
  }

  /** Adds a link to the tooltip; a click on the item goes on showing the pipeline. */
  private offerDiagnosis({ instance, project, pipeline }: PipelineRef): void {
    const { tooltip } = this.item;
    const linked = new vscode.MarkdownString();
    linked.appendText(typeof tooltip === "string" ? tooltip : "");
    const target = commandTarget("forgeline.diagnosis.show", {
      instance,
      project,
      pipeline: unreadPipeline(pipeline.id),
    });
    linked.appendMarkdown(`\n\n[${vscode.l10n.t("Why is it red?")}](${target})`);
    linked.isTrusted = { enabledCommands: ["forgeline.diagnosis.show"] };
    this.item.tooltip = linked;
  }

  private showWaiting(): void {
    this.item.text = "";
    this.item.tooltip = "";
    this.item.command = { command: "forgeline.pipelines.focus", title: vscode.l10n.t("Show Pipelines") };
    this.item.accessibilityInformation = { label: "", role: "button" };
  }

  /** Shows until when updates are paused due to the host's rate limit. */
  private showSilence(): void {
    const { silentUntil } = this.source;
    if (silentUntil === undefined) return;
    const { text, tooltip, accessibilityInformation: spoken } = this.item;
    const at = new Date(silentUntil).toISOString();
    const words = vscode.l10n.t("Rate limit reached. Updates resume at {0}.", dateTime(at, vscode.env.language) ?? at);
    const both = (first: string, separator: string): string => (first === "" ? words : `${first}${separator}${words}`);
    const pause = vscode.l10n.t("paused until {0}", timeOfDay(silentUntil, vscode.env.language));
    this.item.text = `${text}${text === "" ? "" : " · "}$(debug-pause) ${pause}`;
    this.item.tooltip = both(typeof tooltip === "string" ? tooltip : "", "\n");
    this.item.accessibilityInformation = { label: both(spoken?.label ?? "", ". "), role: "button" };
  }

  private showPipeline({ branch, ref, times }: Extract<BranchStatus, { kind: "pipeline" }>): void {
    const { pipeline } = ref;
    const label = statusLabel(pipeline.status);
    const words = vscode.l10n.t("Pipeline #{0} of {1}: {2}", pipeline.id, plainText(branch, 100), label);
    this.item.text = `$(${statusStyle(pipeline.status).icon}) ${vscode.l10n.t("Pipeline {0}", label)}`;
    const slower = times?.slower && slowerText(times.slower);
    const about = [leftText(times?.left), slower].filter((part) => part !== undefined).join(", ");
    const told = about === "" ? words : `${words}, ${about}`;
    this.item.tooltip = vscode.l10n.t("{0}. Select to show it.", told);
    this.item.command = asCommand("forgeline.pipeline.reveal", vscode.l10n.t("Show Pipeline"), ref);
    this.item.accessibilityInformation = { label: told, role: "button" };
  }
}
