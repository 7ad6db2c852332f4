import { randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { Secrets } from "../secrets.ts";
import type { UserRecord } from "../types.ts";
import type { Application } from "./applications.ts";

export interface PersonalToken {
  readonly kind: "personal";
  readonly token: string;
  readonly user: UserRecord;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  revoked: boolean;
}

export interface OAuthTokenPair {
  readonly kind: "oauth";
  readonly token: string;
  readonly refreshToken: string;
  readonly user: UserRecord;
  readonly application: Application;
  readonly scopes: readonly string[];
  readonly redirectUri: string | undefined;
  readonly challenge: string | undefined;
  readonly createdAt: number;
  /** Milliseconds since the epoch; of the access token only, a refresh token does not expire. */
  expiresAt: number;
  revoked: boolean;
  /** Shared by all pairs that go back to one sign-in. */
  readonly family: string;
  /** Traded for a new pair. */
  spent: boolean;
  /** How often the refresh token was sent again after that. */
  replays: number;
}

export interface TokenStats {
  readonly refreshes: number;
  /** Refresh tokens that were sent again after they had been traded for new ones. */
  readonly replays: number;
  readonly issued: number;
  readonly revoked: number;
  readonly active: number;
}

export type Token = PersonalToken | OAuthTokenPair;

export interface AuthorizationCode {
  readonly code: string;
  readonly user: UserRecord;
  readonly application: Application;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  /** S256 challenge; absent only for confidential applications. */
  readonly challenge: string | undefined;
  readonly expiresAt: number;
}

const CODE_LIFE = 10 * 60_000;

/** All credentials the service gave out. Tokens are remembered after their end, so that the answer can say what became of them. */
export class Tokens {
  readonly #clock: Clock;
  readonly #accessSeconds: number;
  readonly #secrets: Secrets;
  readonly #byToken = new Map<string, Token>();
  readonly #byRefresh = new Map<string, OAuthTokenPair>();
  readonly #codes = new Map<string, AuthorizationCode>();
  /** Whether a refresh token that is sent again ends its whole family (RFC 9700, 4.14.2). */
  familyRevocation = false;
  /** Whether a spent pair stays good until the new access token is used, as with GitLab. */
  refreshGrace = false;
  /** Spent pairs that are still good, by the pair that came after. */
  readonly #previous = new Map<Token, OAuthTokenPair>();

  constructor(clock: Clock, accessSeconds: number, secrets = new Secrets()) {
    this.#clock = clock;
    this.#accessSeconds = accessSeconds;
    this.#secrets = secrets;
  }

  addPersonal(
    user: UserRecord,
    scopes: readonly string[],
    options: { token?: string; expiresInSeconds?: number } = {},
  ): PersonalToken {
    const now = this.#clock.now();
    const token: PersonalToken = {
      kind: "personal",
      token: options.token ?? `glpat-${randomBytes(15).toString("base64url")}`,
      user,
      scopes,
      createdAt: now,
      expiresAt: options.expiresInSeconds === undefined ? undefined : now + options.expiresInSeconds * 1000,
      revoked: false,
    };
    this.#byToken.set(token.token, token);
    this.#secrets.note("personal access token", token.token);
    return token;
  }

  issueCode(grant: Omit<AuthorizationCode, "code" | "expiresAt">): AuthorizationCode {
    const code: AuthorizationCode = {
      ...grant,
      code: randomBytes(32).toString("hex"),
      expiresAt: this.#clock.now() + CODE_LIFE,
    };
    this.#codes.set(code.code, code);
    this.#secrets.note("code", code.code);
    return code;
  }

  /** Looks without using it up; an expired code is gone. */
  code(code: string): AuthorizationCode | undefined {
    this.#secrets.note("code", code);
    const found = this.#codes.get(code);
    return found && found.expiresAt > this.#clock.now() ? found : undefined;
  }

  spendCode(code: AuthorizationCode): void {
    this.#codes.delete(code.code);
  }

  issuePair(
    grant: Pick<OAuthTokenPair, "user" | "application" | "scopes" | "redirectUri" | "challenge"> & {
      family?: string;
    },
  ): OAuthTokenPair {
    const now = this.#clock.now();
    const { family = randomUUID(), ...rest } = grant;
    const pair: OAuthTokenPair = {
      ...rest,
      kind: "oauth",
      token: randomBytes(32).toString("hex"),
      refreshToken: randomBytes(32).toString("hex"),
      createdAt: now,
      expiresAt: now + this.#accessSeconds * 1000,
      revoked: false,
      family,
      spent: false,
      replays: 0,
    };
    this.#byToken.set(pair.token, pair);
    this.#secrets.note("access token", pair.token);
    this.#secrets.note("refresh token", pair.refreshToken);
    this.#byRefresh.set(pair.refreshToken, pair);
    return pair;
  }

  /** A new pair for an old one, which ends at once, both halves; where there is a grace, with the use of the new one. */
  rotate(pair: OAuthTokenPair): OAuthTokenPair {
    pair.revoked = !this.refreshGrace;
    pair.spent = true;
    const next = this.issuePair(pair);
    if (this.refreshGrace) this.#previous.set(next, pair);
    return next;
  }

  /** Counts a refresh token that was sent again, and ends its family where that is switched on. */
  replay(pair: OAuthTokenPair): void {
    pair.replays += 1;
    if (!this.familyRevocation) return;
    for (const one of this.#byRefresh.values()) if (one.family === pair.family) one.revoked = true;
  }

  find(token: string): Token | undefined {
    this.#secrets.note("token", token);
    const found = this.#byToken.get(token);
    const previous = found && this.#previous.get(found);
    if (previous) previous.revoked = true;
    return found;
  }

  /** A pair by its refresh token, also when it is revoked. */
  refreshable(refreshToken: string): OAuthTokenPair | undefined {
    this.#secrets.note("refresh token", refreshToken);
    return this.#byRefresh.get(refreshToken);
  }

  expired(token: Token): boolean {
    return token.expiresAt !== undefined && token.expiresAt <= this.#clock.now();
  }

  /** Seconds left, never below 0; null when it does not expire. */
  secondsLeft(token: Token): number | null {
    return token.expiresAt === undefined ? null : Math.max(0, Math.ceil((token.expiresAt - this.#clock.now()) / 1000));
  }

  /** @param kind only those of this kind */
  revokeAllOf(user: UserRecord, kind?: "oauth"): void {
    for (const token of this.#byToken.values())
      if (token.user === user && (kind ?? token.kind) === token.kind) token.revoked = true;
  }

  expireAllOf(user: UserRecord): void {
    for (const token of this.#byToken.values())
      if (token.user === user && token.kind === "oauth") token.expiresAt = Math.min(token.expiresAt, this.#clock.now());
  }

  /** @param user only of this one's tokens */
  stats(user?: UserRecord): TokenStats {
    const pairs = [...this.#byToken.values()]
      .filter((token) => token.kind === "oauth")
      .filter((pair) => pair.user === (user ?? pair.user));
    const count = (fits: (pair: OAuthTokenPair) => boolean): number => pairs.filter(fits).length;
    return {
      refreshes: count(({ spent }) => spent),
      replays: pairs.reduce((sum, { replays }) => sum + replays, 0),
      issued: pairs.length,
      revoked: count(({ revoked }) => revoked),
      active: count((pair) => !pair.revoked && !this.expired(pair)),
    };
  }
}
