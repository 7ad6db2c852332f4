import { createHash } from "node:crypto";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import type { Logger } from "../core/base/log.ts";
import { type ExpectedCallback, type FinalCallback, isFinal, readCallback, stateOf } from "./callback.ts";
import type { Secrets } from "./sessionStore.ts";

export interface CallbackInboxOptions {
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Calls back after so many ms unless disposed. */
  readonly timer?: (ms: number, then: () => void) => Disposable;
}

/** What a window leaves for another is removed after this many ms. */
const MAX_AGE = 60_000;

const startTimer = (ms: number, then: () => void): Disposable => {
  const timeout = setTimeout(then, ms);
  return { dispose: () => clearTimeout(timeout) };
};

/** A name for the secret that tells nobody the state. */
const keyOf = (state: string): string =>
  `forgeline.callback.${createHash("sha256").update(state).digest("hex").slice(0, 32)}`;

/**
 * Brings callback addresses to the window that waits for them. The system hands an address to whichever window was used
 * last, or to one on another machine than the extension's; only secrets are shared by them all.
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

  /** Calls `answered` with what arrives for this sign-in's state, once. */
  wait(expected: ExpectedCallback, answered: (answer: FinalCallback) => void): Disposable {
    this.waiting.set(expected.state, { expected, answered });
    return { dispose: () => void this.waiting.delete(expected.state) };
  }

  /** Takes the whole address that the system handed to this window, percent-decoded as VS Code does. Never rejects. */
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
