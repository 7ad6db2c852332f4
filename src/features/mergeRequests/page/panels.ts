import { l10n, ViewColumn, type WebviewPanel, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { readKept } from "../../../core/webview/messages.ts";
import { pageOptions } from "../../../core/webview/pageFiles.ts";
import type { MergeRequestPanel } from "./panel.ts";

/** What pages need of the code of merge requests. */
interface PageCode {
  readonly MergeRequestPanel: typeof MergeRequestPanel;
  readonly readKept: typeof readKept;
}

/** As VS Code keeps the panels over a reload. */
const viewType = "forgeline.mergeRequest";

/** The pages of merge requests, one panel each. What they are made of is read with the first. */
export class MergeRequestPages implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly load: Load<PageCode>;
  private readonly panels = new Set<MergeRequestPanel>();

  /** @param load the code of merge requests */
  constructor(context: Context, load: Load<PageCode>) {
    this.context = context;
    this.load = load;
    // VS Code keeps panels over a reload.
    this.owned.add(
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, kept) => this.revive(panel, kept),
      }),
    );
  }

  /** Shows the page of a merge request, which is opened unless it is there. */
  async open(ref: MergeRequestRef): Promise<void> {
    const { MergeRequestPanel: Panel } = await this.load();
    const there = this.of(ref);
    if (there) {
      there.reveal();
      return;
    }
    const { iid, title } = ref.mergeRequest;
    const name = title === "" ? l10n.t("Merge request !{0}", iid) : plainText(`!${iid} ${title}`, 60);
    const panel = window.createWebviewPanel(viewType, name, ViewColumn.Active, pageOptions(this.context.extension));
    this.keep(panel, new Panel(this.context, panel, ref));
  }

  /** The open page of a merge request. */
  of(ref: MergeRequestRef): MergeRequestPanel | undefined {
    return [...this.panels].find((panel) => panel.shows(ref));
  }

  /** Takes over a panel that VS Code kept over a reload, or closes it where its page is not known or there already. */
  async revive(panel: WebviewPanel, given: unknown): Promise<void> {
    const [{ MergeRequestPanel: Panel, readKept }] = await Promise.all([this.load(), this.context.sessions.ready]);
    const kept = readKept(given);
    const ref = kept && {
      instance: kept.instance,
      project: kept.project,
      mergeRequest: { iid: kept.iid, title: "", state: "", web_url: "" },
    };
    if (ref === undefined || this.of(ref)) {
      panel.dispose();
      return;
    }
    this.keep(panel, new Panel(this.context, panel, ref));
  }

  private keep(panel: WebviewPanel, page: MergeRequestPanel): void {
    this.panels.add(page);
    panel.onDidDispose(() => {
      this.panels.delete(page);
      page.dispose();
    });
  }

  dispose(): void {
    for (const panel of this.panels) panel.dispose();
    this.panels.clear();
    this.owned.dispose();
  }
}
