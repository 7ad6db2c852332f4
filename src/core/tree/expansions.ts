import type * as vscode from "vscode";
import type { Logger } from "../base/log.ts";
import { FirstStates } from "./firstStates.ts";

export interface ExpansionsOptions<E extends object> {
  readonly treeView: vscode.TreeView<E>;
  readonly idOf: (element: E) => string;
  /** Returns the row with this ID as it is now. */
  readonly find: (id: string) => E | undefined;
  readonly parent: (element: E) => E | undefined;
  /** Whether the rows below were asked for since the row was collapsed. */
  readonly isRead: (id: string) => boolean;
  /** Whether VS Code reads rows, as far as is known. */
  readonly isReading: () => boolean;
  /** Waits until VS Code has finished drawing. */
  readonly settled: () => Promise<void>;
  readonly log: Logger;
}

/** ms within which VS Code asks for the rows below an expanded row, unless it waits for others first. */
const atOnce = 20;

/**
 * Expands rows that VS Code leaves collapsed: those that are open by default only after they were first drawn, and
 * those that the user expands while VS Code reads the rows around them again. VS Code asks for the rows below one of
 * these only after it has read the others, and draws it collapsed then, without an event.
 */
export class Expansions<E extends object> {
  private readonly options: ExpansionsOptions<E>;
  private readonly firstStates = new FirstStates<E>();
  /**
   * By ID of a row that the user expanded, and below which VS Code has not asked for rows: until when it would ask at once, in ms since the
   * epoch; -Infinity if it read others then.
   */
  private readonly unread = new Map<string, number>();
  /** IDs of rows that the user expanded, and that VS Code may draw collapsed. */
  private readonly lost = new Set<string>();

  constructor(options: ExpansionsOptions<E>) {
    this.options = options;
  }

  /**
   * Notes the state that a row which the user never toggled is drawn in, and expands one that is open by default now
   * and was not at first: VS Code only takes the first state.
   * @param isStill says whether the row is still to be expanded once VS Code has finished drawing
   */
  drawn(element: E, isOpen: boolean, isStill: () => boolean): void {
    const isDue = this.firstStates.note(element, isOpen);
    if (!isDue || !this.options.treeView.visible || this.isElsewhere(element)) return;
    this.firstStates.expanded(element);
    const { idOf, find } = this.options;
    void this.expand(() => (find(idOf(element)) === element && isStill() ? element : undefined));
  }

  /** Notes that the user expanded or collapsed a row. */
  toggled(element: E, open: boolean): void {
    const { idOf, isRead, isReading } = this.options;
    const id = idOf(element);
    this.lost.delete(id);
    if (!open) this.unread.delete(id);
    else if (!isRead(id)) this.unread.set(id, isReading() ? -Infinity : Date.now() + atOnce);
  }

  /** Notes that VS Code asks for the rows below a row. */
  asked(element: E): void {
    const id = this.options.idOf(element);
    const latest = this.unread.get(id);
    this.unread.delete(id);
    if (latest === undefined || Date.now() <= latest) return;
    this.lost.add(id);
    void this.expand(() => (this.lost.has(id) ? this.options.find(id) : undefined)).finally(() => this.lost.delete(id));
  }

  /** @param wanted returns the row to expand once VS Code has finished drawing, or undefined for none */
  private async expand(wanted: () => E | undefined): Promise<void> {
    const { treeView, idOf, settled, log } = this.options;
    await settled();
    const element = wanted();
    // Revealing would open the view, and expand the rows above.
    if (element === undefined || !treeView.visible) return;
    try {
      await treeView.reveal(element, { select: false, focus: false, expand: true });
    } catch (error) {
      log.debug(`The row ${idOf(element)} was not expanded`, error);
    }
  }

  /** Whether a row outside the branch of this one is selected: expanding reveals, which would scroll away from it. */
  private isElsewhere(element: E): boolean {
    const [selected] = this.options.treeView.selection;
    return selected !== undefined && !this.isBelow(selected, element) && !this.isBelow(element, selected);
  }

  /** Whether a row is another one, or below it. */
  private isBelow(row: E, above: E): boolean {
    const { idOf, parent } = this.options;
    const id = idOf(above);
    for (let at: E | undefined = row; at !== undefined; at = parent(at)) if (idOf(at) === id) return true;
    return false;
  }
}
