import { randomBytes } from "node:crypto";
import { commands, env, l10n, Uri, ViewColumn, type WebviewOptions, type WebviewPanel, window } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { type NamedProject, sameProject } from "../base/refs.ts";
import type { Change } from "../changes.ts";
import type { Context } from "../context.ts";
import type { PollHandle, PollPriority } from "../tree/poll.ts";
import { type AskMessage, askedWord, type Offer, type OfferMessage, type TypedWord } from "./completionMessages.ts";
import { type FilesForBox, filesForBox, type InsertMessage } from "./fileMessages.ts";
import { shellOf } from "./html.ts";
import { pressedButton, type ShownText, type ShowMessage, typedText } from "./messages.ts";
import type { PageReader } from "./pageReader.ts";
import type { Writing } from "./parts.ts";
import { ShownPage } from "./shownPage.ts";

/** Age in ms from which a page is read again when it comes into view. */
const freshFor = 30_000;

/** What a page is about: a project, and the number or name of a thing in it. */
export interface PageKey {
  readonly project: NamedProject;
  readonly id: number | string;
}

/** One kind of page; `Ref` is what a page is about. */
export interface PageKind<Ref, P extends Page<Ref>> {
  /** Name of the style sheet in `media`, and of the script in `dist/pages` unless `script` names another. */
  readonly files: string;
  readonly script?: string;
  /** Name of the icon in `media`, without `-light.svg` and `-dark.svg`. */
  readonly icon: string;
  /** Whether images of the instance are shown. */
  readonly images?: boolean;
  /** ms after which a busy page polls for the first time, as far as the budget allows. */
  readonly firstPoll?: number;
  /** Returns the name for the log. */
  readonly name: (ref: Ref) => string;
  /** Returns the title of the tab. */
  readonly tab: (ref: Ref) => string;
  /** Returns the title of error messages. */
  readonly title: (ref: Ref) => string;
  readonly key: (ref: Ref) => PageKey;
  /** Reads what VS Code kept over a reload. */
  readonly readKept: (kept: unknown) => Ref | undefined;
  /**
   * @param changed is called whenever there is more to show
   * @param close closes the panel
   */
  readonly open: (context: Context, ref: Ref, changed: () => void, close: () => void) => P;
}

/** What the page of one thing shows and does. */
export interface Page<Ref> {
  /** The thing, as far as it is known. */
  readonly ref: Ref;
  readonly reader: PageReader;
  /** Draws everything; what differs from the last time goes into `said`. */
  draw(writing: Writing): Omit<ShowMessage, "type">;
  /** Whether a change in the same project concerns the page. */
  concerns(change: Change): boolean;
  /**
   * Runs the action of a button; the panel itself does those that every page has.
   * @param texts what the boxes beside the button show: a text is sent as it is shown, never as it is kept
   */
  act(value: string, texts: readonly ShownText[]): Promise<void>;
  /** Keeps what was typed in a box. */
  typed?(typed: ShownText): void;
  /**
   * Attaches files to the text of a box.
   * @param insert inserts in the box as it is shown; returns whether it is
   */
  attach?(files: FilesForBox, insert: (message: InsertMessage) => Promise<boolean>): void;
  /** Returns what is offered for a name that is being typed in a box. @throws ApiError, CancelledError */
  complete?(typed: TypedWord, signal: AbortSignal): Promise<readonly Offer[]>;
  /** Forgets what `said` compares with. */
  forget(): void;
  dispose?(): void;
}

/** The panel of one thing: reads its page, shows it, keeps it up to date while it is visible, and runs the actions of its buttons. */
export class PagePanel<Ref, P extends Page<Ref>> implements Disposable {
  readonly page: P;
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly kind: PageKind<Ref, P>;
  private readonly panel: WebviewPanel;
  private readonly polling: PollHandle;
  private readonly shown: ShownPage;
  private work = new AbortController();
  private completing = new AbortController();
  private readAt = 0;
  private visible: boolean;

  /** @param panel a new one, or one that VS Code kept over a reload */
  constructor(context: Context, kind: PageKind<Ref, P>, panel: WebviewPanel, ref: Ref) {
    this.context = context;
    this.kind = kind;
    this.panel = panel;
    this.visible = panel.visible;
    this.page = kind.open(
      context,
      ref,
      () => this.show(),
      () => void panel.dispose(),
    );
    this.polling = this.owned.add(
      context.polling.add({
        name: kind.name(ref),
        instance: () => this.instance,
        troubledSince: () => this.page.reader.failedAt,
        demand: () => this.demand(),
        poll: (signal) => this.page.reader.poll(AbortSignal.any([signal, this.work.signal])),
        refresh: () => this.refresh(),
      }),
    );
    panel.webview.options = pageOptions(context.extension);
    const { media } = pageFolders(context.extension);
    panel.iconPath = {
      light: Uri.joinPath(media, `${kind.icon}-light.svg`),
      dark: Uri.joinPath(media, `${kind.icon}-dark.svg`),
    };
    this.shown = this.owned.add(
      new ShownPage({
        frame: panel,
        html: () => this.html(),
        show: () => this.show(),
        received: (message) => this.receive(message),
      }),
    );
    this.owned.add(panel.onDidChangeViewState(() => this.viewChanged()));
    this.owned.add(context.changes.event((change) => this.written(change)));
    this.owned.add(
      context.connections.onDidChangeRecords(({ connection }) => {
        if (this.visible && this.page.reader.loaded && connection === context.connections.get(this.instance))
          this.show();
      }),
    );
    this.owned.add(context.connections.onDidChange((instance) => instance === this.instance && this.accountChanged()));
    void this.load();
  }

  /** Whether this is the page of a thing. */
  shows(ref: Ref): boolean {
    const [own, other] = [this.kind.key(this.page.ref), this.kind.key(ref)];
    return own.id === other.id && sameProject(own.project, other.project);
  }

  reveal(): void {
    this.panel.reveal();
    if (Date.now() - this.readAt >= freshFor) void this.load();
  }

  /** Reads everything again; cancels an earlier reading. */
  async load(): Promise<void> {
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    const { reader } = this.page;
    this.readAt = Date.now();
    await reader.load(signal);
    if (signal.aborted) return;
    this.polling.loaded();
    if (reader.busy && this.kind.firstPoll !== undefined) this.polling.soon(this.kind.firstPoll);
  }

  dispose(): void {
    this.work.abort();
    this.completing.abort();
    this.owned.dispose();
    this.page.dispose?.();
  }

  private get instance(): string {
    return this.kind.key(this.page.ref).project.instance;
  }

  private html(): string {
    const { webview, title } = this.panel;
    const { scripts, media } = pageFolders(this.context.extension);
    const { files, script = files, images = false } = this.kind;
    return shellOf({
      script: webview.asWebviewUri(Uri.joinPath(scripts, `${script}.js`)).toString(),
      style: webview.asWebviewUri(Uri.joinPath(media, `${files}.css`)).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString("base64"),
      language: env.language,
      title,
      images: images ? this.instance : undefined,
    });
  }

  private demand(): PollPriority {
    return this.panel.visible && this.page.reader.busy ? "running" : "none";
  }

  /** Another account may see less: what the previous one read goes at once, and so does what is still being read. */
  private accountChanged(): void {
    this.work.abort();
    if (this.page.reader.renew()) {
      this.page.forget();
      this.panel.title = this.kind.tab(this.page.ref);
    }
    this.refresh();
  }

  /** Reads again now when visible, else the next time it is. */
  private refresh(): void {
    if (this.panel.visible) void this.load();
    else this.readAt = 0;
  }

  private viewChanged(): void {
    const { visible } = this.panel;
    if (visible === this.visible) return;
    this.visible = visible;
    if (visible && Date.now() - this.readAt >= freshFor) this.polling.shown();
    else this.polling.changed();
  }

  private written(change: Change): void {
    if (sameProject(this.kind.key(this.page.ref).project, change) && this.page.concerns(change)) this.polling.refresh();
  }

  private show(): void {
    const { page, kind } = this;
    // Until the host has answered, a restored panel keeps the title that it had.
    if (page.reader.loaded) this.panel.title = kind.tab(page.ref);
    this.polling.changed();
    if (!this.shown.listens) return;
    const { said, ...content } = page.draw({ now: Date.now(), language: env.language });
    const message: ShowMessage = { type: "show", ...content, ...(said !== undefined && { said }) };
    this.shown.send(message, JSON.stringify(content));
  }

  private receive(message: unknown): void {
    const typed = typedText(message);
    if (typed) this.page.typed?.(typed);
    const asked = askedWord(message);
    if (asked) void this.complete(asked);
    const files = filesForBox(message);
    if (files) this.page.attach?.(files, (insert) => this.shown.tell(insert));
    const pressed = pressedButton(message);
    if (pressed === undefined) return;
    this.act(pressed).catch((error: unknown) => this.context.report.error(error, this.kind.title(this.page.ref)));
  }

  /** Answers the newest question only. */
  private async complete({ ask, ...typed }: Omit<AskMessage, "type">): Promise<void> {
    this.completing.abort();
    this.completing = new AbortController();
    const { signal } = this.completing;
    try {
      const offers = await this.page.complete?.(typed, signal);
      if (offers === undefined || signal.aborted) return;
      const message: OfferMessage = { type: "offer", ask, label: l10n.t("Suggestions"), offers };
      await this.shown.tell(message);
    } catch (error) {
      if (!signal.aborted) this.context.report.background(error, "Complete a name");
    }
  }

  private async act({ value, texts }: NonNullable<ReturnType<typeof pressedButton>>): Promise<void> {
    if (value === "reload") return this.load();
    if (value !== "remedy") return this.page.act(value, texts);
    const { remedy } = this.page.reader;
    if (remedy) await commands.executeCommand(remedy.command, ...(remedy.args ?? []));
  }
}

/** The open panels of one kind of page. */
export class OpenPanels<Ref, P extends Page<Ref>> implements Disposable {
  private readonly context: Context;
  private readonly viewType: string;
  private readonly kind: PageKind<Ref, P>;
  private readonly panels = new Set<PagePanel<Ref, P>>();

  /** @param viewType name by which VS Code keeps the panels over a reload */
  constructor(context: Context, viewType: string, kind: PageKind<Ref, P>) {
    this.context = context;
    this.viewType = viewType;
    this.kind = kind;
  }

  /** Shows the page of a thing in its panel, or in a new one. */
  open(ref: Ref): void {
    const open = this.of(ref);
    if (open) {
      open.reveal();
      return;
    }
    const options = pageOptions(this.context.extension);
    this.add(window.createWebviewPanel(this.viewType, this.kind.tab(ref), ViewColumn.Active, options), ref);
  }

  /** Returns the open panel of a thing. */
  of(ref: Ref): PagePanel<Ref, P> | undefined {
    return [...this.panels].find((panel) => panel.shows(ref));
  }

  /** Restores a panel that VS Code kept over a reload; closes it when its page is unknown or already open. */
  revive(webview: WebviewPanel, kept: unknown): void {
    const ref = this.kind.readKept(kept);
    if (ref === undefined || this.of(ref)) webview.dispose();
    else this.add(webview, ref);
  }

  dispose(): void {
    // Not the webviews: VS Code restores them after a reload.
    for (const panel of this.panels) panel.dispose();
  }

  private add(webview: WebviewPanel, ref: Ref): void {
    const panel = new PagePanel(this.context, this.kind, webview, ref);
    this.panels.add(panel);
    webview.onDidDispose(() => {
      this.panels.delete(panel);
      panel.dispose();
    });
  }
}

/** Returns the folders of the scripts and of the style sheets of pages. @param extension folder of the installed extension */
const pageFolders = (extension: Uri) => ({
  scripts: Uri.joinPath(extension, "dist", "pages"),
  media: Uri.joinPath(extension, "media"),
});

/** Returns what a page may do: run its script, and load its own files. A later change of these would load the page again. */
function pageOptions(extension: Uri): WebviewOptions {
  const { scripts, media } = pageFolders(extension);
  return { enableScripts: true, localResourceRoots: [scripts, media] };
}
