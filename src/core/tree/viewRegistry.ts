import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { ViewId } from "../views.ts";

/** All views of the window. */
export class ViewRegistry implements Disposable {
  private readonly views = new Map<string, AnyView>();
  private readonly refreshed = new Emitter<undefined>();
  /** Fires when the user runs Refresh, for what is shown outside the views. */
  readonly onDidRefresh: Event<undefined> = this.refreshed.event;

  add(id: ViewId, view: AnyView): void {
    this.views.set(id, view);
  }

  get all(): readonly AnyView[] {
    return [...this.views.values()];
  }

  /** Returns a view by its ID. */
  get(id: string): AnyView | undefined {
    return this.views.get(id);
  }

  /** Refreshes all views. */
  refresh(): void {
    for (const view of this.views.values()) void view.refresh();
    this.refreshed.fire(undefined);
  }

  dispose(): void {
    this.refreshed.dispose();
  }
}
/** The part of any view that does not depend on what it shows. */
export interface AnyView {
  readonly visible: boolean;
  /** The text next to the title. */
  readonly description: string | undefined;
  readonly onDidChangeVisibility: Event<boolean>;
  refresh(): Promise<void>;
  loadMore(row: string): Promise<void>;
  /** Returns the arguments of a key binding: the focused row, then the selected rows if it is one of them; empty if no row has the focus. */
  keyRows(): Promise<readonly unknown[]>;
}
