import { createHash } from "node:crypto";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import type { Logger } from "../core/base/log.ts";
import { type ExpectedCallback, type FinalCallback, isFinal, readCallback, stateOf } from "./callback.ts";
import type { Secrets } from "./sessionStore.ts";

export interface CallbackInboxOptions {
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Calls `then` after `ms` milliseconds unless disposed. */
  readonly timer?: (ms: number, then: () => void) => Disposable;
}

/** Milliseconds after which a callback left for another window is removed. */
const MAX_AGE = 60_000;

const startTimer = (ms: number, then: () => void): Disposable => {
  const timeout = setTimeout(then, ms);
  return { dispose: () => clearTimeout(timeout) };
};

/** Returns the key of the secret; the state is hashed to keep it private. */
const keyOf = (state: string): string =>
  `forgeline.callback.${createHash("sha256").update(state).digest("hex").slice(0, 32)}`;

/**
 * Delivers callback URLs to the window that waits for them. The system opens a URL in the window that was used last, which may be on
 * another machine; secrets are the only storage that all windows share.
 */
export class CallbackInbox implements Disposable {
  private readonly options: CallbackInboxOptions;
  private readonly timer: NonNullable<CallbackInboxOptions["timer"]>;
  private readonly owned = new DisposableStore();
  private readonly waiting = new Map<
    string,
    { readonly expected: ExpectedCallback; readonly answered: (answer: FinalCallback) => void }
  >();

  constructor(options: CallbackInboxOptions) {
    this.options = options;
    this.timer = options.timer ?? startTimer;
    this.owned.add(
      options.secrets.onDidChange(({ key }) => {
        for (const state of this.waiting.keys()) if (keyOf(state) === key) void this.collect(state);
      }),
    );
  }

  /** Calls `answered` once, with the callback for the state of this sign-in. */
  wait(expected: ExpectedCallback, answered: (answer: FinalCallback) => void): Disposable {
    this.waiting.set(expected.state, { expected, answered });
    return { dispose: () => void this.waiting.delete(expected.state) };
  }

  /** Handles a callback URL that the system opened in this window, percent-decoded as VS Code does. Never rejects. */
  async arrived(address: string): Promise<void> {
    const state = stateOf(address);
    if (state === undefined) {
      this.options.log.warn("An address without a state was handed to the extension and ignored");
      return;
    }
    if (this.waiting.has(state)) {
      this.deliver(state, address);
      return;
    }
    const key = keyOf(state);
    try {
      await this.options.secrets.store(key, address);
      this.options.log.info("Handed a sign-in answer to the window that waits for it");
    } catch (error) {
      this.options.log.warn("A sign-in answer could not be handed to the window that waits for it", error);
    }
    const timer = this.owned.add(
      this.timer(MAX_AGE, () => {
        this.owned.delete(timer);
        void this.remove(key);
      }),
    );
  }

  dispose(): void {
    this.waiting.clear();
    this.owned.dispose();
  }

  private async collect(state: string): Promise<void> {
    try {
      const address = await this.options.secrets.get(keyOf(state));
      if (address === undefined) return;
      this.deliver(state, address);
      await this.remove(keyOf(state));
    } catch (error) {
      this.options.log.warn("A sign-in answer left by another window could not be read", error);
    }
  }

  private deliver(state: string, address: string): void {
    const waiting = this.waiting.get(state);
    const answer = waiting && readCallback(address, waiting.expected, { decoded: true });
    if (!answer || !isFinal(answer)) return;
    this.waiting.delete(state);
    waiting.answered(answer);
  }

  private async remove(key: string): Promise<void> {
    try {
      if ((await this.options.secrets.get(key)) !== undefined) await this.options.secrets.delete(key);
    } catch (error) {
      this.options.log.warn("A sign-in answer could not be removed from the secrets", error);
    }
  }
}
