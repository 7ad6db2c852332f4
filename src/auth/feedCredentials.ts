import type { FeedCredentials } from "../api/client.ts";
import { CancelledError } from "../core/base/errors.ts";
import { KeychainError, type Secrets, type Session, type SessionStore } from "./sessionStore.ts";

/** A username and personal access token, the only credential of the package registry (Part 1, Authentication). */
export interface FeedSignIn {
  readonly username: string;
  readonly password: string;
}

/** Credentials for a package registry are missing or were refused. */
export class FeedCredentialsError extends Error {
  readonly instance: string;
  readonly why: "missing" | "refused";

  constructor(instance: string, why: FeedCredentialsError["why"]) {
    super(`The username and token for the package registry of ${instance} are ${why}`);
    this.name = "FeedCredentialsError";
    this.instance = instance;
    this.why = why;
  }
}

export interface FeedSignInsOptions {
  readonly secrets: Pick<Secrets, "get" | "store" | "delete">;
  readonly sessions: Pick<SessionStore, "read">;
  /** The account in use on an instance. */
  readonly account: (instance: string) => Session | undefined;
}

const keyOf = (instance: string): string => `forgeline.feed.${instance}`;

/** Credentials for the package registry of each instance: those entered for them, else the personal access token of the account in use. */
export class FeedSignIns {
  private readonly options: FeedSignInsOptions;

  constructor(options: FeedSignInsOptions) {
    this.options = options;
  }

  /** Returns the credentials provider for the client of an instance. */
  of(instance: string): FeedCredentials {
    return {
      /** @throws FeedCredentialsError, KeychainError */
      basic: async ({ stale, signal }) => {
        const known = (await this.given(instance)) ?? (await this.own(instance));
        if (signal?.aborted) throw new CancelledError();
        if (!known) throw new FeedCredentialsError(instance, "missing");
        if (known.password === stale) throw new FeedCredentialsError(instance, "refused");
        return known;
      },
    };
  }

  /** Returns the credentials entered for the feeds of an instance; undefined if missing or unreadable. @throws KeychainError */
  async given(instance: string): Promise<FeedSignIn | undefined> {
    const stored = await this.keychain("read", () => this.options.secrets.get(keyOf(instance)));
    return stored === undefined ? undefined : parse(stored);
  }

  /** Stores credentials for the feeds of an instance. @throws KeychainError */
  async keep(instance: string, { username, password }: FeedSignIn): Promise<void> {
    await this.keychain("write", () =>
      this.options.secrets.store(keyOf(instance), JSON.stringify({ username, password })),
    );
  }

  /** Deletes the credentials for the feeds of an instance. @throws KeychainError */
  async forget(instance: string): Promise<void> {
    await this.keychain("delete", () => this.options.secrets.delete(keyOf(instance)));
  }

  /**
   * Deletes the credentials that belong to an account which signs out: those with its username, or all if it was the last on its instance.
   * @throws KeychainError
   */
  async forgetOf({ instance, user }: Session, last: boolean): Promise<void> {
    const known = await this.given(instance);
    if (last || known?.username.toLowerCase() === user.username.toLowerCase()) await this.forget(instance);
  }

  /** Returns the personal access token of the account in use; feeds do not accept OAuth tokens. */
  async own(instance: string): Promise<FeedSignIn | undefined> {
    const account = this.options.account(instance);
    if (account?.method !== "token") return undefined;
    const session = await this.options.sessions.read(account.id);
    return session && { username: session.user.username, password: session.accessToken };
  }

  private async keychain<T>(operation: KeychainError["operation"], use: () => PromiseLike<T>): Promise<T> {
    try {
      return await use();
    } catch (error) {
      throw new KeychainError(operation, error);
    }
  }
}

function parse(stored: string): FeedSignIn | undefined {
  try {
    const value = JSON.parse(stored) as Partial<Record<keyof FeedSignIn, unknown>> | null;
    const { username, password } = value ?? {};
    return typeof username === "string" && typeof password === "string" && password !== ""
      ? { username, password }
      : undefined;
  } catch {
    return undefined;
  }
}
