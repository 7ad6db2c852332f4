import { ApiError, type ApiErrorKind } from "../../../src/api/errors.ts";
import type { IssuedToken, RenewableSession } from "../../../src/auth/oauth.ts";
import { type Session, SessionStore, type Secrets } from "../../../src/auth/sessionStore.ts";
import { Tokens, type TokensOptions } from "../../../src/auth/tokens.ts";
import type { HeldLock, Lock } from "../../../src/core/base/fileLock.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";

export const INSTANCE = "https://git.example.com";

export function apiError(kind: ApiErrorKind, code?: string, status?: number, outcomeUnknown = false): ApiError {
  const request = { method: "POST", url: `${INSTANCE}/oauth/token` };
  return new ApiError({ kind, code, status, message: kind, request, outcomeUnknown });
}

/** The error of a request that reached the host, whose answer did not arrive. */
export const lostAnswer = (kind: ApiErrorKind = "network", status?: number): ApiError =>
  apiError(kind, "ECONNRESET", status, true);

/** A host whose refresh tokens rotate, the old one being invalid at once; answers wait for `gate` when there is one. */
export class RotatingService {
  refreshes = 0;
  checks = 0;
  generation = 0;
  /** Seconds that a token lives. */
  life = 7200;
  gate: Promise<void> | undefined;
  failure: (() => Error) | undefined;
  /** How many answers are lost after the host has done its part. */
  losing = 0;
  /** Whether a used refresh token is accepted until the new access token is used, as with GitLab. */
  grace = false;
  accepted = true;
  readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Holds answers back until the latch is opened. */
  hold(): ReturnType<typeof latch> {
    const gate = latch();
    this.gate = gate.opened;
    return gate;
  }

  session(): Session {
    return {
      ...{ id: "s1", instance: INSTANCE, method: "oauth", user: { id: 7, username: "alice", name: "Alice" } },
      ...{ label: "alice @ git.example.com", scopes: ["api"], clientId: "app", status: "active" },
      ...{ accessToken: `access-${this.generation}`, refreshToken: `refresh-${this.generation}` },
      ...{ issuedAt: this.clock.now, expiresAt: this.clock.now + this.life * 1000 },
      ...{ redirectUri: "http://127.0.0.1/callback", codeVerifier: "verifier" },
    };
  }

  readonly refresh = async (session: RenewableSession): Promise<IssuedToken> => {
    this.refreshes++;
    await this.gate;
    if (this.failure) throw this.failure();
    const generation = Number(session.refreshToken.replace("refresh-", ""));
    if (generation !== this.generation && !(this.grace && generation < this.generation))
      throw apiError("invalidRequest", "invalid_grant", 400);
    this.generation++;
    if (this.losing-- > 0) throw lostAnswer();
    const { accessToken, refreshToken, issuedAt, expiresAt } = this.session();
    return { accessToken, refreshToken: refreshToken ?? "", issuedAt: issuedAt ?? 0, expiresAt: expiresAt ?? 0 };
  };

  readonly accepts = async (): Promise<boolean> => {
    this.checks++;
    await this.gate;
    if (this.failure) throw this.failure();
    return this.accepted;
  };
}

/** Time that moves only when told; whoever waits wakes when it has passed. */
export class Clock {
  now = 1_800_000_000_000;
  private readonly sleepers = new Set<{ until: number; wake: () => void }>();
  private readonly watchers: (() => void)[] = [];

  readonly read = (): number => this.now;

  readonly wait = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const sleeper = { until: this.now + ms, wake: resolve };
      this.sleepers.add(sleeper);
      signal.addEventListener("abort", () => {
        this.sleepers.delete(sleeper);
        reject(signal.reason as Error);
      });
      for (const watcher of this.watchers.splice(0)) watcher();
    });

  /** Resolves once somebody sleeps. */
  async asleep(): Promise<void> {
    if (this.sleepers.size === 0) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }

  /** Whether somebody sleeps. */
  get isAwaited(): boolean {
    return this.sleepers.size > 0;
  }

  advance(ms: number): void {
    this.now += ms;
    for (const sleeper of [...this.sleepers]) {
      if (sleeper.until > this.now) continue;
      this.sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}

/** A lock between the windows of one test. */
export class SharedLock implements Lock {
  held = false;
  tries = 0;

  async tryAcquire(): Promise<HeldLock | undefined> {
    await Promise.resolve();
    this.tries++;
    if (this.held) return undefined;
    this.held = true;
    return {
      release: async () => {
        await Promise.resolve();
        this.held = false;
      },
      renew: () => Promise.resolve(this.held),
    };
  }
}

export interface DeskWindow {
  readonly store: SessionStore;
  readonly tokens: Tokens;
  /** Asks for the token of the session, another one than `stale` if that is given. */
  readonly token: (stale?: string) => Promise<string>;
}

/** The kind of error that work ends with. */
export const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no error",
    (error: unknown) => (error instanceof ApiError ? error.kind : String(error)),
  );

/** What several windows of one editor share, and the windows. */
export class Desk {
  readonly clock = new Clock();
  readonly service = new RotatingService(this.clock);
  readonly secrets = new InMemorySecrets();
  readonly lock = new SharedLock();
  readonly log = new RecordingLog();
  private readonly opened: { dispose(): void }[] = [];

  async window(options: Partial<TokensOptions> & { readonly secrets?: Secrets } = {}): Promise<DeskWindow> {
    const store = new SessionStore(options.secrets ?? this.secrets, this.log);
    await store.ready;
    const tokens = new Tokens({
      store,
      refresh: this.service.refresh,
      accepts: this.service.accepts,
      lock: this.lock,
      log: this.log,
      now: this.clock.read,
      wait: this.clock.wait,
      random: () => 0.5,
      ...options,
    });
    this.opened.push(store, tokens);
    const token = (stale?: string): Promise<string> =>
      tokens.credentials("s1").token(stale === undefined ? {} : { stale });
    return { store, tokens, token };
  }

  /** Signs in, and opens a window. */
  async signedIn(options: Parameters<Desk["window"]>[0] = {}): Promise<DeskWindow> {
    await this.signIn();
    return this.window(options);
  }

  /** Lets time pass once somebody waits for it, as renewals do after a refusal. */
  async after<T>(ms: number, work: Promise<T>): Promise<T> {
    await this.clock.asleep();
    this.clock.advance(ms);
    return work;
  }

  async signIn(change: { [Name in keyof Session]?: Session[Name] | undefined } = {}): Promise<Session> {
    const session = { ...this.service.session(), ...change } as Session;
    await this.secrets.store(`forgeline.session.${session.id}`, JSON.stringify(session));
    return session;
  }

  close(): void {
    for (const item of this.opened) item.dispose();
  }
}

/** Lets everything that waits for nothing outside this process go on as far as it can. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A promise with its resolver. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
