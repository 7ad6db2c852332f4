import { randomBytes } from "node:crypto";
import { commands, env, l10n, Uri, type WebviewPanel } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { ErrorAction } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { PollPriority, PollHandle } from "../../../core/tree/poll.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import type { PageAction } from "../../../core/webview/action.ts";
import { shellOf } from "../../../core/webview/html.ts";
import { readPageMessage, type ShowMessage } from "../../../core/webview/messages.ts";
import { pageFolders, pageOptions } from "../../../core/webview/pageFiles.ts";
import { ShownPage } from "../../../core/webview/shownPage.ts";
import { helpfulAction } from "./mergeSection.ts";
import type { Overview } from "./model.ts";
import { announcement, pageOf } from "./page.ts";
import { OverviewReader } from "./reader.ts";

/** What comes into sight again after this many ms is read anew. */
const freshFor = 30_000;
/** ms after which a host that still checks is asked again, as far as the budget allows. */
const checkAgain = 3_000;

/** The page of one merge request: reads, shows, follows changes while it is seen, and does what its buttons say. */
export class MergeRequestPanel implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly panel: WebviewPanel;
  private readonly ref: MergeRequestRef;
  private readonly reader: OverviewReader;
  private readonly seat: PollHandle;
  private readonly page: ShownPage;
  private work = new AbortController();
  private shown: Overview | undefined;
  private readAt = 0;
  private visible: boolean;

  /** @param panel a new one, or one that VS Code has kept over a reload */
  constructor(context: Context, panel: WebviewPanel, ref: MergeRequestRef) {
    this.context = context;
    this.panel = panel;
    this.ref = ref;
    const { polling, extension } = context;
    this.reader = new OverviewReader(context, ref, () => this.show());
    this.visible = panel.visible;
    this.seat = this.owned.add(
      polling.add({
        name: `merge request !${ref.mergeRequest.iid}`,
        demand: () => this.demand(),
        poll: (signal) => this.reader.poll(AbortSignal.any([signal, this.work.signal])),
        refresh: () => this.refresh(),
      }),
    );
    panel.webview.options = pageOptions(extension);
    const { media } = pageFolders(extension);
    panel.iconPath = {
      light: Uri.joinPath(media, "mergeRequest-light.svg"),
      dark: Uri.joinPath(media, "mergeRequest-dark.svg"),
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
    this.show();
    void this.load();
  }

  /** What is shown. */
  get value(): Overview {
    return this.reader.value;
  }

  /** Whether this is the page of that merge request. */
  shows({ instance, project, mergeRequest }: MergeRequestRef): boolean {
    if (mergeRequest.iid !== this.ref.mergeRequest.iid) return false;
    return sameProject(this.named, { instance, project, projectId: mergeRequest.project_id });
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
    if (signal.aborted) return;
    this.seat.loaded();
    if (this.reader.busy) this.seat.soon(checkAgain);
  }

  dispose(): void {
    this.work.abort();
    this.owned.dispose();
  }

  private html(): string {
    const { webview, title } = this.panel;
    const { scripts, media } = pageFolders(this.context.extension);
    return shellOf({
      script: webview.asWebviewUri(Uri.joinPath(scripts, "overview.js")).toString(),
      style: webview.asWebviewUri(Uri.joinPath(media, "overview.css")).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString("base64"),
      language: env.language,
      title,
      images: this.ref.instance,
    });
  }

  private get named() {
    const { mergeRequest } = this.reader.value;
    return { ...this.ref, projectId: mergeRequest.target_project_id ?? mergeRequest.project_id };
  }

  private demand(): PollPriority {
    return this.panel.visible && this.reader.busy ? "running" : "none";
  }

  /** Another account may see less: what was read with the one before goes at once, and so does what is still on its way. */
  private signedIn(): void {
    this.work.abort();
    if (this.reader.renew()) {
      this.shown = undefined;
      this.panel.title = l10n.t("Merge request !{0}", this.ref.mergeRequest.iid);
    }
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
    if (!sameProject(this.named, change)) return;
    if (
      change.subject === "mergeRequest"
        ? (change.iid ?? this.ref.mergeRequest.iid) !== this.ref.mergeRequest.iid
        : change.subject !== "pipeline" && change.subject !== "job"
    )
      return;
    this.seat.refresh();
  }

  private show(): void {
    const overview = this.reader.value;
    const { iid, title } = overview.mergeRequest;
    if (title !== "") this.panel.title = plainText(`!${iid} ${title}`, 60);
    this.seat.changed();
    if (!this.page.listens) return;
    const page = pageOf(overview, { now: Date.now(), language: env.language });
    const said = announcement(this.shown, overview);
    this.shown = overview;
    const { instance, project } = this.ref;
    const message: ShowMessage = {
      type: "show",
      page,
      ...(said !== undefined && { said }),
      kept: { instance, project, iid },
    };
    this.page.send(message, JSON.stringify(page));
  }

  private hear(given: unknown): void {
    const message = readPageMessage(given);
    if (message)
      void this.act(message.action).catch((error: unknown) =>
        this.context.report.error(error, l10n.t("Merge request !{0}", this.ref.mergeRequest.iid)),
      );
  }

  private async act(action: PageAction): Promise<void> {
    const overview = this.reader.value;
    const { instance, project } = this.ref;
    const target: MergeRequestRef = { instance, project, mergeRequest: overview.mergeRequest };
    switch (action.do) {
      case "reload":
        return this.load();
      case "remedy":
        return run(this.reader.remedy);
      case "help":
        return run(helpfulAction(overview));
      case "openInBrowser":
        return runCommand("forgeline.mergeRequest.openInBrowser", target);
      case "showPipeline":
        if (overview.pipeline)
          await runCommand("forgeline.pipeline.reveal", {
            instance,
            project: overview.pipeline.project,
            pipeline: overview.pipeline.pipeline,
          });
        return;
      case "showLog": {
        const job = overview.pipeline?.stages
          ?.flatMap(({ jobs }) => jobs)
          .find((one) => one.job.id === action.job)?.job;
        if (overview.pipeline && job)
          await runCommand("forgeline.job.showLog", { instance, project: overview.pipeline.project, job });
        return;
      }
      case "openChanges":
        return runCommand("forgeline.changes.openAll", target);
      case "merge":
      case "cancelAutoMerge":
      case "checkOut":
      case "edit":
      case "close":
      case "reopen":
      case "approve":
        return runCommand(`forgeline.mergeRequest.${action.do}`, target);
    }
  }
}

async function run(action: ErrorAction | undefined): Promise<void> {
  if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
}
