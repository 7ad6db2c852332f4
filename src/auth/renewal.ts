import path from "node:path";
import { FileLock } from "../core/base/fileLock.ts";
import type { Logger } from "../core/base/log.ts";
import { SecretClaims, type SecretClaimsOptions } from "./claims.ts";
import { FileHandover } from "./handover.ts";
import { type Connect, isAccepted } from "./identity.ts";
import { refreshToken } from "./oauth.ts";
import type { Secrets, SessionStore } from "./sessionStore.ts";
import { Tokens, type TokensOptions } from "./tokens.ts";

export interface RenewalOptions {
  readonly store: SessionStore;
  /** Secret storage of the sessions. */
  readonly secrets: Secrets;
  readonly connect: Connect;
  /** Folder shared by the windows of a machine: locks, handed-over renewals and the machine ID. */
  readonly directory: string;
  /** Whether windows are browser pages, which do not see each other's secrets and are always on one machine. */
  readonly pages: boolean;
  readonly log: Logger;
  readonly unsaved?: TokensOptions["unsaved"];
  /** Tests let it pass faster. */
  readonly time?: Pick<SecretClaimsOptions, "wait" | "elapsed">;
}

/** Milliseconds for an answer to begin, whatever the settings say. */
const BEGIN_LIMIT = 30_000;

/** Creates `Tokens`; loaded with the first request that needs a token. */
export function createTokens({
  store,
  secrets,
  connect,
  directory,
  pages,
  log,
  unsaved,
  time,
}: RenewalOptions): Tokens {
  return new Tokens({
    store,
    refresh: (session, signal) =>
      refreshToken(connect(session.instance, undefined, BEGIN_LIMIT).oauth, session, { signal }),
    accepts: (session) => isAccepted(connect, session),
    lock: new FileLock({ directory: path.join(directory, "locks") }),
    handover: new FileHandover({ directory: path.join(directory, "handover"), log }),
    ...(pages ? {} : { claims: new SecretClaims({ secrets, directory, log, ...time }) }),
    log,
    ...(unsaved && { unsaved }),
    ...(time?.wait && { wait: time.wait }),
  });
}
