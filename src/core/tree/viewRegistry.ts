import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { ViewId } from "../views.ts";

/** Every view of the window, for what is done to whichever it is. */
export class ViewRegistry implements Disposable {
  private readonly views = new Map<string, AnyView>();
  private readonly refreshed = new Emitter<undefined>();
  /** Fires when somebody asked for a refresh by name: for what is shown outside the views. */
  readonly onDidRefresh: Event<undefined> = this.refreshed.event;

  add(id: ViewId, view: AnyView): void {
    this.views.set(id, view);
  }

  get all(): readonly AnyView[] {
    return [...this.views.values()];
  }

  /** A view by its id, as VS Code or a row hands it over. */
  get(id: string): AnyView | undefined {
    return this.views.get(id);
  }

  /** Reads everything anew that is shown. */
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
  readonly onDidChangeVisibility: Event<boolean>;
  refresh(): Promise<void>;
  loadMore(row: string): Promise<void>;
}
