/** Pages: panels whose own scripts run in a DOM, with messages to and from the extension. */
import { readFileSync } from "node:fs";
import type { Window as Dom } from "happy-dom";
import type * as vscode from "vscode";
import type { Editors, OpenTab } from "./editors.ts";
import { Disposable, EventEmitter } from "./events.ts";
import { pageDom, type PageState } from "./pageDom.ts";
import { Uri } from "./values.ts";

/** A panel as a person meets it. */
export class ShownPage {
  readonly #pages: Pages;
  readonly #closed = new EventEmitter<void>();
  readonly #received = new EventEmitter<unknown>();
  readonly #stateChanged = new EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly #tab: OpenTab;
  #dom: Promise<Dom> | undefined;
  #html = "";
  #isClosed = false;
  #state: unknown;
  readonly viewType: string;
  readonly api: vscode.WebviewPanel;

  constructor(pages: Pages, viewType: string, title: string, column: number, options: object) {
    this.#pages = pages;
    this.viewType = viewType;
    this.#tab = pages.editors.showPage(viewType, title, { viewColumn: column }, () => this.#close());
    const page = this;
    this.api = {
      viewType,
      get title() {
        return page.#tab.label;
      },
      set title(title) {
        page.#tab.label = title;
      },
      iconPath: undefined as vscode.WebviewPanel["iconPath"],
      options,
      webview: {
        options,
        cspSource: "https://page.example",
        get html() {
          return page.#html;
        },
        set html(html) {
          page.#html = html;
          page.#dom = pages.load(html, (message) => page.#received.fire(message), {
            get: () => page.#state,
            set: (state) => (page.#state = state),
          });
        },
        onDidReceiveMessage: this.#received.event,
        postMessage: (message: unknown) => this.#post(message),
        asWebviewUri: (uri: vscode.Uri) => Uri.parse(`https://page.example${uri.path}`),
      },
      get viewColumn() {
        return page.#tab.group.column as vscode.ViewColumn;
      },
      get visible() {
        return !page.#isClosed && pages.editors.isInFront(page.#tab);
      },
      get active() {
        return !page.#isClosed && pages.editors.isFocused(page.#tab);
      },
      onDidChangeViewState: this.#stateChanged.event,
      onDidDispose: this.#closed.event,
      reveal: (viewColumn, preserveFocus) => pages.editors.reveal(this.#tab, { viewColumn, preserveFocus }),
      dispose: () => void pages.editors.close([this.#tab]),
    } as vscode.WebviewPanel;
    const seen = { visible: this.api.visible, active: this.api.active };
    this.#following = pages.editors.onDidChangeTabs(() => {
      const { visible, active } = this.api;
      if (visible === seen.visible && active === seen.active) return;
      Object.assign(seen, { visible, active });
      this.#stateChanged.fire({ webviewPanel: this.api });
    });
  }

  readonly #following: vscode.Disposable;

  /** Its document, once its script has run. */
  async document(): Promise<Dom["document"]> {
    if (!this.#dom) throw new Error(`The page ${this.api.title} has no text yet`);
    return (await this.#dom).document;
  }

  async #post(message: unknown): Promise<boolean> {
    if (this.#isClosed || !this.#dom) return false;
    const dom = await this.#dom;
    dom.dispatchEvent(new dom.MessageEvent("message", { data: structuredClone(message) }));
    return true;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#following.dispose();
    this.#pages.all.delete(this);
    void this.#dom?.then((dom) => dom.happyDOM.close());
    this.#closed.fire();
  }
}

export class Pages {
  readonly editors: Editors;
  readonly all = new Set<ShownPage>();

  constructor(editors: Editors) {
    this.editors = editors;
  }

  /** The page in front. */
  get front(): ShownPage | undefined {
    return [...this.all].find(({ api }) => api.active) ?? [...this.all].find(({ api }) => api.visible);
  }

  readonly createWebviewPanel = (
    viewType: string,
    title: string,
    show: vscode.ViewColumn | { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus?: boolean },
    options: object = {},
  ): vscode.WebviewPanel => {
    const column = typeof show === "object" ? show.viewColumn : show;
    const page = new ShownPage(this, viewType, title, column, options);
    this.all.add(page);
    return page.api;
  };

  /** What is kept over a reload is handed over by the tests that play one. */
  readonly registerWebviewPanelSerializer = (): vscode.Disposable => new Disposable(() => undefined);

  /** Draws a page and runs its scripts. */
  load(html: string, said: (message: unknown) => void, state: PageState): Promise<Dom> {
    const scripts = [...html.matchAll(/<script[^>]*src="https:\/\/page\.example([^"]+)"/g)].map(([, path = ""]) =>
      readFileSync(decodeURIComponent(path), "utf8"),
    );
    return pageDom(html.replace(/<script[^>]*>[^]*?<\/script>/g, ""), scripts, said, state);
  }
}
