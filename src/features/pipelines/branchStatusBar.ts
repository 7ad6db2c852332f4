import { l10n } from "vscode";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { anyOf, type Event } from "../../core/base/events.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import type { Connections } from "../../core/connections.ts";
import type { BranchPipeline } from "../../core/pipelines/branchPipeline.ts";
import { knownTimes } from "../../core/pipelines/estimates.ts";
import { noPipelineText } from "../../core/pipelines/items.ts";
import type { PipelineTimes } from "../../core/pipelines/timeLeft.ts";
import type { PollScheduler, PollHandle } from "../../core/tree/poll.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import { type BranchStatus, type BranchStatusSource, PipelineStatusBar } from "../../core/ui/statusBar.ts";

/** Time for a view that becomes visible to send its requests first, in ms. */
const viewHeadStart = 1_500;

export interface BranchStatusOptions {
  readonly branch: BranchPipeline;
  readonly polling: PollScheduler;
  readonly changes: Event<Change>;
  /** Returns how long a pipeline still takes, if its jobs are known. */
  readonly timesOf: (scope: ProjectScope, pipeline: Pipeline) => PipelineTimes | undefined;
  /** Fires when jobs have changed. */
  readonly jobsChanged: Event<unknown>;
  readonly view: { readonly visible: boolean; readonly onDidChangeVisibility: Event<boolean> };
}

/** The status of the current branch's pipeline, which is read after events while the Pipelines view is hidden. */
export class BranchStatusWatch implements BranchStatusSource, Disposable {
  private readonly owned = new DisposableStore();
  private readonly branch: BranchPipeline;
  private readonly polling: Pick<PollScheduler, "silentUntil">;
  private readonly timesOf: BranchStatusOptions["timesOf"];
  private readonly pollHandle: PollHandle;
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeStatus: Event<unknown>;

  constructor(options: BranchStatusOptions) {
    const { branch, polling, view, changes, timesOf, jobsChanged } = options;
    this.timesOf = timesOf;
    this.branch = branch;
    this.polling = polling;
    this.onDidChangeStatus = anyOf(branch.onDidChange, polling.onDidChangeSilence, jobsChanged);
    this.pollHandle = this.owned.add(
      polling.add({
        name: "status bar",
        instance: () => this.instance,
        onFocus: true,
        // The Pipelines view checks what runs, also while it is hidden.
        demand: () => "none",
        troubledSince: () => (view.visible ? undefined : branch.failedAt),
        poll: () => Promise.resolve(),
        refresh: () => {
          // The branch's state, which is shown, holds the error.
          if (!view.visible && this.askable) branch.load(undefined, false).catch(() => undefined);
        },
      }),
    );
    this.owned.add(branch.onDidChange(() => this.follow()));
    this.owned.add(view.onDidChangeVisibility(() => this.pollHandle.changed()));
    this.owned.add(
      changes(({ subject }) => {
        if (subject === "pipeline" || subject === "job") this.pollHandle.refresh();
        if (subject !== "mergeRequest" || branch.value.kind !== "empty") return;
        // Also while the view is visible, which does not follow merge requests.
        branch.forgetMerged();
        branch.load(undefined, false).catch(() => undefined);
      }),
    );
    this.owned.add({ dispose: () => clearTimeout(this.timer) });
    this.follow();
  }

  /** When requests may resume after a rate limit, ms since 1970; undefined without one. */
  get silentUntil(): number | undefined {
    return this.polling.silentUntil(this.instance);
  }

  get status(): BranchStatus {
    const { value } = this.branch;
    switch (value.kind) {
      case "none":
        return { kind: "hidden" };
      case "waiting":
        return { kind: this.silentUntil === undefined ? "hidden" : "waiting" };
      case "empty":
        return {
          kind: "empty",
          branch: branchName(value.target),
          reason: noPipelineText(value.target),
          merged: value.merged && {
            instance: value.project.instance,
            project: value.project.project,
            mergeRequest: value.merged,
          },
        };
      case "failed":
        return { kind: "failed", branch: branchName(value.target), reason: describeError(value.error).message };
      case "pipeline": {
        const { instance, project } = value.project;
        return {
          kind: "pipeline",
          branch: branchName(value.target, value.pipeline.ref ?? undefined),
          ref: { instance, project, pipeline: value.pipeline },
          times: this.timesOf(value.project, value.pipeline),
        };
      }
    }
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Reads another branch or project at once, like after a push, unless a view does so first. */
  private follow(): void {
    const waiting = (): boolean => this.branch.value.kind === "waiting";
    clearTimeout(this.timer);
    if (waiting()) this.timer = setTimeout(() => waiting() && this.pollHandle.refresh(), viewHeadStart);
    this.pollHandle.changed();
  }

  private get instance(): string | undefined {
    const { value } = this.branch;
    return value.kind === "none" ? undefined : value.project.instance;
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
  return target.ref ?? (shortSha(target.sha) || (ref ?? l10n.t("the default branch")));
}

/** Creates the status bar item of the current branch's pipeline. */
export function branchStatusBar(
  options: Omit<BranchStatusOptions, "timesOf" | "jobsChanged"> & { readonly connections: Connections },
): Disposable {
  const owned = new DisposableStore();
  const timesOf: BranchStatusOptions["timesOf"] = ({ instance, project }, pipeline) =>
    knownTimes(options.connections.get(instance).pipelineJobs, project, pipeline);
  const jobsChanged: BranchStatusOptions["jobsChanged"] = (listener) =>
    options.connections.onDidChangeRecords(({ changes: { job } }) => job.size > 0 && listener(undefined));
  owned.add(new PipelineStatusBar(owned.add(new BranchStatusWatch({ ...options, timesOf, jobsChanged }))));
  return owned;
}
