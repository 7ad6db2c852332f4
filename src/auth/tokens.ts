import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "../api/errors.ts";
import type { Credentials } from "../api/request.ts";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import type { Logger } from "../core/base/log.ts";
import { type Claims, SETTLE } from "./claims.ts";
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
  /** Between the windows of this machine. */
  readonly lock: Lock;
  /** Between the windows of this machine too, which see each other's secrets late, or never. */
  readonly handover?: Handover;
  /** Between machines that share the secrets; none where every window is a page of one server, with secrets of its own. */
  readonly claims?: Claims;
  readonly log: Logger;
  /** ms since the epoch */
  readonly now?: () => number;
  /** Resolves after so many ms, rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** 0 up to 1 */
  readonly random?: () => number;
}

type TokenRequest = Parameters<Credentials["token"]>[0];

interface Refresh {
  readonly result: Promise<RefreshResult>;
}

interface RefreshResult {
  readonly session: Session;
  /** Whether the host just issued its token: asking again would not give a better one. */
  readonly fresh: boolean;
}

/** What a session is at a moment. */
interface SessionState {
  readonly stored: Session | undefined;
  /** The same, or what another window of this machine made of it and the store does not show yet. */
  readonly latest: Session | undefined;
}

/** A token counts as due this long before its end, in ms, or a tenth of its life before when that is less. */
const MARGIN = 300_000;
/** How long to leave the host alone after it failed to renew a token ahead of its end, in ms. */
const RETRY_DELAY = 30_000;
/** How long to give another window's write to show after the host refused our refresh token, in ms. */
const GRACE = 2_000;
/** Refusals after which no repetition can help; anything else (network, 5xx, 429, a proxy's page) keeps the session. */
const FINAL_ERRORS = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/**
 * Hands out access tokens and renews them, before they end and without anybody waiting where that is possible. In the
 * store's eyes a session moves only forward: whoever holds the lock of this machine and the claim among machines reads
 * the session again, renews it once, hands it over and writes it; every other caller and window takes that.
 */
export class Tokens implements Disposable {
  private readonly options: TokensOptions;
  private readonly now: () => number;
  private readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly random: () => number;
  private readonly refreshes = new Map<string, Refresh>();
  /** Until when no session of this id is renewed ahead of time, ms since the epoch. */
  private readonly paused = new Map<string, number>();
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
        for (const { id } of removed) {
          this.refreshes.delete(id);
          this.paused.delete(id);
          void options.claims?.forget(id);
        }
      }),
    );
  }

  /**
   * The credential of a session, for a client.
   *
   * `token` resolves to an access token that has not ended, and renews one that soon will in the background; `stale`
   * names one that the instance refused, so that another is fetched unless the store already holds another. Aborting
   * `signal` lets only this caller go.
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
    // A second round is needed when what another window stored is itself over, as after a night's sleep.
    for (let round = 0; round < 3; round++) {
      const stored = requireActive(instance, await unlessAborted(this.options.store.read(id), signal));
      const doubtful = stored.accessToken === stale || this.isDue(stored);
      const latest = doubtful ? await unlessAborted(this.latestOf(stored), signal) : stored;
      if (latest.accessToken !== stale && !this.isOver(latest)) {
        if (this.isDue(latest)) this.refreshAhead(latest);
        else if (this.shouldSave({ stored, latest })) this.refreshAhead(stored);
        return latest.accessToken;
      }
      const refresh = this.refreshes.get(id) ?? this.startRefresh(latest);
      const { session, fresh } = await unlessAborted(refresh.result, signal);
      // A personal token that the instance still takes is the answer, though it is the one that was refused.
      if (session.method === "token" || (session.accessToken !== stale && (fresh || !this.isOver(session))))
        return session.accessToken;
    }
    const request = { method: "POST", url: `${instance}/oauth/token`, instance };
    throw new ApiError({ kind: "invalidResponse", message: "every access token had ended when it came", request });
  }

  private isDue({ expiresAt, issuedAt }: Session): boolean {
    if (expiresAt === undefined) return false;
    const margin = issuedAt === undefined ? MARGIN : Math.min(MARGIN, (expiresAt - issuedAt) / 10);
    return this.now() >= expiresAt - margin;
  }

  private isOver({ expiresAt }: Session): boolean {
    return expiresAt !== undefined && this.now() >= expiresAt;
  }

  /** Starts a renewal that nobody waits for. */
  private refreshAhead(session: Session): void {
    const { id, label } = session;
    if (this.refreshes.has(id) || this.now() < (this.paused.get(id) ?? 0)) return;
    this.startRefresh(session).result.catch((error: unknown) => {
      this.paused.set(id, this.now() + RETRY_DELAY);
      if (!this.ending.signal.aborted) this.options.log.warn(`The session ${label} could not be renewed yet`, error);
    });
  }

  private async readState(id: string): Promise<SessionState> {
    const stored = await this.options.store.read(id);
    return { stored, latest: stored && (await this.latestOf(stored)) };
  }

  private async latestOf(stored: Session): Promise<Session> {
    return (await this.options.handover?.find(stored)) ?? stored;
  }

  /**
   * Whether a session that was handed over belongs into the store: at once where nobody else writes this window's
   * secrets; else when its own window should have done so long ago, for a late write could hide a newer session.
   */
  private shouldSave({ stored, latest }: SessionState): boolean {
    if (!latest || latest === stored) return false;
    return !this.options.claims || this.now() - (latest.issuedAt ?? 0) > SETTLE;
  }

  private startRefresh(session: Session): Refresh {
    const refresh: Refresh = { result: session.method === "token" ? this.check(session) : this.refreshLocked(session) };
    this.refreshes.set(session.id, refresh);
    const clear = (): void => {
      if (this.refreshes.get(session.id) === refresh) this.refreshes.delete(session.id);
    };
    refresh.result.then(clear, clear);
    return refresh;
  }

  /** A 401 can also mean that one operation is not allowed; the session ends only if the instance refuses the token itself. */
  private async check(session: Session): Promise<RefreshResult> {
    if (await this.options.accepts(session)) return { session, fresh: false };
    return this.expire(session, "the token was refused");
  }

  private async refreshLocked(previous: Session): Promise<RefreshResult> {
    for (;;) {
      const release = await this.acquireLock(previous);
      if (release) {
        try {
          const result = await this.renew(previous);
          if (result) return result;
        } finally {
          await release().catch((error: unknown) =>
            this.options.log.warn("The renewal lock could not be released", error),
          );
        }
      }
      // Another window is at it, or another machine. It writes the store; if it dies, its lock and its claim run out.
      await this.waitForChange(previous, 300 + 700 * this.random());
      this.ending.signal.throwIfAborted();
      const session = requireActive(previous.instance, (await this.readState(previous.id)).latest);
      if (session.accessToken !== previous.accessToken) return { session, fresh: false };
    }
  }

  private async acquireLock(session: Session): Promise<Release | undefined> {
    try {
      return await this.options.lock.tryAcquire(`session-${session.id}`);
    } catch (error) {
      this.options.log.warn("Renewing without a lock between windows", error);
      await this.waitForChange(session, 2_000 * this.random());
      return () => Promise.resolve();
    }
  }

  /**
   * Renews once, holding the lock. Whatever another window made of the session since counts first.
   * @returns undefined while another machine is at it
   */
  private async renew(previous: Session): Promise<RefreshResult | undefined> {
    const { claims } = this.options;
    const state = await this.readState(previous.id);
    const session = requireActive(previous.instance, state.latest);
    if (session.accessToken !== previous.accessToken) {
      return { session: this.shouldSave(state) ? await this.save(session) : session, fresh: false };
    }
    if (!isRenewable(session)) return this.expire(session, "there is no refresh token");
    if (!claims) return this.exchange(session);
    const claim = await claims.acquire(session, this.ending.signal);
    if (!claim) return undefined;
    let result: RefreshResult | undefined;
    try {
      // That took its time: another machine's renewal may be seen only now.
      const latest = requireActive(previous.instance, (await this.readState(previous.id)).latest);
      result =
        latest.accessToken === session.accessToken ? await this.exchange(session) : { session: latest, fresh: false };
    } finally {
      await (result?.fresh ? claim.fulfil(result.session) : claim.withdraw());
    }
    return result;
  }

  /** Sends the refresh token. */
  private async exchange(session: RenewableSession): Promise<RefreshResult> {
    const { handover, log } = this.options;
    let issued: IssuedToken;
    try {
      issued = await this.options.refresh(session);
    } catch (error) {
      if (!(error instanceof ApiError) || !FINAL_ERRORS.has(error.code ?? "")) throw error;
      const rotated = await this.refreshedElsewhere(session);
      return rotated ? { session: rotated, fresh: false } : this.expire(session, error.code ?? error.kind);
    }
    const { latest } = await this.readState(session.id);
    // Somebody signed in again while the answer was on its way: theirs counts. One that only gave the session up does not.
    if (latest?.refreshToken !== session.refreshToken)
      return { session: requireActive(session.instance, latest), fresh: false };
    const { scopes, ...token } = issued;
    const { expiresAt: _ended, ...rest } = session;
    const renewed: Session = { ...rest, ...token, ...(scopes ? { scopes } : {}), status: "active" };
    await handover?.publish(session, renewed);
    log.debug(`Renewed the session ${session.label}`);
    return { session: await this.save(renewed), fresh: true };
  }

  /** The session another window renewed with the refresh token that was refused to us, if there is one. */
  private async refreshedElsewhere(refused: Session): Promise<Session | undefined> {
    const differs = async (): Promise<Session | undefined> => {
      const session = requireActive(refused.instance, (await this.readState(refused.id)).latest);
      return session.refreshToken === refused.refreshToken ? undefined : session;
    };
    const found = await differs();
    if (found) return found;
    await this.waitForChange(refused, GRACE);
    return differs();
  }

  private async save(session: Session): Promise<Session> {
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
    const { latest } = await this.readState(session.id);
    if (latest?.accessToken === session.accessToken) await this.save({ ...latest, status: "expired" });
    this.options.log.warn(`The session ${session.label} has ended: ${reason}`);
    throw unauthorized(session.instance, reason);
  }

  /** Resolves when there is another state of the session than this one, after `ms` at the latest. */
  private async waitForChange(session: Session, ms: number): Promise<void> {
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
      const { latest } = await this.readState(session.id);
      if (latest?.accessToken !== session.accessToken || latest.status !== session.status) return;
      const slept = this.wait(ms, AbortSignal.any([stop.signal, this.ending.signal])).catch(() => undefined);
      await Promise.race([changed, slept]);
    } finally {
      stop.abort();
    }
  }
}

function requireActive(instance: string, session: Session | undefined): Session {
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
