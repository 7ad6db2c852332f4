import { l10n, type Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { App } from "../../../core/context.ts";
import type { PipelineRef } from "../../../core/refs.ts";
import type { PollBudget } from "../../../core/tree/poll.ts";
import { pageOptions } from "../../../core/webview/pageFiles.ts";
import type { PipelineGraphPanel } from "./panel.ts";

/** As VS Code keeps the panels over a reload. */
const viewType = "forgeline.pipelineGraph";

/** The graphs of pipelines, one panel each. What they are made of is read with the first. */
export class PipelineGraphs implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: { readonly budget: PollBudget; readonly extension: Uri };
  private readonly panels = new Set<PipelineGraphPanel>();

  constructor(options: { readonly budget: PollBudget; readonly extension: Uri }) {
    this.options = options;
  }

  /** Takes over the panels that VS Code kept over a reload. */
  restore(app: App): void {
    this.owned.add(
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, kept) => this.revive(app, panel, kept),
      }),
    );
  }

  /** Shows the graph of a pipeline, which is opened unless it is there. */
  async open(app: App, ref: PipelineRef): Promise<void> {
    const { PipelineGraphPanel: Panel } = await import("./panel.ts");
    const there = this.of(ref);
    if (there) {
      there.reveal();
      return;
    }
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("Graph of #{0}", ref.pipeline.id),
      ViewColumn.Active,
      pageOptions(this.options.extension),
    );
    this.keep(panel, new Panel({ ...this.options, app }, panel, ref));
  }

  /** The open graph of a pipeline. */
  of(ref: PipelineRef): PipelineGraphPanel | undefined {
    return [...this.panels].find((panel) => panel.shows(ref));
  }

  /** Takes over a panel that VS Code kept over a reload, or closes it where its page is not known or there already. */
  async revive(app: App, panel: WebviewPanel, given: unknown): Promise<void> {
    const [{ PipelineGraphPanel: Panel }, { readKeptGraph }] = await Promise.all([
      import("./panel.ts"),
      import("./messages.ts"),
      app.sessions.ready,
    ]);
    const kept = readKeptGraph(given);
    const ref = kept && {
      instance: kept.instance,
      project: kept.project,
      pipeline: { id: kept.pipeline, status: "", ref: "", sha: "", web_url: "" } as unknown as PipelineRef["pipeline"],
    };
    if (ref === undefined || this.of(ref)) {
      panel.dispose();
      return;
    }
    this.keep(panel, new Panel({ ...this.options, app }, panel, ref));
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
