import { isDeepStrictEqual } from "node:util";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import { Emitter, type Event } from "../core/base/events.ts";
import type { Logger } from "../core/base/log.ts";
import { parseSession, type Session } from "./session.ts";

export type { Session } from "./session.ts";

/** The part of vscode.SecretStorage that the store uses. */
export interface Secrets {
  keys(): PromiseLike<string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  readonly onDidChange: (listener: (event: { readonly key: string }) => unknown) => Disposable;
}

/** A change of sessions; at least one list is not empty. */
export interface SessionChange {
  readonly added: readonly Session[];
  readonly removed: readonly Session[];
  readonly changed: readonly Session[];
}

/** The system's keychain, behind SecretStorage, failed; `cause` is the reason. */
export class KeychainError extends Error {
  readonly operation: "read" | "write" | "delete";

  constructor(operation: KeychainError["operation"], cause: unknown) {
    super(`The keychain could not ${operation} a session`, { cause });
    this.name = "KeychainError";
    this.operation = operation;
  }
}

const PREFIX = "forgeline.session.";
const keyOf = (id: string): string => PREFIX + id;

/**
 * Stores the sessions of all accounts: one secret each, so that two windows that add a session at the same time do not overwrite each other.
 * There is no index to keep in sync: SecretStorage lists its keys.
 *
 * `list` returns a copy in memory, `read` reads the secret each time. The copy follows changes by this window and by others. A session that
 * the keychain failed to save stays in the copy, and in use, until the window closes or another window signs in or out. A new one is saved
 * with the next read, one that replaces another by `saveAgain` only.
 */
export class SessionStore implements Disposable {
  /** Resolves when the stored sessions are loaded; never rejects. */
  readonly ready: Promise<void>;
  readonly onDidChange: Event<SessionChange>;

  private readonly secrets: Secrets;
  private readonly log: Logger;
  private readonly owned = new DisposableStore();
  private readonly emitter: Emitter<SessionChange>;
  private readonly known = new Map<string, Session>();
  /** By ID, the session that the keychain held when it failed to save; undefined if it held none. */
  private readonly unsaved = new Map<string, Session | undefined>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(secrets: Secrets, log: Logger) {
    this.secrets = secrets;
    this.log = log;
    this.emitter = this.owned.add(new Emitter<SessionChange>());
    this.onDidChange = this.emitter.event;
    this.owned.add(
      secrets.onDidChange(({ key }) => {
        if (key.startsWith(PREFIX)) void this.enqueue(() => this.follow(key.slice(PREFIX.length)));
      }),
    );
    this.ready = this.enqueue(() => this.load());
  }

  /** Returns the sessions known to this window, oldest first; empty before `ready`. */
  list(): readonly Session[] {
    return [...this.known.values()].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || a.id.localeCompare(b.id));
  }

  /**
   * Returns the session as stored now; another window may just have renewed or removed it.
   * @throws KeychainError if the keychain cannot be read and this window does not know the session either.
   */
  read(id: string): Promise<Session | undefined> {
    return this.enqueue(() => this.fetch(id));
  }

  /** Returns whether the keychain has not stored the session as this window knows it. */
  isUnsaved(id: string): boolean {
    return this.unsaved.has(id);
  }

  /**
   * Adds or replaces a session.
   * @throws KeychainError if it could not be saved; it stays usable in this window.
   */
  async write(session: Session): Promise<void> {
    await this.enqueue(async () => {
      if (!this.unsaved.has(session.id)) this.unsaved.set(session.id, this.known.get(session.id));
      this.remember(session);
      await this.save(session);
    });
  }

  /**
   * Tries again to save a session that the keychain refused, unless another window has replaced or removed it since. The caller keeps other
   * windows from renewing it meanwhile.
   * @throws KeychainError if it could not be saved.
   */
  async saveAgain(id: string): Promise<void> {
    await this.enqueue(async () => {
      const session = await this.fetch(id);
      if (session && this.unsaved.has(id)) await this.save(session);
    });
  }

  /**
   * Removes a session from this window, then from the keychain. Ignores unknown IDs.
   * @throws KeychainError if the keychain failed to delete it.
   */
  async remove(id: string): Promise<void> {
    await this.enqueue(async () => {
      this.unsaved.delete(id);
      this.drop(id);
      try {
        await this.secrets.delete(keyOf(id));
      } catch (error) {
        throw new KeychainError("delete", error);
      }
    });
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Runs one step after the other, so that responses of the keychain never arrive out of order. */
  private enqueue<T>(step: () => Promise<T>): Promise<T> {
    const result = this.queue.then(step);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async load(): Promise<void> {
    try {
      const keys = (await this.secrets.keys()).filter((key) => key.startsWith(PREFIX));
      for (const key of keys) await this.follow(key.slice(PREFIX.length));
    } catch (error) {
      this.log.error("The sessions kept in the keychain could not be listed", error);
    }
  }

  /** Updates the copy of a session after its secret changed. */
  private async follow(id: string): Promise<void> {
    try {
      await this.fetch(id);
    } catch (error) {
      this.log.warn("A changed session could not be read from the keychain", error);
    }
  }

  private async fetch(id: string): Promise<Session | undefined> {
    const held = this.known.get(id);
    if (held && this.unsaved.has(id)) return this.reconcile(held);
    let text: string | undefined;
    try {
      text = await this.secrets.get(keyOf(id));
    } catch (error) {
      if (!held) throw new KeychainError("read", error);
      this.log.warn("The keychain could not be read; going on with what this window knows", error);
      return held;
    }
    if (text === undefined) {
      this.drop(id);
      return undefined;
    }
    const session = parseSession(id, text);
    if (!session) {
      // Kept: windows with a later version, which may share the keychain, can read what they wrote.
      this.log.warn(`The stored session ${id} is unreadable and is not used`);
      this.drop(id);
      return undefined;
    }
    this.remember(session);
    return session;
  }

  /** Returns an unsaved session, or what other windows have made of it since: a newer one, another sign-in, or none. */
  private async reconcile(held: Session): Promise<Session | undefined> {
    const { id } = held;
    const before = this.unsaved.get(id);
    let text: string | undefined;
    try {
      text = await this.secrets.get(keyOf(id));
    } catch {
      // Logged when it could not be saved.
      return held;
    }
    if (text === undefined && before) {
      this.unsaved.delete(id);
      this.drop(id);
      return undefined;
    }
    const stored = parseSession(id, text ?? "");
    // Personal access tokens have no time: one that was not there before is another sign-in.
    if (stored && !isDeepStrictEqual(stored, before) && (stored.issuedAt ?? Infinity) >= (held.issuedAt ?? 0)) {
      this.unsaved.delete(id);
      this.remember(stored);
      return stored;
    }
    if (!before) await this.save(held).catch(() => undefined);
    return held;
  }

  private async save(session: Session): Promise<void> {
    try {
      await this.secrets.store(keyOf(session.id), JSON.stringify(session));
      this.unsaved.delete(session.id);
    } catch (error) {
      throw new KeychainError("write", error);
    }
  }

  private remember(session: Session): void {
    const held = this.known.get(session.id);
    if (held && isDeepStrictEqual(held, session)) return;
    this.known.set(session.id, session);
    this.fire(held ? { added: [], removed: [], changed: [session] } : { added: [session], removed: [], changed: [] });
  }

  private drop(id: string): void {
    const held = this.known.get(id);
    if (held && this.known.delete(id)) this.fire({ added: [], removed: [held], changed: [] });
  }

  private fire(change: SessionChange): void {
    try {
      this.emitter.fire(change);
    } catch (error) {
      this.log.error("A listener to the sessions failed", error);
    }
  }
}
