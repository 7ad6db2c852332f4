import { l10n } from "vscode";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import { pipelineKey } from "../../../core/pipelines/pipelinePage.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { readAction } from "../../../core/webview/messages.ts";
import { OpenPanels, type Page, type PageKind } from "../../../core/webview/pagePanel.ts";
import type { Writing } from "../../../core/webview/parts.ts";
import { announcement, type ShownGraph } from "./announcement.ts";
import { drawnEdges } from "./drawnEdges.ts";
import { graphOf, isGroup, type PipelineGraph } from "./graph.ts";
import { actions, jobActions, type ShowGraph } from "./messages.ts";
import { pageOf } from "./page.ts";
import { type GraphContext, GraphReader, type GraphState } from "./reader.ts";

/** Commands of the page's own actions. */
const commandOf = {
  reveal: "forgeline.pipeline.reveal",
  openPipeline: "forgeline.openInBrowser",
  explain: "forgeline.diagnosis.show",
} as const;

/** The page of a pipeline's graph. */
export class GraphPage implements Page<PipelineRef> {
  readonly reader: GraphReader;
  private readonly changed: () => void;
  private shown: ShownGraph | undefined;
  /** Keys of the groups whose jobs are shown. */
  private readonly openGroups = new Set<string>();

  constructor(context: GraphContext, ref: PipelineRef, changed: () => void) {
    this.changed = changed;
    this.reader = new GraphReader(context, ref, changed);
  }

  get value(): GraphState {
    return this.reader.value;
  }

  get ref(): PipelineRef {
    return this.reader.ref;
  }

  /** Undefined until the jobs are known. */
  get graph(): PipelineGraph | undefined {
    const { stages, needs } = this.value;
    return stages && graphOf(stages, needs.kind === "known" ? needs.byJob : undefined, Date.now());
  }

  draw(writing: Writing): Omit<ShowGraph, "type"> {
    const { graph, value } = this;
    const { instance, project, pipeline } = value.ref;
    const now = graph && value.loaded ? { id: pipeline.id, status: pipeline.status, graph } : undefined;
    const said = now && announcement(this.shown, now);
    this.shown = now ?? this.shown;
    return {
      page: pageOf(value, graph, writing, this.openGroups),
      edges: graph ? drawnEdges(graph) : [],
      kept: { instance, project, pipeline: pipeline.id },
      ...(said !== undefined && { said }),
    };
  }

  concerns(change: Change): boolean {
    const { id } = this.ref.pipeline;
    if (change.subject === "pipeline") return (change.id ?? id) === id;
    return change.subject === "job" && (change.pipelineId ?? id) === id;
  }

  async act(value: string): Promise<void> {
    const action = readAction(value, actions, jobActions);
    if (action === undefined) return;
    if (!("job" in action)) return runCommand(commandOf[action.do], this.ref);
    if (action.do === "toggleGroup") {
      this.toggleGroup(action.job);
      return;
    }
    const { instance, project } = this.ref;
    const job = this.value.stages?.flatMap(({ jobs }) => jobs).find((one) => one.job.id === action.job)?.job;
    if (job === undefined) return;
    await (action.do === "openInBrowser"
      ? runCommand("forgeline.openInBrowser", { instance, project, job })
      : runCommand(`forgeline.job.${action.do}`, { instance, project, job }));
  }

  forget(): void {
    this.shown = undefined;
  }

  private toggleGroup(job: number): void {
    const boxes = this.graph?.stages.flatMap((stage) => stage.boxes) ?? [];
    const group = boxes.filter(isGroup).find(({ jobs }) => jobs.some((one) => one.job.id === job));
    if (group === undefined) return;
    if (!this.openGroups.delete(group.key)) this.openGroups.add(group.key);
    this.changed();
  }
}

const kindOf = (loadCiFile: GraphContext["loadCiFile"]): PageKind<PipelineRef, GraphPage> => ({
  files: "pipelineGraph",
  icon: "pipelineGraph",
  name: ({ pipeline: { id } }) => `graph of pipeline #${id}`,
  tab: ({ pipeline: { id } }) => l10n.t("Graph of #{0}", id),
  title: ({ pipeline: { id } }) => l10n.t("Graph of pipeline #{0}", id),
  ...pipelineKey,
  open: (context, ref, changed) => new GraphPage({ ...context, loadCiFile }, ref, changed),
});

/** Returns what opens the panels of graphs. */
export const openGraphs =
  (loadCiFile: GraphContext["loadCiFile"]) =>
  (context: Context, viewType: string): OpenPanels<PipelineRef, GraphPage> =>
    new OpenPanels(context, viewType, kindOf(loadCiFile));
