import type { Credentials } from "../api/request.ts";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import { onceLoaded } from "../core/base/onceLoaded.ts";
import type { RenewalOptions } from "./renewal.ts";
import type { Session } from "./session.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionCredentialsOptions extends RenewalOptions {
  readonly loadRenewal: () => Promise<typeof import("./renewal.ts")>;
}

/**
 * Provides the API client with credentials of sessions. The renewal code is loaded with the first request that needs a
 * token.
 */
export class SessionCredentials implements Disposable {
  private readonly options: SessionCredentialsOptions;
  private readonly owned = new DisposableStore();
  private readonly tokens: () => Promise<Tokens>;

  constructor(options: SessionCredentialsOptions) {
    this.options = options;
    this.tokens = onceLoaded(async () => this.owned.add((await options.loadRenewal()).createTokens(options)));
  }

  /** Returns the credentials of a session. See Tokens.credentials. */
  of(sessionId: string): Credentials {
    const { store } = this.options;
    return {
      /** Read each time: the user may sign in to the same account with the other method. */
      get scheme() {
        return store.list().find(({ id }) => id === sessionId)?.method === "token" ? "private-token" : "bearer";
      },
      token: async (options) => (await this.tokens()).credentials(sessionId).token(options),
    };
  }

  /** Prepares to sign out a session. See Tokens.end. */
  async end(session: Session): Promise<Session> {
    return (await this.tokens()).end(session);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
