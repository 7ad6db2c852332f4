import path from "node:path";
import type { Credentials } from "../api/request.ts";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import type { Logger } from "../core/base/log.ts";
import type { Connect } from "./identity.ts";
import type { Secrets, SessionStore } from "./sessionStore.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionCredentialsOptions {
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
    const { store, secrets, connect, directory, pages, log } = this.options;
    const [{ Tokens }, { FileLock }, { FileHandover }, { SecretClaims }, { refreshToken }, { isAccepted }] =
      await Promise.all([
        import("./tokens.ts"),
        import("./lock.ts"),
        import("./handover.ts"),
        import("./claims.ts"),
        import("./oauth.ts"),
        import("./identity.ts"),
      ]);
    return this.owned.add(
      new Tokens({
        store,
        refresh: (session) => refreshToken(connect(session.instance).oauth, session),
        accepts: (session) => isAccepted(connect, session),
        lock: new FileLock({ directory: path.join(directory, "locks") }),
        handover: new FileHandover({ directory: path.join(directory, "handover"), log }),
        ...(pages ? {} : { claims: new SecretClaims({ secrets, directory, log }) }),
        log,
      }),
    );
  }
}
