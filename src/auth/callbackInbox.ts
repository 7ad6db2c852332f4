import { createHash } from "node:crypto";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import { CALLBACK_PREFIX } from "../core/base/extensionIds.ts";
import type { Logger } from "../core/base/log.ts";
import { type ExpectedCallback, type FinalCallback, isFinal, readCallback, stateOf } from "./callback.ts";
import type { Secrets } from "./sessionStore.ts";

export interface CallbackInboxOptions {
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** What a secret of a sign-in in progress holds. */
interface Slot {
  /** When the sign-in is over in any case, in milliseconds since the epoch. */
  readonly until: number;
  /** The callback URL, once another window has left it. */
  readonly address?: string;
}

/** Milliseconds; longer than a sign-in waits for the browser. */
const LIFETIME = 600_000;
/** Characters; a longer callback URL is ignored. */
const MAX_LENGTH = 8_192;
/** How many callback URLs are held until the sign-in that they belong to becomes visible here; the latest. */
const MAX_HELD = 4;
/** How many keys of sign-ins that are over are watched; the latest. */
const MAX_OVER = 16;

/** Returns the key of the secret; the state is hashed to keep it private. */
const keyOf = (state: string): string =>
  CALLBACK_PREFIX + createHash("sha256").update(state).digest("hex").slice(0, 32);

/**
 * Delivers callback URLs to the window that waits for them. The system opens a URL in the window that was used last, which may be on
 * another machine; secrets are the only storage that all windows share.
 *
 * Any web page can have such a URL opened. So the window that signs in makes a slot, a secret named by the state, and only a URL with that
 * state is stored, in that slot.
 */
export class CallbackInbox implements Disposable {
  private readonly options: CallbackInboxOptions;
  private readonly now: () => number;
  private readonly owned = new DisposableStore();
  private readonly waiting = new Map<
    string,
    { readonly expected: ExpectedCallback; readonly answered: (answer: FinalCallback) => void }
  >();
  /** URLs that arrived here without a slot, by key: other windows see a new slot late. */
  private readonly held = new Map<string, string>();
  /** Keys of this window's sign-ins that are over. A window that saw the slot before it was removed may still leave a URL there. */
  private readonly over = new Set<string>();
  /** Changes of secrets, one after the other. */
  private queue: Promise<void>;

  constructor(options: CallbackInboxOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.owned.add(
      options.secrets.onDidChange(({ key }) => {
        const address = this.held.get(key);
        if (address !== undefined) this.enqueue(() => this.leave(key, address));
        if (this.over.has(key)) this.enqueue(() => this.remove(key));
        for (const state of this.waiting.keys()) if (keyOf(state) === key) this.enqueue(() => this.collect(state));
      }),
    );
    this.queue = this.quietly(() => this.sweep());
  }

  /** Calls `answered` once, with the callback for the state of this sign-in. */
  wait(expected: ExpectedCallback, answered: (answer: FinalCallback) => void): Disposable {
    const { state } = expected;
    const key = keyOf(state);
    this.waiting.set(state, { expected, answered });
    this.enqueue(() => this.open(state));
    return {
      dispose: () => {
        this.waiting.delete(state);
        this.over.add(key);
        for (const oldest of this.over) if (this.over.size > MAX_OVER) this.over.delete(oldest);
        this.enqueue(() => this.remove(key));
      },
    };
  }

  /** Handles a callback URL that the system opened in this window, percent-decoded as VS Code does. Never rejects. */
  async arrived(address: string): Promise<void> {
    const { log } = this.options;
    const state = stateOf(address);
    if (state === undefined || address.length > MAX_LENGTH) {
      log.warn("An address that no sign-in can have asked for was handed to the extension and ignored");
      return;
    }
    if (this.waiting.has(state)) {
      this.deliver(state, address);
      return;
    }
    const key = keyOf(state);
    this.held.delete(key);
    this.held.set(key, address);
    for (const oldest of this.held.keys()) if (this.held.size > MAX_HELD) this.held.delete(oldest);
    this.enqueue(() => this.leave(key, address));
    await this.queue;
  }

  dispose(): void {
    for (const state of this.waiting.keys()) void this.quietly(() => this.remove(keyOf(state)));
    this.waiting.clear();
    this.held.clear();
    this.owned.dispose();
  }

  private async open(state: string): Promise<void> {
    if (this.waiting.has(state)) await this.write(keyOf(state), { until: this.now() + LIFETIME });
  }

  /** Stores a URL in the slot of its sign-in, if there is one. */
  private async leave(key: string, address: string): Promise<void> {
    const slot = await this.read(key);
    if (!slot || slot.until < this.now()) return;
    this.held.delete(key);
    await this.write(key, { ...slot, address });
    this.options.log.info("Handed a sign-in answer to the window that waits for it");
  }

  private async collect(state: string): Promise<void> {
    const address = (await this.read(keyOf(state)))?.address;
    if (address === undefined) return;
    this.deliver(state, address);
    if (this.waiting.has(state)) await this.open(state);
    else await this.remove(keyOf(state));
  }

  private deliver(state: string, address: string): void {
    const waiting = this.waiting.get(state);
    const answer = waiting && readCallback(address, waiting.expected, { decoded: true });
    if (!answer || !isFinal(answer)) return;
    this.waiting.delete(state);
    waiting.answered(answer);
  }

  /** Removes the slots of windows that were closed during a sign-in. */
  private async sweep(): Promise<void> {
    for (const key of await this.options.secrets.keys())
      if (key.startsWith(CALLBACK_PREFIX) && ((await this.read(key))?.until ?? 0) < this.now()) await this.remove(key);
  }

  private async read(key: string): Promise<Slot | undefined> {
    return parse(await this.options.secrets.get(key));
  }

  private async write(key: string, slot: Slot): Promise<void> {
    await this.options.secrets.store(key, JSON.stringify(slot));
  }

  private async remove(key: string): Promise<void> {
    if ((await this.options.secrets.get(key)) !== undefined) await this.options.secrets.delete(key);
  }

  private enqueue(step: () => Promise<void>): void {
    this.queue = this.queue.then(() => this.quietly(step));
  }

  private async quietly(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.options.log.warn("The answer of a sign-in could not be passed between windows", error);
    }
  }
}

function parse(text: string | undefined): Slot | undefined {
  try {
    const { until, address } = JSON.parse(text ?? "{}") as Readonly<Record<string, unknown>>;
    if (typeof until !== "number") return undefined;
    return { until, ...(typeof address === "string" ? { address } : {}) };
  } catch {
    return undefined;
  }
}
