import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "../api/errors.ts";
import type { Credentials } from "../api/http.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import type { Logger } from "../log.ts";
import type { Handover } from "./handover.ts";
import type { Lock, Release } from "./lock.ts";
import { type IssuedToken, isRenewable, type RenewableSession } from "./oauth.ts";
import { KeychainError, type Session, type SessionStore } from "./sessionStore.ts";

/** What Tokens is made of; everything that has to do with time or the outside can be replaced in tests. */
export interface TokensOptions {
  readonly store: SessionStore;
  /** Asks the instance for a new pair. @throws ApiError */
  readonly refresh: (session: RenewableSession) => Promise<IssuedToken>;
  /** Whether the instance still takes a personal token. @throws ApiError when it cannot be asked. */
  readonly accepts: (session: Session) => Promise<boolean>;
  /** Between windows. */
  readonly lock: Lock;
  /** Only where windows cannot see each other's secrets change. */
  readonly handover?: Handover;
  readonly log: Logger;
  /** ms since the epoch */
  readonly now?: () => number;
  /** Resolves after so many ms, rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** 0 up to 1 */
  readonly random?: () => number;
}

type TokenRequest = Parameters<Credentials["token"]>[0];

interface Flight {
  readonly landing: Promise<Session>;
}

/** A token counts as due this long before its end, in ms, or a tenth of its life before when that is less. */
const MARGIN = 60_000;
/** How long to give another window's write to show after the host refused our refresh token, in ms. */
const GRACE = 2_000;
/** Refusals after which no repetition can help; anything else (network, 5xx, 429, a proxy's page) keeps the session. */
const FINAL = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/**
 * Hands out access tokens and renews them. In the store's eyes a session moves only forward: whoever holds the lock
 * reads the session again, renews it once, and writes it; every other caller and window takes what is stored then.
 */
export class Tokens implements Disposable {
  private readonly options: TokensOptions;
  private readonly now: () => number;
  private readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly random: () => number;
  private readonly flights = new Map<string, Flight>();
  private readonly owned = new DisposableStore();
  private readonly ending = new AbortController();

  constructor(options: TokensOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.wait = options.wait ?? ((ms, signal) => pause(ms, undefined, { signal }));
    this.random = options.random ?? Math.random;
    this.owned.add(
      options.store.onDidChange(({ removed }) => {
        // Whoever signs in again under this id must not be answered by a flight of the time before.
        for (const { id } of removed) this.flights.delete(id);
      }),
    );
  }

  /**
   * The credential of a session, for a client.
   *
   * `token` resolves to an access token that is not due; `stale` names one that the instance refused, so that another
   * is fetched unless the store already holds another. Aborting `signal` lets only this caller go.
   * It rejects with an ApiError of kind `unauthorized` when only signing in again helps, and with the ApiError of the
   * renewal when that failed for now: the session then stays as it is.
   */
  credentials(sessionId: string): Credentials {
    const { store } = this.options;
    const find = (): Session | undefined => store.list().find(({ id }) => id === sessionId);
    const instance = find()?.instance ?? "";
    return {
      /** Read each time, for somebody may sign in to the same account the other way. */
      get scheme() {
        return find()?.method === "token" ? "private-token" : "bearer";
      },
      token: (options) => this.token(sessionId, instance, options),
    };
  }

  /** Waiting for other windows ends; a renewal already sent is still written, for its answer cannot be had again. */
  dispose(): void {
    this.ending.abort();
    this.owned.dispose();
  }

  private async token(id: string, instance: string, { stale, signal }: TokenRequest): Promise<string> {
    let landed: Session | undefined;
    // A second round is needed when what another window stored is itself over, as after a night's sleep.
    for (let round = 0; round < 3; round++) {
      const session = standing(instance, await unlessAborted(this.options.store.read(id), signal));
      if (session.accessToken !== stale && !this.isDue(session)) return session.accessToken;
      const flight = this.flights.get(id) ?? this.depart(session);
      try {
        landed = await unlessAborted(flight.landing, signal);
      } catch (error) {
        if (signal?.aborted || !this.isGoodEnough(session, stale)) throw error;
        this.options.log.warn(`The session ${session.label} could not be renewed yet`, error);
        return session.accessToken;
      }
      // A personal token that the instance still takes is the answer, though it is the one that was refused.
      if (landed.method === "token" || (landed.accessToken !== stale && !this.isOver(landed))) return landed.accessToken;
    }
    return standing(instance, landed).accessToken;
  }

  /** Renewing ahead of time may fail as long as the token still counts. */
  private isGoodEnough(session: Session, stale: string | undefined): boolean {
    const stored = this.options.store.list().find(({ id }) => id === session.id);
    return session.accessToken !== stale && !this.isOver(session) && stored?.status === "active";
  }

  private isDue({ expiresAt, issuedAt }: Session): boolean {
    if (expiresAt === undefined) return false;
    const margin = issuedAt === undefined ? MARGIN : Math.min(MARGIN, (expiresAt - issuedAt) / 10);
    return this.now() >= expiresAt - margin;
  }

  private isOver({ expiresAt }: Session): boolean {
    return expiresAt !== undefined && this.now() >= expiresAt;
  }

  private depart(session: Session): Flight {
    const flight: Flight = { landing: session.method === "token" ? this.check(session) : this.fly(session) };
    this.flights.set(session.id, flight);
    const clear = (): void => {
      if (this.flights.get(session.id) === flight) this.flights.delete(session.id);
    };
    flight.landing.then(clear, clear);
    return flight;
  }

  /** A 401 can also mean that one operation is not allowed; the session ends only if the instance refuses the token itself. */
  private async check(session: Session): Promise<Session> {
    if (await this.options.accepts(session)) return session;
    return this.expire(session, "the token was refused");
  }

  private async fly(departed: Session): Promise<Session> {
    for (;;) {
      const release = await this.acquire(departed);
      if (release) {
        try {
          return await this.renew(departed);
        } finally {
          await release().catch((error: unknown) => this.options.log.warn("The renewal lock could not be released", error));
        }
      }
      // Another window is at it. It writes the store; if it dies, its lock runs out.
      await this.change(departed, 300 + 700 * this.random());
      this.ending.signal.throwIfAborted();
      const session = await this.options.store.read(departed.id);
      if (session?.status !== "active" || session.accessToken !== departed.accessToken) return standing(departed.instance, session);
    }
  }

  private async acquire(session: Session): Promise<Release | undefined> {
    try {
      return await this.options.lock.tryAcquire(`session-${session.id}`);
    } catch (error) {
      this.options.log.warn("Renewing without a lock between windows", error);
      await this.change(session, 2_000 * this.random());
      return () => Promise.resolve();
    }
  }

  /** Renews once, holding the lock. Whatever another window stored since counts first. */
  private async renew(departed: Session): Promise<Session> {
    const { store, handover, log } = this.options;
    const session = standing(departed.instance, await store.read(departed.id));
    if (session.accessToken !== departed.accessToken) return session;
    if (!isRenewable(session)) return this.expire(session, "there is no refresh token");
    const handed = await handover?.find(session);
    if (handed) return this.keep(handed);
    let issued: IssuedToken;
    try {
      issued = await this.options.refresh(session);
    } catch (error) {
      if (!(error instanceof ApiError) || !FINAL.has(error.code ?? "")) throw error;
      return (await this.rotated(session)) ?? this.expire(session, error.code ?? error.kind);
    }
    const latest = await store.read(departed.id);
    // Somebody signed in again while the answer was on its way: theirs counts. One that only gave the session up does not.
    if (latest?.refreshToken !== session.refreshToken) return standing(departed.instance, latest);
    const { scopes, ...token } = issued;
    const { expiresAt: _ended, ...rest } = session;
    const renewed: Session = { ...rest, ...token, ...(scopes ? { scopes } : {}), status: "active" };
    await handover?.publish(session, renewed);
    log.debug(`Renewed the session ${session.label}`);
    return this.keep(renewed);
  }

  /** The session another window renewed with the refresh token that was refused to us, if there is one. */
  private async rotated(refused: Session): Promise<Session | undefined> {
    const differs = async (): Promise<Session | undefined> => {
      const session = standing(refused.instance, await this.options.store.read(refused.id));
      return session.refreshToken === refused.refreshToken ? undefined : session;
    };
    const found = await differs();
    if (found) return found;
    await this.change(refused, GRACE);
    return differs();
  }

  private async keep(session: Session): Promise<Session> {
    try {
      await this.options.store.write(session);
    } catch (error) {
      // The store goes on with it in this window; losing the new pair would sign the person out.
      if (!(error instanceof KeychainError)) throw error;
      this.options.log.error(`The renewed session ${session.label} could not be kept in the keychain`, error);
    }
    return session;
  }

  private async expire(session: Session, reason: string): Promise<never> {
    const latest = await this.options.store.read(session.id);
    if (latest?.accessToken === session.accessToken) await this.keep({ ...latest, status: "expired" });
    this.options.log.warn(`The session ${session.label} has ended: ${reason}`);
    throw unauthorized(session.instance, reason);
  }

  /** Resolves when the store holds another state of the session than this one, after `ms` at the latest. */
  private async change(session: Session, ms: number): Promise<void> {
    const { store } = this.options;
    const stop = new AbortController();
    const changed = new Promise<void>((resolve) => {
      const subscription = store.onDidChange((change) => {
        if ([...change.changed, ...change.removed].some(({ id }) => id === session.id)) resolve();
      });
      stop.signal.addEventListener("abort", () => subscription.dispose());
    });
    try {
      // It may have changed before anybody listened.
      const stored = await store.read(session.id);
      if (stored?.accessToken !== session.accessToken || stored.status !== session.status) return;
      const slept = this.wait(ms, AbortSignal.any([stop.signal, this.ending.signal])).catch(() => undefined);
      await Promise.race([changed, slept]);
    } finally {
      stop.abort();
    }
  }
}

function standing(instance: string, session: Session | undefined): Session {
  if (!session) throw unauthorized(instance, "signed out");
  if (session.status === "expired") throw unauthorized(instance, "the session has ended");
  return session;
}

/** What a request gets that needs a session which is no more: the same kind as the host's own refusal. */
function unauthorized(instance: string, message: string): ApiError {
  const request = { method: "POST", url: `${instance}/oauth/token`, instance };
  return new ApiError({ kind: "unauthorized", message, request });
}

/** Settles like `work`, but rejects as soon as `signal` is aborted; the work itself goes on for others. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
  }
}
