import { setTimeout as pause } from "node:timers/promises";
import { abortable } from "../api/abortable.ts";
import { ApiError } from "../api/errors.ts";
import type { Credentials } from "../api/request.ts";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import type { HeldLock, Lock } from "../core/base/fileLock.ts";
import type { Logger } from "../core/base/log.ts";
import { requireActive, unauthorized } from "./activeSession.ts";
import { type Claims, SETTLE } from "./claims.ts";
import type { Handover } from "./handover.ts";
import { hasImplausibleLifetime, isDue, isExpired, isJustIssued } from "./lifetime.ts";
import { type IssuedToken, isRenewable, type RenewableSession } from "./oauth.ts";
import { RenewalRequests, type RenewalRequestsOptions } from "./renewalRequests.ts";
import { KeychainError, type Session, type SessionStore } from "./sessionStore.ts";
import { UnsavedRenewalError } from "./unsavedRenewal.ts";

/** Dependencies of Tokens; tests replace those for time and I/O. */
export interface TokensOptions extends RenewalRequestsOptions {
  readonly store: SessionStore;
  /** Returns whether the instance still accepts a personal access token. @throws ApiError if the request fails */
  readonly accepts: (session: Session) => Promise<boolean>;
  /** Excludes other windows of this machine. */
  readonly lock: Lock;
  /** Passes renewed sessions to windows of this machine, which see each other's secrets late, or never. */
  readonly handover?: Handover;
  /** Excludes other machines that share the secrets; none if every window is a page of one server with its own secrets. */
  readonly claims?: Claims;
  readonly log: Logger;
  /** Called when the keychain could not store a renewed session, which then lasts as long as this window or the handover. */
  readonly unsaved?: (session: Session, error: UnsavedRenewalError) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Resolves after `ms` milliseconds, rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** The same, between two extensions of the lock and the claim. */
  readonly beat?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** 0 to 1. */
  readonly random?: () => number;
}

type TokenRequest = Parameters<Credentials["token"]>[0];

interface Refresh {
  readonly result: Promise<RefreshResult>;
}

interface RefreshResult {
  readonly session: Session;
  /** Whether the host just issued or accepted the token, so that another refresh would not help. */
  readonly fresh: boolean;
}

/** The right to renew a session. */
interface RenewalRight extends HeldLock {
  /** Whether nobody else can renew it meanwhile; false where locks or claims do not work. */
  readonly exclusive: boolean;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A snapshot of a session. */
interface SessionState {
  readonly stored: Session | undefined;
  /** The stored session, or a newer one from another window of this machine that the store does not show yet. */
  readonly latest: Session | undefined;
}

/** Milliseconds to wait after a failed renewal ahead of expiry. */
const RETRY_DELAY = 30_000;
/** Milliseconds to wait for another window's write after the host refused the refresh token. */
const GRACE = 2_000;
/** Milliseconds between two extensions of the lock and the claim while a request is sent; others may take them after 90 s without one. */
const BEAT = 30_000;
/** Milliseconds since the last extension after which a request is not repeated: after a pause of the process, others may have taken them. */
const REPEAT_LIMIT = 45_000;
/** OAuth errors that end the session; after any other error (network, 5xx, 429, a proxy's page) it stays. */
const FINAL_ERRORS = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/**
 * Provides access tokens and renews them, if possible in the background before they expire. In the store a session only moves forward: the
 * holder of this machine's lock and of the claim among machines reads the session again, renews it once, hands it over and writes it; all
 * other callers and windows use that result.
 */
export class Tokens implements Disposable {
  private readonly options: TokensOptions;
  private readonly now: () => number;
  private readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly beat: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly random: () => number;
  private readonly refreshes = new Map<string, Refresh>();
  /** When each session may be renewed ahead of expiry again, in milliseconds since the epoch. */
  private readonly paused = new Map<string, number>();
  /** Sessions that the store showed older than they are: late, or for good if the keychain refuses writes. */
  private readonly behind = new Set<string>();
  /** Sessions whose lifetime the log has called implausible. */
  private readonly implausible = new Set<string>();
  private readonly requests: RenewalRequests;
  private readonly owned = new DisposableStore();
  private readonly ending = new AbortController();

  constructor(options: TokensOptions) {
    this.options = options;
    this.requests = new RenewalRequests(options);
    this.now = options.now ?? Date.now;
    this.wait = options.wait ?? ((ms, signal) => pause(ms, undefined, { signal }));
    this.beat = options.beat ?? ((ms, signal) => pause(ms, undefined, { signal, ref: false }));
    this.random = options.random ?? Math.random;
    this.owned.add(
      options.store.onDidChange(({ removed }) => {
        // A new sign-in with this ID must not get the result of an earlier refresh.
        for (const { id } of removed) {
          this.refreshes.delete(id);
          this.paused.delete(id);
          this.behind.delete(id);
          void this.forget(id);
        }
      }),
    );
  }

  /**
   * Returns the credentials provider of a session.
   *
   * `token` resolves to an access token that has not expired, and renews one that soon will in the background. `stale` is a token that the
   * instance refused, which is renewed unless the store already has another; one with a lifetime that cannot be true is returned again if
   * it has just been issued. Aborting `signal` only affects this caller.
   * It rejects with an `unauthorized` ApiError if the user has to sign in again, and with the ApiError of a renewal that failed temporarily:
   * the session then stays unchanged.
   */
  credentials(sessionId: string): Credentials {
    const { store } = this.options;
    const find = (): Session | undefined => store.list().find(({ id }) => id === sessionId);
    const instance = find()?.instance ?? "";
    return {
      /** Read each time, since the user may sign in to the same account with the other method. */
      get scheme() {
        return find()?.method === "token" ? "private-token" : "bearer";
      },
      token: (options) => this.token(sessionId, instance, options),
    };
  }

  /** Removes what windows and machines share about a session that signs out, and returns its latest version, whose token is to be revoked. */
  async end(session: Session): Promise<Session> {
    const latest = await this.latestOf(session);
    await this.forget(session.id);
    return latest;
  }

  /** Stops waiting for other windows; the result of a renewal already sent is still written, since it cannot be requested again. */
  dispose(): void {
    this.ending.abort();
    this.owned.dispose();
  }

  private async forget(id: string): Promise<void> {
    await Promise.all([this.options.claims?.forget(id), this.options.handover?.forget(id)]);
  }

  private async token(id: string, instance: string, { stale, signal }: TokenRequest): Promise<string> {
    // A second round is needed if the token that another window stored has expired too, as after a long sleep.
    for (let round = 0; round < 3; round++) {
      const stored = requireActive(instance, await abortable(this.options.store.read(id), signal));
      const outdated = stored.accessToken === stale || isDue(stored, this.now()) || this.behind.has(id);
      const latest = outdated ? await abortable(this.latestOf(stored), signal) : stored;
      if (hasImplausibleLifetime(latest)) {
        this.noteImplausible(latest);
        if (isJustIssued(latest, this.now())) return latest.accessToken;
      }
      if (latest.accessToken !== stale && !isExpired(latest, this.now())) {
        if (isDue(latest, this.now())) this.refreshAhead(latest);
        else if (this.options.store.isUnsaved(id)) this.refreshAhead(stored, () => this.saveAgain(stored));
        else if (this.shouldSave({ stored, latest })) this.refreshAhead(stored);
        return latest.accessToken;
      }
      const refresh = this.refreshes.get(id) ?? this.startRefresh(latest);
      const { session, fresh } = await abortable(refresh.result, signal);
      // A personal access token that the instance still accepts is returned, even if it is the refused one.
      if (fresh && session.method === "token") return session.accessToken;
      if (session.accessToken !== stale && (fresh || !isExpired(session, this.now()))) return session.accessToken;
    }
    const request = { method: "POST", url: `${instance}/oauth/token`, instance };
    throw new ApiError({ kind: "invalidResponse", message: "every access token had ended when it came", request });
  }

  private noteImplausible({ id, label, issuedAt = 0, expiresAt = 0 }: Session): void {
    if (this.implausible.has(id)) return;
    this.implausible.add(id);
    this.options.log.warn(
      `The host gave the tokens of ${label} a lifetime of ${expiresAt - issuedAt} ms; each is used until the host refuses it`,
    );
  }

  /** Starts a renewal, or other work on the session, in the background. */
  private refreshAhead(session: Session, work?: () => Promise<RefreshResult>): void {
    const { id, label } = session;
    const left = (this.paused.get(id) ?? 0) - this.now();
    // More is left than was set only if the clock was set back.
    if (this.refreshes.has(id) || (left > 0 && left <= RETRY_DELAY)) return;
    this.startRefresh(session, work).result.catch((error: unknown) => {
      this.paused.set(id, this.now() + RETRY_DELAY);
      if (!this.ending.signal.aborted) this.options.log.warn(`The session ${label} could not be renewed yet`, error);
    });
  }

  private async readState(id: string): Promise<SessionState> {
    const stored = await this.options.store.read(id);
    return { stored, latest: stored && (await this.latestOf(stored)) };
  }

  private async latestOf(stored: Session): Promise<Session> {
    const newer = await this.options.handover?.find(stored);
    if (newer) this.behind.add(stored.id);
    else this.behind.delete(stored.id);
    return newer ?? stored;
  }

  /**
   * Returns whether to store a session that was handed over: at once if no other window writes these secrets, otherwise only when its own
   * window should have written it long ago, since a late write could hide a newer session.
   */
  private shouldSave({ stored, latest }: SessionState): boolean {
    if (!latest || latest === stored) return false;
    return !this.options.claims || this.now() - (latest.issuedAt ?? 0) > SETTLE;
  }

  private startRefresh(
    session: Session,
    work = () => (session.method === "token" ? this.check(session) : this.refreshLocked(session)),
  ): Refresh {
    const refresh: Refresh = { result: work() };
    this.refreshes.set(session.id, refresh);
    const clear = (): void => {
      if (this.refreshes.get(session.id) === refresh) this.refreshes.delete(session.id);
    };
    refresh.result.then(clear, clear);
    return refresh;
  }

  /** Checks a personal access token: a 401 may only concern one operation, so the session ends only if the instance refuses the token itself. */
  private async check(session: Session): Promise<RefreshResult> {
    if (await this.options.accepts(session)) return { session, fresh: true };
    return this.expire(session, "the token was refused");
  }

  /** Stores a session that the keychain refused. Holds the lock, since another window may be renewing it or have renewed it. */
  private async saveAgain(session: Session): Promise<RefreshResult> {
    const { store, log } = this.options;
    const held = await this.acquireLock(session);
    let latest: Session | undefined;
    try {
      ({ latest } = await this.readState(session.id));
      if (held && latest?.accessToken === session.accessToken) await store.saveAgain(session.id);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      log.debug(`The keychain still refuses the session ${session.label}`);
    } finally {
      if (held) await this.releaseLock(held);
    }
    if (store.isUnsaved(session.id)) this.paused.set(session.id, this.now() + RETRY_DELAY);
    return { session: latest ?? session, fresh: false };
  }

  private async refreshLocked(previous: Session): Promise<RefreshResult> {
    for (;;) {
      const held = await this.acquireLock(previous);
      if (held) {
        try {
          const result = await this.renew(previous, held);
          if (result) return result;
        } finally {
          await this.releaseLock(held);
        }
      }
      // Another window or machine is renewing and will write the store; if it dies, its lock and claim expire.
      await this.waitForChange(previous, 300 + 700 * this.random());
      this.ending.signal.throwIfAborted();
      const session = requireActive(previous.instance, (await this.readState(previous.id)).latest);
      if (session.accessToken !== previous.accessToken) return { session, fresh: false };
    }
  }

  private async releaseLock({ release }: RenewalRight): Promise<void> {
    await release().catch((error: unknown) => this.options.log.warn("The renewal lock could not be released", error));
  }

  private async acquireLock(session: Session): Promise<RenewalRight | undefined> {
    try {
      const held = await this.options.lock.tryAcquire(`session-${session.id}`);
      return held && { ...held, exclusive: true, since: this.now() };
    } catch (error) {
      this.options.log.warn("Renewing without a lock between windows", error);
      await this.waitForChange(session, 2_000 * this.random());
      const [release, renew] = [() => Promise.resolve(), () => Promise.resolve(true)];
      return { release, renew, exclusive: false, since: this.now() };
    }
  }

  /**
   * Renews once while holding the lock, unless another window has renewed the session since.
   * @returns undefined while another machine is renewing
   */
  private async renew(previous: Session, held: RenewalRight): Promise<RefreshResult | undefined> {
    const { claims } = this.options;
    const state = await this.readState(previous.id);
    const session = requireActive(previous.instance, state.latest);
    if (session.accessToken !== previous.accessToken) {
      return { session: this.shouldSave(state) ? await this.save(session) : session, fresh: false };
    }
    if (!isRenewable(session)) return this.expire(session, "there is no refresh token");
    if (!claims) return this.exchange(session, held);
    const claim = await claims.acquire(session, this.ending.signal);
    if (!claim) return undefined;
    let result: RefreshResult | undefined;
    try {
      // Claiming takes seconds, so another machine's renewal may only be visible now.
      const latest = requireActive(previous.instance, (await this.readState(previous.id)).latest);
      result =
        latest.accessToken === session.accessToken
          ? await this.exchange(session, {
              ...held,
              renew: async () => (await held.renew()) && (await claim.renew()),
              exclusive: held.exclusive && claim.exclusive,
            })
          : { session: latest, fresh: false };
    } finally {
      await (result?.fresh ? claim.fulfil(result.session) : claim.withdraw());
    }
    return result;
  }

  /** Sends the refresh token. */
  private async exchange(session: RenewableSession, held: RenewalRight): Promise<RefreshResult> {
    const { handover, log } = this.options;
    const isCurrent = async (): Promise<boolean> =>
      (await this.readState(session.id)).latest?.refreshToken === session.refreshToken;
    let issued: IssuedToken;
    try {
      issued = await this.extending(held, (isOurs) =>
        this.requests.send(session, async () => isOurs() && (await isCurrent())),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || !FINAL_ERRORS.has(error.code ?? "")) throw error;
      const rotated = await this.refreshedElsewhere(session);
      if (rotated) return { session: rotated, fresh: false };
      const lost = error.code === "invalid_grant" && (await this.requests.wasLost(session));
      return this.expire(session, error.code ?? error.kind, lost ? "answerLost" : undefined);
    }
    const { latest } = await this.readState(session.id);
    // A sign-in during the request takes precedence; a window that only marked the session as expired does not.
    if (latest?.refreshToken !== session.refreshToken)
      return { session: requireActive(session.instance, latest), fresh: false };
    const { scopes, ...token } = issued;
    const { expiresAt: _expired, ended: _ended, ...rest } = session;
    const renewed: Session = { ...rest, ...token, ...(scopes ? { scopes } : {}), status: "active" };
    await handover?.publish(session, renewed);
    log.debug(`Renewed the session ${session.label}`);
    return { session: await this.save(renewed), fresh: true };
  }

  /** Extends the right to renew a session during work, so that nobody else sends the refresh token while an answer drips in. */
  private async extending<T>(held: RenewalRight, work: (isOurs: () => boolean) => Promise<T>): Promise<T> {
    const done = new AbortController();
    let [ours, extended] = [true, held.since];
    const extend = async (): Promise<void> => {
      const asked = this.now();
      try {
        ours = await held.renew();
        extended = asked;
      } catch (error) {
        this.options.log.warn("The lock of a renewal could not be extended", error);
      }
    };
    const extensions = (async () => {
      while (ours && !done.signal.aborted) {
        await this.beat(BEAT, done.signal);
        await extend();
      }
    })().catch(() => undefined);
    try {
      return await work(() => held.exclusive && ours && this.now() - extended <= REPEAT_LIMIT);
    } finally {
      done.abort();
      await extensions;
    }
  }

  /** Returns the session that another window renewed with the refused refresh token, if any. */
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
      // The store keeps it in memory; losing the new tokens would sign the user out.
      if (!(error instanceof KeychainError)) throw error;
      const unsaved = new UnsavedRenewalError(session.label, error);
      this.options.log.warn(unsaved.message, error);
      if (session.status === "active") this.options.unsaved?.(session, unsaved);
    }
    return session;
  }

  private async expire(session: Session, reason: string, ended?: Session["ended"]): Promise<never> {
    const { latest } = await this.readState(session.id);
    if (latest?.accessToken === session.accessToken)
      await this.save({ ...latest, status: "expired", ...(ended && { ended }) });
    const why = ended === "answerLost" ? ", after the answer to its renewal was lost" : "";
    this.options.log.warn(`The session ${session.label} has ended: ${reason}${why}`);
    throw unauthorized(session.instance, reason, ended);
  }

  /** Resolves when the session differs from this one, after `ms` milliseconds at the latest. */
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
      // It may have changed before the listener was added.
      const { latest } = await this.readState(session.id);
      if (latest?.accessToken !== session.accessToken || latest.status !== session.status) return;
      const slept = this.wait(ms, AbortSignal.any([stop.signal, this.ending.signal])).catch(() => undefined);
      await Promise.race([changed, slept]);
    } finally {
      stop.abort();
    }
  }
}
