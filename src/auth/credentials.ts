import type { Credentials } from "../api/request.ts";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import type { Logger } from "../core/base/log.ts";
import { onceLoaded } from "../core/base/onceLoaded.ts";
import type { Connect } from "./identity.ts";
import type { Secrets, SessionStore } from "./sessionStore.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionCredentialsOptions {
  readonly loadRenewal: () => Promise<typeof import("./renewal.ts")>;
  readonly store: SessionStore;
  /** Where the store keeps its sessions. */
  readonly secrets: Secrets;
  readonly connect: Connect;
  /** Folder for what the windows of a machine share: locks, handed-over renewals and the id of the machine. */
  readonly directory: string;
  /** Whether windows are pages in a browser, which are blind to each other's secrets and always on one machine. */
  readonly pages: boolean;
  readonly log: Logger;
}

/** Credentials of sessions for the client. What renews them is loaded with the first request that needs one. */
export class SessionCredentials implements Disposable {
  private readonly options: SessionCredentialsOptions;
  private readonly owned = new DisposableStore();
  private readonly tokens: () => Promise<Tokens>;

  constructor(options: SessionCredentialsOptions) {
    this.options = options;
    this.tokens = onceLoaded(async () => this.owned.add((await options.loadRenewal()).createTokens(options)));
  }

  /** See Tokens.credentials, which this stands in front of. */
  of(sessionId: string): Credentials {
    const { store } = this.options;
    return {
      /** Read each time, for somebody may sign in to the same account the other way. */
      get scheme() {
        return store.list().find(({ id }) => id === sessionId)?.method === "token" ? "private-token" : "bearer";
      },
      token: async (options) => (await this.tokens()).credentials(sessionId).token(options),
    };
  }

  dispose(): void {
    this.owned.dispose();
  }
}
