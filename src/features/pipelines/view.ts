import { l10n } from "vscode";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import { artifactRenderers } from "../../core/artifacts/renderers.ts";
import type { Disposable } from "../../core/base/disposable.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { sameProject } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import type { Connection } from "../../core/connections.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { BranchPipeline } from "../../core/pipelines/branchPipeline.ts";
import { type PipelineFilter, readPipelineFilter, writePipelineFilter } from "../../core/pipelines/filter.ts";
import {
  type Group,
  groupId,
  type GroupNode,
  expandedOf,
  pipelineId,
  type PipelinesNode,
} from "../../core/pipelines/nodes.ts";
import { type RefreshTask, ProjectPipelines } from "../../core/pipelines/projectPipelines.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import { pipelineRenderers } from "../../core/pipelines/renderers.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import { isPassing } from "../../core/tree/rowEntry.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { statusLabel } from "../../core/ui/statusIcon.ts";
import type { OpenProject } from "../../git/project.ts";
import { countForBadge, type BadgeCount } from "./badge.ts";

/** The Pipelines view: the current branch's latest pipeline, then all; below each its stages and jobs. */
export type PipelinesView = ProjectView<PipelinesNode, PipelinesContents>;

/** @param branch what the status bar shows too @param artifacts what lists archives */
export const openPipelines =
  (branch: BranchPipeline, artifacts: LazyFiles<ArtifactFiles>): Open<PipelinesNode, PipelinesContents> =>
  (project, connection, frame) =>
    new PipelinesContents({ project, connection, frame, branch, artifacts });

/** The pipelines of one project as rows. */
export class PipelinesContents implements ViewModel<PipelinesNode> {
  readonly renderers: NodeRenderers<PipelinesNode>;
  private readonly frame: ViewContext<PipelinesNode>;
  private readonly branch: BranchPipeline;
  private readonly data: ProjectPipelines;
  private readonly listening: Disposable;
  /** Which branch the rows are of. */
  private target: string;

  constructor({
    project: open,
    connection,
    frame,
    branch,
    artifacts,
  }: {
    readonly project: OpenProject;
    readonly connection: Connection;
    readonly frame: ViewContext<PipelinesNode>;
    readonly branch: BranchPipeline;
    readonly artifacts: LazyFiles<ArtifactFiles>;
  }) {
    this.frame = frame;
    this.branch = branch;
    const scope = { instance: open.instance, project: open.project };
    const filter = readPipelineFilter(frame.memory, scope);
    const data = new ProjectPipelines({
      scope,
      client: connection.client,
      filter,
      branch,
      failed: (error) => frame.log.warn("Reading downstream pipelines failed", error),
    });
    this.data = data;
    this.renderers = pipelineRenderers({
      data: () => data,
      read: () => this.read(),
      silent: frame.silent,
      artifacts: artifactRenderers({ artifacts, read: () => frame.read(), signal: frame.signal }),
    });
    this.target = this.targetNow();
    this.listening = branch.onDidChange(() => this.branchChanged());
  }

  /** What the list is narrowed to. */
  get filter(): PipelineFilter {
    return this.data.filter;
  }

  get filterText(): string | undefined {
    return filterText(this.filter);
  }

  get badge(): { readonly value: number; readonly tooltip: string } | undefined {
    const count = countForBadge(this.data.all);
    return count && { value: count.value, tooltip: badgeText(count) };
  }

  get running(): boolean {
    return this.data.running;
  }

  roots(): GroupNode[] {
    const groups: readonly Group[] = this.data.found.length > 0 ? ["current", "found", "all"] : ["current", "all"];
    return groups.map((group) => this.group(group));
  }

  /** Narrows the list, and remembers it for the project. */
  async setFilter(filter: PipelineFilter): Promise<void> {
    const { data, frame } = this;
    await writePipelineFilter(frame.memory, data.scope, filter);
    if (frame.signal.aborted) return;
    data.filter = readPipelineFilter(frame.memory, data.scope);
    frame.tree.renew(this.group("all"));
    frame.narrowed();
  }

  /**
   * Selects a pipeline's row and opens the view for it. One that no list holds gets a row of its own.
   * @throws ApiError when the pipeline has to be read first and cannot be.
   */
  async reveal({ instance, project, pipeline }: PipelineRef): Promise<void> {
    const { data, frame } = this;
    if (!sameProject(data.scope, { instance, project })) return;
    if (data.branchPipeline?.id !== pipeline.id) {
      await frame.tree.load(this.group("all"));
      if (!data.list.items?.some(({ id }) => id === pipeline.id)) {
        data.addFound(
          isWhole(pipeline) ? pipeline : await data.loadDetails({ ...unknownPipeline, ...pipeline }, frame.signal),
        );
      }
    }
    if (frame.signal.aborted) return;
    this.read();
    const place = (): readonly string[] => {
      const found = data.found.some(({ id }) => id === pipeline.id);
      const at = this.group(data.branchPipeline?.id === pipeline.id ? "current" : found ? "found" : "all");
      return [groupId(at), pipelineId(at, pipeline.id)];
    };
    await frame.tree.reveal(place, { expand: true });
  }

  async poll(signal: AbortSignal): Promise<void> {
    const chore = this.data.next(expandedOf(this.frame.tree.opened()));
    if (chore) await this.run(chore, signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    this.frame.seat.loaded();
    const chores = this.data.refreshes(expandedOf(this.frame.tree.opened()));
    await Promise.allSettled(chores.map((chore) => this.run(chore, signal)));
  }

  refreshUnseen(signal: AbortSignal): void {
    // A failure stays in the branch's state, which the status bar shows.
    this.branch.load(signal).catch(() => undefined);
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (standOf(before) !== standOf(after)) this.data.notePush();
  }

  written(change: Change): void {
    if (change.subject === "pipeline") this.data.markChanged(change.id, undefined);
    if (change.subject === "pipeline" && change.id === undefined) this.data.expectPipeline();
    if (change.subject === "job") this.data.markChanged(change.pipelineId, change.id);
  }

  toggled(node: PipelinesNode, open: boolean): void {
    const { data, frame } = this;
    if (
      (node.kind === "pipeline" || node.kind === "downstream") &&
      !open &&
      !expandedOf(frame.tree.opened()).pipelines.has(node.pipeline.id)
    )
      data.close(node.pipeline.id);
    if (node.kind === "group" && open && node.group !== "found") frame.seat.soon(0);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private group(group: Group): GroupNode {
    const { value } = this.branch;
    return {
      kind: "group",
      ...this.data.scope,
      group,
      ...(group === "current" && value.kind !== "none" && { target: value.target }),
    };
  }

  private async run(chore: RefreshTask, signal: AbortSignal): Promise<void> {
    const { frame } = this;
    try {
      await chore.run(signal);
    } catch (error) {
      if (!frame.signal.aborted && !isCancelled(error) && !signal.aborted) this.failed(chore, error);
      throw error;
    }
    if (frame.signal.aborted) return;
    for (const node of this.nodesOf(chore)) frame.tree.current(node);
    frame.seat.answered();
    this.read();
  }

  /** Old rows stay through failures that pass; others take their place. */
  private failed(chore: RefreshTask, error: unknown): void {
    const { of } = chore;
    if (!isPassing(error)) {
      if (of === "list") this.data.list.clear();
      else if (of !== "branch") this.data.close(of);
    }
    for (const node of this.nodesOf(chore)) this.frame.tree.fail(node, error);
  }

  /** The rows whose contents a chore reads. */
  private nodesOf({ of }: RefreshTask): readonly PipelinesNode[] {
    if (of === "branch") return [this.group("current")];
    if (of === "list") return [this.group("all")];
    return this.frame.tree
      .opened()
      .filter((node) => (node.kind === "pipeline" || node.kind === "downstream") && node.pipeline.id === of);
  }

  private read(): void {
    const [first] = this.data.all;
    if (first !== undefined && first.project_id > 0) this.frame.learn(first.project_id);
    this.frame.read();
  }

  private branchChanged(): void {
    const { value } = this.branch;
    if (value.kind === "none") return;
    const target = this.targetNow();
    const other = target !== this.target;
    this.target = target;
    const group = this.group("current");
    if (other) this.frame.tree.renew(group);
    else if (value.kind === "failed") this.frame.tree.fail(group, value.error);
    this.read();
  }

  private targetNow(): string {
    const { value } = this.branch;
    return value.kind === "none" ? "" : JSON.stringify(value.target);
  }
}

const standOf = ({ head, pushed }: OpenProject): string => JSON.stringify([head, pushed]);

const unknownPipeline = { project_id: 0, source: "", created_at: null, updated_at: null } as const;

const isWhole = (pipeline: PipelineRef["pipeline"]): pipeline is Pipeline =>
  pipeline.source !== undefined && pipeline.created_at !== undefined;
/** What the number on the view's icon means. */
function badgeText({ kind, value, ref }: BadgeCount): string {
  if (kind === "running")
    return value === 1 ? l10n.t("1 pipeline is running") : l10n.t("{0} pipelines are running", value);
  if (value === 1) return l10n.t("The latest pipeline of {0} failed", plainText(ref, 200));
  return l10n.t("The latest pipelines of {0} branches and tags failed", value);
}
/** The active filter in words, for the view's message; undefined when there is none. */
function filterText(filter: PipelineFilter): string | undefined {
  const value = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : plainText(text, 80);
  const scopes = {
    running: l10n.t("running"),
    pending: l10n.t("pending"),
    finished: l10n.t("finished"),
    branches: l10n.t("branches only"),
    tags: l10n.t("tags only"),
  };
  const parts = [
    filter.status && l10n.t("status {0}", statusLabel(filter.status)),
    filter.scope && scopes[filter.scope],
    filter.ref && l10n.t("ref {0}", value(filter.ref) ?? ""),
    filter.sha && l10n.t("commit {0}", filter.sha.slice(0, 8)),
    filter.source && l10n.t("source {0}", value(filter.source) ?? ""),
    filter.username && l10n.t("by {0}", value(filter.username) ?? ""),
    filter.name && l10n.t("name {0}", value(filter.name) ?? ""),
    filter.updated_after && l10n.t("updated after {0}", value(filter.updated_after) ?? ""),
    filter.updated_before && l10n.t("updated before {0}", value(filter.updated_before) ?? ""),
    filter.yaml_errors === true && l10n.t("invalid configuration"),
    filter.order_by && l10n.t("ordered by {0}", filter.order_by.replaceAll("_", " ")),
    filter.sort === "asc" && l10n.t("oldest or lowest first"),
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : l10n.t("Filter: {0}", parts.join(", "));
}
