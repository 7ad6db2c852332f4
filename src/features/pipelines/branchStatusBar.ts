import { l10n } from "vscode";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { anyOf, type Event } from "../../core/base/events.ts";
import type { Change } from "../../core/changes.ts";
import type { BranchPipeline } from "../../core/pipelines/branchPipeline.ts";
import { noPipelineText } from "../../core/pipelines/items.ts";
import type { PollScheduler, PollHandle } from "../../core/tree/poll.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { type BranchStatus, type BranchStatusSource, PipelineStatusBar } from "../../core/ui/statusBar.ts";

/** Time for a view that comes into sight to ask first, in ms. */
const patience = 1_500;

export interface BranchStatusOptions {
  readonly branch: BranchPipeline;
  readonly polling: PollScheduler;
  readonly changes: Event<Change>;
  readonly view: { readonly visible: boolean; readonly onDidChangeVisibility: Event<boolean> };
}

/**
 * What the status bar shows: what the Pipelines view knows while that is visible; otherwise it looks by itself,
 * at the pace of something at rest.
 */
export class BranchStatusWatch implements BranchStatusSource, Disposable {
  private readonly owned = new DisposableStore();
  private readonly branch: BranchPipeline;
  private readonly polling: Pick<PollScheduler, "silentUntil">;
  private readonly pollHandle: PollHandle;
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeStatus: Event<unknown>;

  constructor(options: BranchStatusOptions) {
    const { branch, polling, view, changes } = options;
    this.branch = branch;
    this.polling = polling;
    this.onDidChangeStatus = anyOf(branch.onDidChange, polling.onDidChangeSilence);
    this.pollHandle = this.owned.add(
      polling.add({
        name: "status bar",
        demand: () => (view.visible || !this.askable ? "none" : "idle"),
        poll: (signal) => branch.load(signal, false),
        refresh: () => {
          // Failures stay in the branch's state, which is shown.
          if (!view.visible && this.askable) branch.load(undefined, false).catch(() => undefined);
        },
      }),
    );
    this.owned.add(branch.onDidChange(() => this.follow()));
    this.owned.add(view.onDidChangeVisibility(() => this.pollHandle.changed()));
    this.owned.add(
      changes(({ subject }) => {
        if (subject === "pipeline" || subject === "job") this.pollHandle.refresh();
      }),
    );
    this.owned.add({ dispose: () => clearTimeout(this.timer) });
    this.follow();
  }

  /** Until when the host wants to be left alone, ms since 1970; undefined when it does not. */
  get silentUntil(): number | undefined {
    return this.polling.silentUntil;
  }

  get status(): BranchStatus {
    const { value } = this.branch;
    switch (value.kind) {
      case "none":
        return { kind: "hidden" };
      case "waiting":
        return { kind: this.silentUntil === undefined ? "hidden" : "waiting" };
      case "empty":
        return { kind: "empty", branch: branchName(value.target), reason: noPipelineText(value.target) };
      case "failed":
        return { kind: "failed", branch: branchName(value.target), reason: describeError(value.error).message };
      case "pipeline": {
        const { instance, project } = value.project;
        return {
          kind: "pipeline",
          branch: branchName(value.target, value.pipeline.ref),
          ref: { instance, project, pipeline: value.pipeline },
        };
      }
    }
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Another branch or project is an event like a push: it waits for nobody's turn, only for a view that asks anyway. */
  private follow(): void {
    const waiting = (): boolean => this.branch.value.kind === "waiting";
    clearTimeout(this.timer);
    if (waiting()) this.timer = setTimeout(() => waiting() && this.pollHandle.refresh(), patience);
    this.pollHandle.changed();
  }

  private get askable(): boolean {
    const { value } = this.branch;
    return value.kind !== "none" && value.target.kind !== "nothing";
  }
}

function branchName(
  target: { readonly kind: string; readonly ref?: string; readonly sha?: string },
  ref?: string,
): string {
  return target.ref ?? target.sha?.slice(0, 8) ?? ref ?? l10n.t("the default branch");
}

/** The status bar's item for the pipeline of the current branch. */
export function branchStatusBar(options: BranchStatusOptions): Disposable {
  const owned = new DisposableStore();
  owned.add(new PipelineStatusBar(owned.add(new BranchStatusWatch(options))));
  return owned;
}
