import { type WebviewPanel, window } from "vscode";
import type { Disposable } from "../base/disposable.ts";
import type { Context } from "../context.ts";
import type { Load } from "../feature.ts";
import type { OpenPanels, Page, PagePanel } from "./pagePanel.ts";

/** The panels of one kind of page, one per thing: the part that VS Code needs at once. */
export class Panels<Ref, P extends Page<Ref>> implements Disposable {
  private readonly context: Context;
  private readonly viewType: string;
  private readonly load: Load<(context: Context, viewType: string) => OpenPanels<Ref, P>>;
  private readonly serializer: Disposable;
  private opened: OpenPanels<Ref, P> | undefined;

  /** @param viewType name by which VS Code keeps the panels over a reload */
  constructor(
    context: Context,
    viewType: string,
    load: Load<(context: Context, viewType: string) => OpenPanels<Ref, P>>,
  ) {
    this.context = context;
    this.viewType = viewType;
    this.load = load;
    this.serializer = window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, kept) => this.revive(panel, kept),
    });
  }

  /** Shows the page of a thing in its panel, or in a new one. */
  async open(ref: Ref): Promise<void> {
    (await this.panels()).open(ref);
  }

  /** Returns the open panel of a thing. */
  of(ref: Ref): PagePanel<Ref, P> | undefined {
    return this.opened?.of(ref);
  }

  /** Restores a panel that VS Code kept over a reload; closes it when its page is unknown or already open. */
  async revive(panel: WebviewPanel, kept: unknown): Promise<void> {
    const [panels] = await Promise.all([this.panels(), this.context.sessions.ready]);
    panels.revive(panel, kept);
  }

  dispose(): void {
    this.serializer.dispose();
    this.opened?.dispose();
  }

  private async panels(): Promise<OpenPanels<Ref, P>> {
    const open = await this.load();
    return (this.opened ??= open(this.context, this.viewType));
  }
}
