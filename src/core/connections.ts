import type * as vscode from "vscode";
import type { Client, createClient, Credentials, FeedCredentials } from "../api/client.ts";
import type { SessionCredentials } from "../auth/credentials.ts";
import type { Session, SessionStore } from "../auth/sessionStore.ts";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import { Emitter, type Event } from "./base/events.ts";
import { instanceHost } from "./base/instanceUrl.ts";
import type { Logger } from "./base/log.ts";
import type { CapabilityStore } from "./capabilities.ts";
import type { Config, Instance } from "./config.ts";
import type { Net } from "./net/net.ts";

/** An instance with the account in use there. A change of account makes a new object, so that responses of the old account can be recognized. */
export interface Connection {
  readonly instance: Instance;
  /** Undefined when not signed in. */
  readonly session: Session | undefined;
  /** Created on first use. @throws Error before `Connections.loadClient`, which every feature's code waits for */
  readonly client: Client;
}

export interface ConnectionsOptions {
  /** Loads the API client, which is not part of activation. */
  readonly loadClient: () => Promise<{ readonly createClient: typeof createClient }>;
  readonly config: Config;
  readonly sessions: SessionStore;
  readonly credentials: SessionCredentials;
  /** Credentials for the package feeds of an instance, which do not accept a session's token. */
  readonly feeds: (instanceUrl: string) => FeedCredentials;
  readonly capabilities: CapabilityStore;
  readonly net: Pick<Net, "dispatcher">;
  readonly log: Logger;
  /** Stores the account that each workspace prefers. */
  readonly memory: vscode.Memento;
  /** Hosts that were entered at an earlier sign-in. */
  readonly remembered: () => readonly Instance[];
}

const preferredKey = "forgeline.accounts";

/** Holds one client per instance, for the account in use there. */
export class Connections implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<string>());
  /** Fires with the base URL of an instance when its account or the status of its session has changed. */
  readonly onDidChange: Event<string> = this.changed.event;
  private readonly limited = this.owned.add(new Emitter<number>());
  /** Fires with the time (ms since the epoch) until which a host limits requests. */
  readonly onDidLimit: Event<number> = this.limited.event;

  private readonly options: ConnectionsOptions;
  private readonly known = new Map<string, Connection>();
  private readonly anonymousConnections = new Map<string, Connection>();
  private createClient: typeof createClient | undefined;

  constructor(options: ConnectionsOptions) {
    this.options = options;
    this.owned.add(
      options.sessions.onDidChange(({ added, removed, changed }) => {
        const touched = new Set([...added, ...removed, ...changed].map(({ instance }) => instance));
        for (const instance of touched) this.renew(instance);
      }),
    );
    this.owned.add(
      options.config.onDidChange((affects) => {
        // Other settings keep the client, with its cache and its pending requests.
        if (!affects("forgeline.instances") && !affects("forgeline.http")) return;
        this.anonymousConnections.clear();
        const instances = [...this.known.keys()];
        this.known.clear();
        for (const instance of instances) this.changed.fire(instance);
      }),
    );
  }

  /** Hosts from the settings, from earlier sign-ins and from sessions, each once. */
  get instances(): readonly Instance[] {
    const { config, sessions, remembered } = this.options;
    const signedIn = sessions.list().map(({ instance }) => ({ url: instance }));
    const known = new Map<string, Instance>();
    for (const instance of [...config.instances, ...remembered(), ...signedIn]) {
      if (!known.has(instance.url)) known.set(instance.url, instance);
    }
    return [...known.values()];
  }

  /** Returns the connection to an instance with the preferred account of this workspace, or without an account. */
  get(instanceUrl: string): Connection {
    const known = this.known.get(instanceUrl);
    if (known) return known;
    const made = this.make(instanceUrl, this.preferred(instanceUrl));
    this.known.set(instanceUrl, made);
    return made;
  }

  /** Returns a connection that sends no credentials, for public resources. */
  anonymous(instanceUrl: string): Connection {
    const known = this.anonymousConnections.get(instanceUrl) ?? this.make(instanceUrl, undefined);
    this.anonymousConnections.set(instanceUrl, known);
    return known;
  }

  /** Loads the API client. */
  async loadClient(): Promise<void> {
    this.createClient ??= (await this.options.loadClient()).createClient;
  }

  /**
   * Creates a client for an instance, for example during sign-in.
   * @param maxWait maximum ms to wait for a response, whatever the settings say
   */
  readonly connect = (instanceUrl: string, credentials?: Credentials, maxWait = Infinity): Client => {
    const { log, net, config, feeds, capabilities } = this.options;
    const name = instanceHost(instanceUrl);
    if (!this.createClient) throw new Error("The API client is not loaded yet");
    return this.createClient({
      baseUrl: instanceUrl,
      ...(credentials === undefined ? {} : { credentials }),
      feedCredentials: feeds(instanceUrl),
      capabilities: capabilities.of(instanceUrl),
      dialect: config.instances.find(({ url }) => url === instanceUrl)?.dialect,
      dispatcher: (origin) => net.dispatcher(origin),
      log: { debug: (text) => log.debug(`${name} ${text}`), warn: (text) => log.warn(`${name} ${text}`) },
      timeouts: { headers: Math.min(config.get("forgeline.http.timeout") * 1000, maxWait) },
      onRateLimit: (until) => this.limited.fire(until),
    });
  };

  /** Makes a session the preferred one of its instance in this workspace. */
  async prefer(sessionId: string): Promise<void> {
    const session = this.options.sessions.list().find(({ id }) => id === sessionId);
    if (!session) return;
    const preferred = {
      ...this.options.memory.get<Record<string, string>>(preferredKey),
      [session.instance]: sessionId,
    };
    await this.options.memory.update(preferredKey, preferred);
    this.renew(session.instance);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private preferred(instanceUrl: string): Session | undefined {
    const sessions = this.options.sessions.list().filter(({ instance }) => instance === instanceUrl);
    const preferredId = this.options.memory.get<Record<string, string>>(preferredKey)?.[instanceUrl];
    return (
      sessions.find(({ id }) => id === preferredId) ?? sessions.find(({ status }) => status === "active") ?? sessions[0]
    );
  }

  private make(instanceUrl: string, session: Session | undefined): Connection {
    const instance = this.instances.find(({ url }) => url === instanceUrl) ?? { url: instanceUrl };
    const create = (): Client => this.connect(instanceUrl, session && this.options.credentials.of(session.id));
    let client: Client | undefined;
    return {
      instance,
      session,
      get client() {
        return (client ??= create());
      },
    };
  }

  private renew(instanceUrl: string): void {
    const old = this.known.get(instanceUrl);
    const session = this.preferred(instanceUrl);
    // A rotated token is the same account: its client, cache and views stay. Other scopes may allow what was refused.
    const rights = (of: Session | undefined): string => JSON.stringify([of?.id, of?.status, of?.method, of?.scopes]);
    if (old && rights(old.session) === rights(session)) return;
    this.known.delete(instanceUrl);
    this.changed.fire(instanceUrl);
  }
}
