import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { RowMarks } from "./viewController.ts";

/** Combines the row marks of several features. */
export class RowMarkSources implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  readonly onDidChange: Event<undefined> = this.changed.event;
  readonly sources: RowMarks[] = [];

  add(source: RowMarks): void {
    this.sources.push(source);
    this.owned.add(source.onDidChange(() => this.changed.fire(undefined)));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
