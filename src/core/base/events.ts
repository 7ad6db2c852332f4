import { type Disposable, DisposableStore } from "./disposable.ts";

/** Subscribes a listener; a vscode.Event is compatible with it. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** Calls its listeners in order; an exception of one does not affect the others. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<{ call: (value: T) => unknown }>();

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.listeners.add(entry);
    return { dispose: () => void this.listeners.delete(entry) };
  };

  /** @throws AggregateError with the listeners' exceptions, after all were called */
  fire(value: T): void {
    const thrown: unknown[] = [];
    for (const { call } of [...this.listeners]) {
      try {
        call(value);
      } catch (error) {
        thrown.push(error);
      }
    }
    if (thrown.length > 0) throw new AggregateError(thrown, "A listener failed");
  }

  dispose(): void {
    this.listeners.clear();
  }
}

/** Returns an event that fires when any of the given ones does. */
export function anyOf(...events: readonly ((listener: () => unknown) => Disposable)[]): Event<undefined> {
  return (listener) => {
    const owned = new DisposableStore();
    for (const event of events) owned.add(event(() => listener(undefined)));
    return owned;
  };
}
