import path from "node:path";
import { FileLock } from "../core/base/fileLock.ts";
import { SecretClaims } from "./claims.ts";
import type { SessionCredentialsOptions } from "./credentials.ts";
import { FileHandover } from "./handover.ts";
import { isAccepted } from "./identity.ts";
import { refreshToken } from "./oauth.ts";
import { Tokens } from "./tokens.ts";

/** Creates the token store with renewal; loaded with the first request that needs a token. */
export function createTokens({ store, secrets, connect, directory, pages, log }: SessionCredentialsOptions): Tokens {
  return new Tokens({
    store,
    refresh: (session) => refreshToken(connect(session.instance).oauth, session),
    accepts: (session) => isAccepted(connect, session),
    lock: new FileLock({ directory: path.join(directory, "locks") }),
    handover: new FileHandover({ directory: path.join(directory, "handover"), log }),
    ...(pages ? {} : { claims: new SecretClaims({ secrets, directory, log }) }),
    log,
  });
}
