import { commands, type Uri, window } from "vscode";
import type { Disposable } from "../base/disposable.ts";

interface Waiting {
  timer: NodeJS.Timeout;
  readonly drawn: Promise<void>;
  readonly resolve: () => void;
}

/**
 * Time in ms that VS Code needs to draw the comments of a document once it knows where new ones are possible. Other extensions are asked
 * as well, and may take longer to answer. A busy window takes longer to draw, too, and is waited for.
 */
const patience = 300;
/** Time in ms after which threads are created without having been asked: nobody asks while commenting is switched off. */
const longest = 2_000;
/**
 * Time in ms for which threads may still be lost: VS Code collects those of a document anew when another extension registers its comments, and
 * then shows only what was there before it asked. Longer than a question may be under way; what is typed later must not be drawn away.
 */
const unsettled = 2_000;

/**
 * Tells when threads can be created in a document. VS Code asks for the ranges of new comments, collects the threads of the document and
 * draws them one after the other; a thread that is created meanwhile is drawn twice.
 */
export class DrawnComments implements Disposable {
  private readonly waiting = new Map<string, Waiting>();
  /** Documents for which VS Code has asked. */
  private readonly known = new Set<string>();
  /** Since when threads can be created in documents, and the boxes that were open then. */
  private readonly ready = new Map<string, { readonly since: number; readonly boxes: ReadonlySet<string> }>();

  /** Whether threads can be created in a document. */
  has(uri: Uri): boolean {
    return this.ready.has(uri.toString());
  }

  /** Resolves when threads can be created in a document, or never if it is closed before. */
  wait(uri: Uri): Promise<void> {
    const address = uri.toString();
    if (this.ready.has(address)) return Promise.resolve();
    const known = this.waiting.get(address);
    if (known) return known.drawn;
    let resolve = (): void => undefined;
    const drawn = new Promise<void>((done) => (resolve = done));
    const timer = this.later(address, this.known.has(address) ? patience : longest);
    this.waiting.set(address, { timer, drawn, resolve });
    return drawn;
  }

  /**
   * VS Code has asked for the ranges of new comments. Returns whether it may have lost the threads that were created shortly before: they have
   * to be created again once `wait` resolves.
   */
  asked(uri: Uri): boolean {
    const address = uri.toString();
    this.known.add(address);
    const waiting = this.waiting.get(address);
    if (waiting) {
      clearTimeout(waiting.timer);
      waiting.timer = this.later(address, patience);
      return false;
    }
    const ready = this.ready.get(address);
    if (ready === undefined || performance.now() - ready.since > unsettled) return false;
    // Somebody writes in a thread already: it was not lost, and creating it again would close the box.
    if (openBoxes().some((box) => !ready.boxes.has(box))) return false;
    this.ready.delete(address);
    return true;
  }

  forget(uri: Uri): void {
    const address = uri.toString();
    clearTimeout(this.waiting.get(address)?.timer);
    this.waiting.delete(address);
    this.ready.delete(address);
    this.known.delete(address);
  }

  dispose(): void {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }

  private later(address: string, ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      void answeredByWindow().then(() => {
        const waiting = this.waiting.get(address);
        // Asked again meanwhile, or closed.
        if (waiting?.timer !== timer) return;
        this.waiting.delete(address);
        this.ready.set(address, { since: performance.now(), boxes: new Set(openBoxes()) });
        waiting.resolve();
      });
    }, ms);
    return timer;
  }
}

/** Returns the boxes in which comments are written: VS Code shows them as editors of a scheme of their own. */
const openBoxes = (): readonly string[] =>
  window.visibleTextEditors.flatMap(({ document: { uri } }) => (uri.scheme === "comment" ? [uri.toString()] : []));

/** Resolves when the window has taken what it was sent before: answers are taken in turn. */
async function answeredByWindow(): Promise<void> {
  // Any command of its own will do; this one changes nothing.
  await commands.executeCommand("vscode.getEditorLayout").then(undefined, () => undefined);
}
