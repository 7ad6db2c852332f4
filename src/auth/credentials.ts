import path from "node:path";
import type { Credentials } from "../api/http.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import type { Logger } from "../log.ts";
import type { Connect } from "./identity.ts";
import type { SessionStore } from "./sessionStore.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionCredentialsOptions {
  readonly store: SessionStore;
  readonly connect: Connect;
  /** Folder for what windows share: locks and handed-over renewals. */
  readonly directory: string;
  /** Whether windows are pages in a browser, which are blind to each other's secrets. */
  readonly pages: boolean;
  readonly log: Logger;
}

/** Credentials of sessions for the client. What renews them is loaded with the first request that needs one. */
export class SessionCredentials implements Disposable {
  private readonly options: SessionCredentialsOptions;
  private readonly owned = new DisposableStore();
  private loading: Promise<Tokens> | undefined;

  constructor(options: SessionCredentialsOptions) {
    this.options = options;
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

  private tokens(): Promise<Tokens> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<Tokens> {
    const { store, connect, directory, pages, log } = this.options;
    const [{ Tokens }, { FileLock }, { FileHandover }, { refreshToken }, { isAccepted }] = await Promise.all([
      import("./tokens.ts"),
      import("./lock.ts"),
      import("./handover.ts"),
      import("./oauth.ts"),
      import("./identity.ts"),
    ]);
    return this.owned.add(
      new Tokens({
        store,
        refresh: (session) => refreshToken(connect(session.instance).oauth, session),
        accepts: (session) => isAccepted(connect, session),
        lock: new FileLock({ directory: path.join(directory, "locks") }),
        ...(pages ? { handover: new FileHandover({ directory: path.join(directory, "handover"), log }) } : {}),
        log,
      }),
    );
  }
}
