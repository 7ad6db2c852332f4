import { l10n, type Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { App } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/refs.ts";
import type { PollBudget } from "../../../core/tree/poll.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { pageOptions } from "../../../core/webview/pageFiles.ts";
import type { MergeRequestPanel } from "./panel.ts";

/** As VS Code keeps the panels over a reload. */
const viewType = "forgeline.mergeRequest";

/** The pages of merge requests, one panel each. What they are made of is read with the first. */
export class MergeRequestPages implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: { readonly budget: PollBudget; readonly extension: Uri };
  private readonly panels = new Set<MergeRequestPanel>();

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

  /** Shows the page of a merge request, which is opened unless it is there. */
  async open(app: App, ref: MergeRequestRef): Promise<void> {
    const { MergeRequestPanel: Panel } = await import("./panel.ts");
    const there = this.of(ref);
    if (there) {
      there.reveal();
      return;
    }
    const { iid, title } = ref.mergeRequest;
    const name = title === "" ? l10n.t("Merge request !{0}", iid) : plainText(`!${iid} ${title}`, 60);
    const panel = window.createWebviewPanel(viewType, name, ViewColumn.Active, pageOptions(this.options.extension));
    this.keep(panel, new Panel({ ...this.options, app }, panel, ref));
  }

  /** The open page of a merge request. */
  of(ref: MergeRequestRef): MergeRequestPanel | undefined {
    return [...this.panels].find((panel) => panel.shows(ref));
  }

  /** Takes over a panel that VS Code kept over a reload, or closes it where its page is not known or there already. */
  async revive(app: App, panel: WebviewPanel, given: unknown): Promise<void> {
    const [{ MergeRequestPanel: Panel }, { readKept }] = await Promise.all([
      import("./panel.ts"),
      import("../../../core/webview/messages.ts"),
      app.sessions.ready,
    ]);
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
    this.keep(panel, new Panel({ ...this.options, app }, panel, ref));
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
