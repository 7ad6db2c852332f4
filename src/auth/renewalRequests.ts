import { abortable } from "../api/abortable.ts";
import { ApiError } from "../api/errors.ts";
import type { Logger } from "../core/base/log.ts";
import type { Handover } from "./handover.ts";
import type { IssuedToken, RenewableSession } from "./oauth.ts";

export interface RenewalRequestsOptions {
  /** Requests new tokens from the instance. @throws ApiError */
  readonly refresh: (session: RenewableSession, signal: AbortSignal) => Promise<IssuedToken>;
  readonly handover?: Pick<Handover, "noteLost" | "wasLost">;
  readonly log: Logger;
  /** Returns a signal that is aborted after `ms` milliseconds. */
  readonly deadline?: (ms: number) => AbortSignal;
}

/**
 * Milliseconds for one request with its redirects, pauses and whole answer, however slowly that arrives: with a host that takes a refresh
 * token once, an answer that is given up ends the session. Whoever sends keeps others away meanwhile (`Tokens`).
 */
const REQUEST_LIMIT = 300_000;

/** Sends refresh tokens, and once more those whose answer was lost. */
export class RenewalRequests {
  private readonly options: RenewalRequestsOptions;
  /** Refresh tokens whose answer was lost, by session. */
  private readonly lost = new Map<string, string>();

  constructor(options: RenewalRequestsOptions) {
    this.options = options;
  }

  /**
   * Requests new tokens. If the host may have issued them without the answer arriving, the same refresh token is sent once more: GitLab
   * accepts it until the new access token is used; for a host that does not, nothing is lost by asking.
   * @param mayRepeat returns whether still nobody else has renewed the session, nor can
   * @throws ApiError
   */
  async send(session: RenewableSession, mayRepeat: () => Promise<boolean>): Promise<IssuedToken> {
    try {
      return await this.once(session);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.lost.set(session.id, session.refreshToken);
      await this.options.handover?.noteLost(session);
      if (!mayComeBack(error) || !(await mayRepeat())) throw temporary(error);
      this.options.log.info(`The answer to the renewal of ${session.label} was lost; asking once more`, error);
    }
    try {
      return await this.once(session);
    } catch (error) {
      throw isLost(error) ? temporary(error) : error;
    }
  }

  /** Returns whether the answer to an earlier renewal with this refresh token was lost, here or in another window of this machine. */
  async wasLost(session: RenewableSession): Promise<boolean> {
    return (
      this.lost.get(session.id) === session.refreshToken || ((await this.options.handover?.wasLost(session)) ?? false)
    );
  }

  private async once(session: RenewableSession): Promise<IssuedToken> {
    const { refresh, deadline = (ms: number) => AbortSignal.timeout(ms) } = this.options;
    const limit = deadline(REQUEST_LIMIT);
    try {
      return await abortable(refresh(session, limit), limit);
    } catch (error) {
      if (!limit.aborted) throw error;
      const { instance } = session;
      throw new ApiError({
        kind: "timeout",
        message: `the tokens did not arrive within ${REQUEST_LIMIT} ms`,
        request: { method: "POST", url: `${instance}/oauth/token`, instance },
        outcomeUnknown: true,
        cause: error,
      });
    }
  }
}

/** Returns whether the host may have renewed the session, but its answer did not arrive. */
const isLost = (error: unknown): error is ApiError => error instanceof ApiError && error.outcomeUnknown;

/** Returns whether a second request may do better: not with a host that fails, or is under maintenance. */
const mayComeBack = ({ status }: ApiError): boolean => status !== 500 && status !== 503;

/** Returns the error for callers: it says nothing about what they wanted to do. */
const temporary = ({
  kind,
  message,
  request,
  status,
  code,
  serviceMessage,
  requestId,
  retryAt,
  cause,
}: ApiError): ApiError =>
  new ApiError({ kind, message, request, status, code, serviceMessage, requestId, retryAt, cause });
