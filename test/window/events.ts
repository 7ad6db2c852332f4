/** VS Code's events, disposables and cancellation. */
import type * as vscode from "vscode";

export class Disposable implements vscode.Disposable {
  #release: (() => unknown) | undefined;

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }

  constructor(release: () => unknown) {
    this.#release = release;
  }

  dispose(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }
}

/** A listener's error is logged and keeps no other listener from hearing. */
export class EventEmitter<T> implements vscode.EventEmitter<T> {
  readonly #listeners = new Set<{ readonly hear: (value: T) => unknown }>();

  readonly event: vscode.Event<T> = (hear, self, owners) => {
    const listener = { hear: self === undefined ? hear : hear.bind(self) };
    this.#listeners.add(listener);
    const subscribed = new Disposable(() => this.#listeners.delete(listener));
    owners?.push(subscribed);
    return subscribed;
  };

  fire(value: T): void {
    for (const { hear } of [...this.#listeners])
      try {
        hear(value);
      } catch (error) {
        // As one that nobody handles: it fails the test that runs.
        void Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

class Token implements vscode.CancellationToken {
  readonly #canceled = new EventEmitter<unknown>();
  isCancellationRequested = false;

  readonly onCancellationRequested: vscode.Event<unknown> = (hear, self: unknown, owners) => {
    if (!this.isCancellationRequested) return this.#canceled.event(hear, self, owners);
    const timer = setTimeout(() => void hear.call(self, undefined), 0);
    return new Disposable(() => clearTimeout(timer));
  };

  cancel(): void {
    if (this.isCancellationRequested) return;
    this.isCancellationRequested = true;
    this.#canceled.fire(undefined);
    this.#canceled.dispose();
  }
}

export class CancellationTokenSource implements vscode.CancellationTokenSource {
  readonly #token = new Token();

  get token(): vscode.CancellationToken {
    return this.#token;
  }
  cancel(): void {
    this.#token.cancel();
  }
  dispose(): void {
    // Nothing is held.
  }
}
