import { randomBytes } from "node:crypto";
import { commands, env, l10n, Uri, type WebviewPanel } from "vscode";
import type { Job } from "../../../api/resources/jobs.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import type { PollPriority, PollHandle } from "../../../core/tree/poll.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { shellOf } from "../../../core/webview/html.ts";
import { pageFolders, pageOptions } from "../../../core/webview/pageFiles.ts";
import { ShownPage } from "../../../core/webview/shownPage.ts";
import { announcement, type ToldGraph } from "./announcement.ts";
import { graphOf, type PipelineGraph } from "./graph.ts";
import { jobElementId } from "./jobCells.ts";
import { type DrawnEdge, type GraphAction, readGraphMessage, type ShowGraph } from "./messages.ts";
import { pageOf } from "./page.ts";
import { GraphReader, type GraphState } from "./reader.ts";

/** What comes into sight again after this many ms is read anew. */
const freshFor = 30_000;

/** The page of one pipeline's graph: reads, shows, follows changes while it is seen, and does what its buttons say. */
export class PipelineGraphPanel implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly panel: WebviewPanel;
  private readonly reader: GraphReader;
  private readonly seat: PollHandle;
  private readonly page: ShownPage;
  private work = new AbortController();
  private shown: ToldGraph | undefined;
  private readAt = 0;
  private visible: boolean;

  /** @param panel a new one, or one that VS Code has kept over a reload */
  constructor(context: Context, panel: WebviewPanel, ref: PipelineRef) {
    this.context = context;
    this.panel = panel;
    const { polling } = context;
    this.reader = new GraphReader(context, ref, () => this.show());
    this.visible = panel.visible;
    this.seat = this.owned.add(
      polling.add({
        name: `graph of pipeline #${ref.pipeline.id}`,
        demand: () => this.demand(),
        poll: (signal) => this.reader.poll(AbortSignal.any([signal, this.work.signal])),
        refresh: () => this.refresh(),
      }),
    );
    panel.webview.options = pageOptions(context.extension);
    const { media } = pageFolders(context.extension);
    panel.iconPath = {
      light: Uri.joinPath(media, "pipelineGraph-light.svg"),
      dark: Uri.joinPath(media, "pipelineGraph-dark.svg"),
    };
    this.page = this.owned.add(
      new ShownPage({
        frame: panel,
        html: () => this.html(),
        show: () => this.show(),
        hear: (message) => this.hear(message),
      }),
    );
    this.owned.add(panel.onDidChangeViewState(() => this.seen()));
    this.owned.add(context.changes.event((change) => this.written(change)));
    this.owned.add(context.connections.onDidChange((instance) => instance === ref.instance && this.signedIn()));
    void this.load();
  }

  /** What is shown. */
  get value(): GraphState {
    return this.reader.value;
  }

  /** What is drawn; undefined until the jobs are known. */
  get graph(): PipelineGraph | undefined {
    const { stages, needs } = this.value;
    return stages && graphOf(stages, needs.kind === "known" ? needs.byJob : undefined, Date.now());
  }

  /** Whether this is the graph of that pipeline. */
  shows(ref: PipelineRef): boolean {
    const own = this.value.ref;
    return (
      own.pipeline.id === ref.pipeline.id &&
      sameProject({ ...own, projectId: own.pipeline.project_id }, { ...ref, projectId: ref.pipeline.project_id })
    );
  }

  reveal(): void {
    this.panel.reveal();
    if (Date.now() - this.readAt >= freshFor) void this.load();
  }

  /** Reads everything anew; an earlier reading that is still under way is called off. */
  async load(): Promise<void> {
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    this.readAt = Date.now();
    await this.reader.load(signal);
    if (!signal.aborted) this.seat.loaded();
  }

  dispose(): void {
    this.work.abort();
    this.owned.dispose();
  }

  private html(): string {
    const { webview, title } = this.panel;
    const { scripts, media } = pageFolders(this.context.extension);
    return shellOf({
      script: webview.asWebviewUri(Uri.joinPath(scripts, "pipelineGraph.js")).toString(),
      style: webview.asWebviewUri(Uri.joinPath(media, "pipelineGraph.css")).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString("base64"),
      language: env.language,
      title,
    });
  }

  private demand(): PollPriority {
    return this.panel.visible && this.reader.busy ? "running" : "none";
  }

  /** Another account may see less: what was read with the one before goes at once, and so does what is still on its way. */
  private signedIn(): void {
    this.work.abort();
    if (this.reader.renew()) this.shown = undefined;
    this.refresh();
  }

  /** For what happened: now when it is seen, else when it is next seen. */
  private refresh(): void {
    if (this.panel.visible) void this.load();
    else this.readAt = 0;
  }

  private seen(): void {
    const { visible } = this.panel;
    if (visible === this.visible) return;
    this.visible = visible;
    if (visible && Date.now() - this.readAt >= freshFor) this.seat.shown();
    else this.seat.changed();
  }

  private written(change: Change): void {
    const { ref } = this.value;
    if (!sameProject({ ...ref, projectId: ref.pipeline.project_id }, change)) return;
    const id = change.subject === "pipeline" ? change.id : change.subject === "job" ? change.pipelineId : -1;
    if ((id ?? ref.pipeline.id) === ref.pipeline.id) this.seat.refresh();
  }

  private show(): void {
    this.seat.changed();
    if (!this.page.listens) return;
    const { graph, value } = this;
    const { instance, project, pipeline } = value.ref;
    const page = pageOf(value, graph, { now: Date.now(), language: env.language });
    const edges = graph ? drawnEdges(graph) : [];
    const now = graph && value.loaded ? { id: pipeline.id, status: pipeline.status, graph } : undefined;
    const said = now && announcement(this.shown, now);
    this.shown = now ?? this.shown;
    const message: ShowGraph = {
      type: "show",
      page,
      edges,
      ...(said !== undefined && { said }),
      kept: { instance, project, pipeline: pipeline.id },
    };
    this.page.send(message, JSON.stringify([page, edges]));
  }

  private hear(given: unknown): void {
    const message = readGraphMessage(given);
    if (message)
      void this.act(message.action).catch((error: unknown) =>
        this.context.report.error(error, l10n.t("Graph of pipeline #{0}", this.value.ref.pipeline.id)),
      );
  }

  private async act(action: GraphAction): Promise<void> {
    if ("job" in action) {
      const job = this.jobOf(action.job);
      if (job) await this.actOn(job, action.do);
      return;
    }
    switch (action.do) {
      case "reload":
        return this.load();
      case "remedy": {
        const { remedy } = this.reader;
        if (remedy) await commands.executeCommand(remedy.command, ...(remedy.args ?? []));
        return;
      }
      case "reveal":
        return runCommand("forgeline.pipeline.reveal", this.value.ref);
      case "openPipeline":
        return runCommand("forgeline.openInBrowser", this.value.ref);
    }
  }

  private async actOn(job: Job, deed: Extract<GraphAction, { readonly job: number }>["do"]): Promise<void> {
    const { instance, project } = this.value.ref;
    const target = { instance, project, job };
    await (deed === "openInBrowser"
      ? runCommand("forgeline.openInBrowser", target)
      : runCommand(`forgeline.job.${deed}`, target));
  }

  private jobOf(id: number): Job | undefined {
    return this.value.stages?.flatMap(({ jobs }) => jobs).find(({ job }) => job.id === id)?.job;
  }
}

/** The lines of a graph, by the buttons that they join. */
function drawnEdges({ stages, edges }: PipelineGraph): DrawnEdge[] {
  const ids = new Map(stages.flatMap(({ jobs }) => jobs.map(({ key, job }) => [key, jobElementId(job)] as const)));
  return edges.flatMap(({ from, to, by, critical }) => {
    const ends = [ids.get(from), ids.get(to)] as const;
    return ends[0] === undefined || ends[1] === undefined ? [] : [{ from: ends[0], to: ends[1], by, critical }];
  });
}
