/** Windows of an editor in one process: forked by windowProcesses.ts, which says what the messages mean. */
import { setTimeout as pause } from "node:timers/promises";
import Agent from "undici/lib/dispatcher/agent.js";
import type Dispatcher from "undici/types/dispatcher.js";
import { createClient } from "../../../src/api/client.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { SessionCredentials } from "../../../src/auth/credentials.ts";
import type { Connect } from "../../../src/auth/identity.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { LaggingSecrets } from "../../support/fakes/laggingSecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import type { Answer, Call, WindowOptions } from "./windowProcesses.ts";
import { watchSteps, WindowSteps } from "./windowSteps.ts";

class Window {
  private readonly steps: WindowSteps | undefined;
  private readonly secrets: LaggingSecrets;
  private readonly store: SessionStore;
  private readonly credentials: SessionCredentials;
  private readonly connect: Connect;

  constructor({ desktop, machine, speed, stopAt }: WindowOptions, dispatcher: Dispatcher, stopped: () => void) {
    const { secrets: directory, lag } = desktop;
    const steps = stopAt === undefined ? undefined : new WindowSteps({ directory, machine, stopAt, stopped });
    this.steps = steps;
    if (steps) watchSteps(steps);
    this.secrets = new LaggingSecrets({ directory, lag: lag / speed });
    const log = new RecordingLog();
    this.store = new SessionStore(this.secrets, log);
    this.connect = (baseUrl, credentials) =>
      createClient({
        baseUrl,
        credentials,
        dispatcher: () =>
          Promise.resolve(credentials === undefined ? (steps?.around(dispatcher) ?? dispatcher) : dispatcher),
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
      time: {
        wait: (ms, signal) => pause(ms / speed, undefined, { signal }),
        elapsed: () => performance.now() * speed,
      },
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

  taken(): readonly string[] | undefined {
    return this.steps?.names;
  }

  close(): void {
    this.credentials.dispose();
    this.store.dispose();
    this.secrets.dispose();
  }
}

const agent = new Agent();
const windows = new Map<number, Window>();
const send = (sent: Answer): void => void process.send?.(sent);

async function answer({ window: number, call, given }: Call): Promise<unknown> {
  if (call === "open") {
    windows.set(number, new Window(given[0] as WindowOptions, agent, () => send({ stopped: number })));
    return undefined;
  }
  const window = windows.get(number);
  if (!window) throw new Error("No such window");
  if (call === "close") windows.delete(number);
  return await (window[call] as (...given: unknown[]) => unknown).apply(window, [...given]);
}

process.on("message", ({ number, call }: { number: number; call: Call }) => {
  answer(call).then(
    (value) => send({ number, value }),
    (error: unknown) =>
      send({ number, error: error instanceof ApiError ? `${error.kind}: ${error.message}` : String(error) }),
  );
});
process.on("disconnect", () => process.exit());
