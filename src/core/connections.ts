import type * as vscode from "vscode";
import type { Client, createClient, Credentials, FeedCredentials, SecretRegister } from "../api/client.ts";
import type { SessionCredentials } from "../auth/credentials.ts";
import type { Session, SessionStore } from "../auth/sessionStore.ts";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import { Emitter, type Event } from "./base/events.ts";
import { instanceHost } from "./base/instanceUrl.ts";
import type { Logger } from "./base/log.ts";
import type { CapabilityStore } from "./capabilities.ts";
import type { Change } from "./changes.ts";
import type { Config, Instance } from "./config.ts";
import type { Net } from "./net/net.ts";
import type { PipelineJobsCache } from "./pipelines/pipelineJobsCache.ts";
import type { RecordChanges, RecordStore } from "./records/recordStore.ts";

/** An instance with the account in use there. A change of account makes a new object, so that responses of the old account can be recognized. */
export interface Connection {
  readonly instance: Instance;
  /** Undefined when not signed in. */
  readonly session: Session | undefined;
  /** Created on first use. @throws Error before `Connections.loadClient`, which every feature's code waits for */
  readonly client: Client;
  /** The pipelines, jobs and merge requests in the client's answers. @throws Error like `client` */
  readonly records: RecordStore;
  /** The jobs of the pipelines used last. @throws Error like `client` */
  readonly pipelineJobs: PipelineJobsCache;
}

/** What connections are made of. Not part of activation. */
export interface ConnectionCode {
  readonly createClient: typeof createClient;
  readonly RecordStore: typeof RecordStore;
  readonly PipelineJobsCache: typeof PipelineJobsCache;
}

/** What answers to a connection's client changed. */
export interface RecordsEvent {
  readonly connection: Connection;
  readonly changes: RecordChanges;
}

/** What a request tells of its host. Times in ms since the epoch. */
export type HostEvent =
  | { readonly kind: "answered"; readonly instance: string; /** Start of the request. */ readonly askedAt: number }
  | { readonly kind: "limited"; readonly instance: string; readonly until: number };

export interface ConnectionsOptions {
  readonly loadClient: () => Promise<ConnectionCode>;
  /** Writes of this window. */
  readonly changes: { readonly event: Event<Change> };
  readonly config: Config;
  readonly sessions: SessionStore;
  readonly credentials: SessionCredentials;
  /** Credentials for the package registry of an instance, which does not accept a session's token. */
  readonly feeds: (instanceUrl: string) => FeedCredentials;
  readonly capabilities: CapabilityStore;
  readonly net: Pick<Net, "dispatcher">;
  readonly log: Logger;
  readonly secrets: SecretRegister;
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
  private readonly heard = this.owned.add(new Emitter<HostEvent>());
  /** Fires when a host has answered, or limits requests. */
  readonly onDidHear: Event<HostEvent> = this.heard.event;
  private readonly recordsChanged = this.owned.add(new Emitter<RecordsEvent>());
  /** Fires when answers have changed the records of a connection. */
  readonly onDidChangeRecords: Event<RecordsEvent> = this.recordsChanged.event;

  private readonly options: ConnectionsOptions;
  private readonly known = new Map<string, Connection>();
  private readonly anonymousConnections = new Map<string, Connection>();
  private code: ConnectionCode | undefined;

  constructor(options: ConnectionsOptions) {
    this.options = options;
    this.owned.add(
      options.sessions.onDidChange(({ added, removed, changed }) => {
        const touched = new Set([...added, ...removed, ...changed].map(({ instance }) => instance));
        for (const instance of touched) this.renew(instance);
      }),
    );
    // Before anybody who shows the jobs reads them again.
    this.owned.add(options.changes.event((change) => this.noteWrite(change)));
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
    this.code ??= await this.options.loadClient();
  }

  /**
   * Creates a client for an instance, for example during sign-in.
   * @param maxWait maximum ms to wait for a response, whatever the settings say
   * @param records receives the records of all answers
   */
  readonly connect = (
    instanceUrl: string,
    credentials?: Credentials,
    maxWait = Infinity,
    records?: RecordStore,
  ): Client => {
    const { log, net, config, feeds, capabilities, secrets } = this.options;
    const name = instanceHost(instanceUrl);
    return this.loaded.createClient({
      baseUrl: instanceUrl,
      ...(credentials === undefined ? {} : { credentials }),
      feedCredentials: feeds(instanceUrl),
      capabilities: capabilities.of(instanceUrl),
      dialect: config.instances.find(({ url }) => url === instanceUrl)?.dialect,
      dispatcher: (origin) => net.dispatcher(origin),
      secrets,
      log: { debug: (text) => log.debug(`${name} ${text}`), warn: (text) => log.warn(`${name} ${text}`) },
      timeouts: { headers: Math.min(config.get("forgeline.http.timeout") * 1000, maxWait) },
      onRateLimit: (until) => this.heard.fire({ kind: "limited", instance: instanceUrl, until }),
      onAnswer: (askedAt) => this.heard.fire({ kind: "answered", instance: instanceUrl, askedAt }),
      onRecords: records && ((operation, answer, askedAt) => records.add(operation, answer, askedAt)),
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

  private noteWrite(change: Change): void {
    if (change.subject !== "pipeline" && change.subject !== "job") return;
    const [pipeline, job] = change.subject === "job" ? [change.pipelineId, change.id] : [change.id, undefined];
    this.known.get(change.instance)?.pipelineJobs.noteWrite(pipeline, job);
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
    const createRecords = (): RecordStore => {
      const made = new this.loaded.RecordStore();
      made.onDidChange((changes) => this.recordsChanged.fire({ connection, changes }));
      return made;
    };
    const create = (): Client =>
      this.connect(instanceUrl, session && this.options.credentials.of(session.id), Infinity, connection.records);
    let client: Client | undefined;
    const createPipelineJobs = (): PipelineJobsCache =>
      new this.loaded.PipelineJobsCache(connection.client, connection.records);
    let records: RecordStore | undefined;
    let pipelineJobs: PipelineJobsCache | undefined;
    const connection: Connection = {
      instance,
      session,
      get client() {
        return (client ??= create());
      },
      get records() {
        return (records ??= createRecords());
      },
      get pipelineJobs() {
        return (pipelineJobs ??= createPipelineJobs());
      },
    };
    return connection;
  }

  private get loaded(): ConnectionCode {
    if (!this.code) throw new Error("The API client is not loaded yet");
    return this.code;
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
