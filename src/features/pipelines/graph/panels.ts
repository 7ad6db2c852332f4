import { l10n, ViewColumn, type WebviewPanel, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { pageOptions } from "../../../core/webview/pageFiles.ts";
import type { readKeptGraph } from "./messages.ts";
import type { PipelineGraphPanel } from "./panel.ts";

/** What graphs need of the code of pipelines. */
interface GraphCode {
  readonly PipelineGraphPanel: typeof PipelineGraphPanel;
  readonly readKeptGraph: typeof readKeptGraph;
}

/** As VS Code keeps the panels over a reload. */
const viewType = "forgeline.pipelineGraph";

/** The graphs of pipelines, one panel each. What they are made of is read with the first. */
export class PipelineGraphs implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly load: Load<GraphCode>;
  private readonly panels = new Set<PipelineGraphPanel>();

  /** @param load the code of pipelines */
  constructor(context: Context, load: Load<GraphCode>) {
    this.context = context;
    this.load = load;
    // VS Code keeps panels over a reload.
    this.owned.add(
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, kept) => this.revive(panel, kept),
      }),
    );
  }

  /** Shows the graph of a pipeline, which is opened unless it is there. */
  async open(ref: PipelineRef): Promise<void> {
    const { PipelineGraphPanel: Panel } = await this.load();
    const there = this.of(ref);
    if (there) {
      there.reveal();
      return;
    }
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("Graph of #{0}", ref.pipeline.id),
      ViewColumn.Active,
      pageOptions(this.context.extension),
    );
    this.keep(panel, new Panel(this.context, panel, ref));
  }

  /** The open graph of a pipeline. */
  of(ref: PipelineRef): PipelineGraphPanel | undefined {
    return [...this.panels].find((panel) => panel.shows(ref));
  }

  /** Takes over a panel that VS Code kept over a reload, or closes it where its page is not known or there already. */
  async revive(panel: WebviewPanel, given: unknown): Promise<void> {
    const [{ PipelineGraphPanel: Panel, readKeptGraph }] = await Promise.all([
      this.load(),
      this.context.sessions.ready,
    ]);
    const kept = readKeptGraph(given);
    const ref = kept && {
      instance: kept.instance,
      project: kept.project,
      pipeline: { id: kept.pipeline, status: "", ref: "", sha: "", web_url: "" },
    };
    if (ref === undefined || this.of(ref)) {
      panel.dispose();
      return;
    }
    this.keep(panel, new Panel(this.context, panel, ref));
  }

  private keep(panel: WebviewPanel, graph: PipelineGraphPanel): void {
    this.panels.add(graph);
    panel.onDidDispose(() => {
      this.panels.delete(graph);
      graph.dispose();
    });
  }

  dispose(): void {
    for (const panel of this.panels) panel.dispose();
    this.panels.clear();
    this.owned.dispose();
  }
}
