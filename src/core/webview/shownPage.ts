import { type Disposable, DisposableStore } from "../base/disposable.ts";

/** What VS Code shows a page in: as much of a `WebviewPanel` as is needed. */
export interface PageFrame {
  readonly visible: boolean;
  readonly webview: {
    html: string;
    postMessage(message: unknown): PromiseLike<boolean>;
    onDidReceiveMessage(hear: (message: unknown) => void): Disposable;
  };
  onDidChangeViewState(seen: () => void): Disposable;
}

export interface ShownPageOptions {
  readonly frame: PageFrame;
  /** The page before anything is shown in it, each time with another nonce: VS Code takes what is equal for what is there. */
  readonly html: () => string;
  /** Sends all that is to be seen; called whenever the page may not have it. */
  readonly show: () => void;
  /** Hears what else the page has to say. */
  readonly hear: (message: unknown) => void;
  /** Runs something after so many ms. */
  readonly later?: (run: () => void, ms: number) => Disposable;
}

/** ms that a page which is seen may take to say anything; twice as long after each time that it was made anew. */
export const patience = 10_000;
/** How often it is made anew. */
const tries = 3;

/**
 * A page and what it is shown. VS Code throws away what is out of sight, moves what it shows between frames, and may fail to load a page,
 * all without a word. So whatever comes into sight is sent everything, a page asks for it until it comes (`askUntilShown`), and one that
 * stays silent while it is seen is made anew.
 */
export class ShownPage implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ShownPageOptions;
  private readonly later: NonNullable<ShownPageOptions["later"]>;
  private visible: boolean;
  /** Whether any page has come up in this frame. */
  private heard = false;
  /** What the page was last told; undefined when it may have nothing. */
  private told: string | undefined;
  private remade = 0;
  private waiting: Disposable | undefined;

  constructor(options: ShownPageOptions) {
    this.options = options;
    this.later = options.later ?? afterMs;
    const { frame } = options;
    this.visible = frame.visible;
    this.owned.add(frame.webview.onDidReceiveMessage((message) => this.hear(message)));
    this.owned.add(frame.onDidChangeViewState(() => this.seen()));
    this.owned.add({ dispose: () => this.waiting?.dispose() });
    this.make();
  }

  /** Whether anybody is there to be told. */
  get listens(): boolean {
    return this.heard && this.options.frame.visible;
  }

  /** Sends a message that tells everything. @param told stands for what it shows: what the page has already is not sent again */
  send(message: object, told: string): void {
    if (!this.listens || told === this.told) return;
    this.told = told;
    const lost = (): void => {
      if (this.told === told) this.told = undefined;
    };
    this.options.frame.webview.postMessage(message).then((arrived) => {
      if (!arrived) lost();
    }, lost);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private make(): void {
    this.options.frame.webview.html = this.options.html();
    this.watch();
  }

  private hear(message: unknown): void {
    this.heard = true;
    this.remade = 0;
    this.waiting?.dispose();
    const type = typeof message === "object" && message !== null && "type" in message ? message.type : undefined;
    if (type === "got") return;
    if (type === "ready") this.showAll();
    else this.options.hear(message);
  }

  private seen(): void {
    const { visible } = this.options.frame;
    if (visible === this.visible) return;
    this.visible = visible;
    this.waiting?.dispose();
    if (!visible) return;
    this.remade = 0;
    this.watch();
    this.showAll();
  }

  private showAll(): void {
    this.told = undefined;
    if (this.listens) this.options.show();
  }

  /** Makes the page anew unless it says something soon. */
  private watch(): void {
    this.waiting?.dispose();
    if (!this.options.frame.visible || this.remade >= tries) return;
    this.waiting = this.later(
      () => {
        this.remade += 1;
        this.make();
      },
      patience * 2 ** this.remade,
    );
  }
}

function afterMs(run: () => void, ms: number): Disposable {
  const timer = setTimeout(run, ms);
  return { dispose: () => clearTimeout(timer) };
}
