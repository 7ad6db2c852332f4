import { type Disposable, DisposableStore } from "../base/disposable.ts";

/** The part of `WebviewPanel` that is used. */
export interface PageFrame {
  readonly visible: boolean;
  readonly webview: {
    html: string;
    postMessage(message: unknown): PromiseLike<boolean>;
    onDidReceiveMessage(listener: (message: unknown) => void): Disposable;
  };
  onDidChangeViewState(listener: () => void): Disposable;
}

export interface ShownPageOptions {
  readonly frame: PageFrame;
  /** Returns the initial HTML of the page with a new nonce: VS Code ignores HTML that did not change. */
  readonly html: () => string;
  /** Sends everything; called whenever the page may not have it. */
  readonly show: () => void;
  /** Called with all other messages of the page. */
  readonly received: (message: unknown) => void;
  /** Starts a timer, in ms. */
  readonly later?: (run: () => void, ms: number) => Disposable;
}

/** Time in ms after which a visible page that sent nothing is loaded again; doubled after each reload. */
export const patience = 10_000;
/** Maximum number of reloads. */
const mostReloads = 3;

/**
 * Keeps a page and its content together. VS Code discards hidden pages, moves them between frames and may fail to load one, all without an
 * event. So a page that becomes visible is sent everything, a page asks until it receives something (`askUntilShown`), and a visible page
 * that stays silent is loaded again.
 */
export class ShownPage implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ShownPageOptions;
  private readonly later: NonNullable<ShownPageOptions["later"]>;
  private visible: boolean;
  /** Whether any page was loaded in this frame. */
  private loaded = false;
  /** Content that was last sent; undefined when the page may have none. */
  private sent: string | undefined;
  private reloads = 0;
  private waiting: Disposable | undefined;

  constructor(options: ShownPageOptions) {
    this.options = options;
    this.later = options.later ?? afterMs;
    const { frame } = options;
    this.visible = frame.visible;
    this.owned.add(frame.webview.onDidReceiveMessage((message) => this.receive(message)));
    this.owned.add(frame.onDidChangeViewState(() => this.viewChanged()));
    this.owned.add({ dispose: () => this.waiting?.dispose() });
    this.reload();
  }

  /** Whether the page is loaded and visible. */
  get listens(): boolean {
    return this.loaded && this.options.frame.visible;
  }

  /** Sends all content. @param content identifies it: the same is not sent twice */
  send(message: object, content: string): void {
    if (!this.listens || content === this.sent) return;
    this.sent = content;
    const lost = (): void => {
      if (this.sent === content) this.sent = undefined;
    };
    this.options.frame.webview.postMessage(message).then((arrived) => {
      if (!arrived) lost();
    }, lost);
  }

  /** Sends a message besides the content. @returns whether it arrived */
  async tell(message: object): Promise<boolean> {
    return this.listens && (await this.options.frame.webview.postMessage(message));
  }

  dispose(): void {
    this.owned.dispose();
  }

  private reload(): void {
    this.options.frame.webview.html = this.options.html();
    this.watch();
  }

  private receive(message: unknown): void {
    this.loaded = true;
    this.reloads = 0;
    this.waiting?.dispose();
    const type = typeof message === "object" && message !== null && "type" in message ? message.type : undefined;
    if (type === "got") return;
    if (type === "ready") this.showAll();
    else this.options.received(message);
  }

  private viewChanged(): void {
    const { visible } = this.options.frame;
    if (visible === this.visible) return;
    this.visible = visible;
    this.waiting?.dispose();
    if (!visible) return;
    this.reloads = 0;
    this.watch();
    this.showAll();
  }

  private showAll(): void {
    this.sent = undefined;
    if (this.listens) this.options.show();
  }

  /** Loads the page again unless it sends something soon. */
  private watch(): void {
    this.waiting?.dispose();
    if (!this.options.frame.visible || this.reloads >= mostReloads) return;
    this.waiting = this.later(
      () => {
        this.reloads += 1;
        this.reload();
      },
      patience * 2 ** this.reloads,
    );
  }
}

function afterMs(run: () => void, ms: number): Disposable {
  const timer = setTimeout(run, ms);
  return { dispose: () => clearTimeout(timer) };
}
