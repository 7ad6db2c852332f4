/** One window of an editor, as a process: forked by windowProcesses.ts, which says what the messages mean. */
import Agent from "undici/lib/dispatcher/agent.js";
import type Dispatcher from "undici/types/dispatcher.js";
import { createClient } from "../../../src/api/client.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { SessionCredentials } from "../../../src/auth/credentials.ts";
import type { Connect } from "../../../src/auth/identity.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { LaggingSecrets } from "../../support/fakes/laggingSecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import type { Answer, Desktop, Request } from "./windowProcesses.ts";

class Window {
  private readonly secrets: LaggingSecrets;
  private readonly store: SessionStore;
  private readonly credentials: SessionCredentials;
  private readonly connect: Connect;

  constructor({ secrets: directory, lag, readOnly }: Desktop, machine: string, dispatcher: Dispatcher) {
    this.secrets = new LaggingSecrets({ directory, lag, readOnly });
    const log = new RecordingLog();
    this.store = new SessionStore(this.secrets, log);
    this.connect = (baseUrl, credentials) =>
      createClient({
        baseUrl,
        credentials,
        dispatcher: () => Promise.resolve(dispatcher),
        timeouts: { headers: 30_000 },
      });
    const { store, secrets, connect } = this;
    this.credentials = new SessionCredentials({
      loadRenewal: () => import("../../../src/auth/renewal.ts"),
      store,
      secrets,
      connect,
      directory: machine,
      pages: false,
      log,
    });
  }

  /** Resolves with the session once its secret is seen here and, when given, ends at this time. */
  async seen(id: string, expiresAt?: number): Promise<Session> {
    await this.store.ready;
    return new Promise((resolve) => {
      const look = (): void => {
        const session = this.store.list().find((one) => one.id === id);
        if (!session || session.expiresAt !== (expiresAt ?? session.expiresAt)) return;
        subscription.dispose();
        resolve(session);
      };
      const subscription = this.store.onDidChange(look);
      look();
    });
  }

  async userName(id: string): Promise<string> {
    const { instance } = await this.seen(id);
    return (await this.connect(instance, this.credentials.of(id)).users.current()).username;
  }

  /** An access token other than `stale`. */
  token(id: string, stale: string): Promise<string> {
    return this.credentials.of(id).token({ stale });
  }

  close(): void {
    this.credentials.dispose();
    this.store.dispose();
    this.secrets.dispose();
  }
}

const agent = new Agent();
const windows = new Map<string, Window>();

async function answer(request: Request): Promise<unknown> {
  const { desktop } = request;
  if (request.call === "open") {
    windows.set(desktop.secrets, new Window(desktop, request.machine, agent));
    return undefined;
  }
  const window = windows.get(desktop.secrets);
  if (!window) throw new Error("No such window");
  switch (request.call) {
    case "seen":
      return await window.seen(request.id, request.expiresAt);
    case "userName":
      return await window.userName(request.id);
    case "token":
      return await window.token(request.id, request.stale);
    case "close":
      window.close();
      windows.delete(desktop.secrets);
      return undefined;
  }
}

process.on("message", ({ number, request }: { number: number; request: Request }) => {
  const send = (sent: Answer): void => void process.send?.(sent);
  answer(request).then(
    (value) => send({ number, value }),
    (error: unknown) =>
      send({ number, error: error instanceof ApiError ? `${error.kind}: ${error.message}` : String(error) }),
  );
});
process.on("disconnect", () => process.exit());
