import { ApiError } from "./errors.ts";
import type { Call, Http } from "./http.ts";
import { path } from "./path.ts";

/**
 * Some routes answer 401 to an account that may not do a thing, as if its token were bad. Where the token is good for anything else, that
 * becomes `forbidden`: nobody is to sign in again for it.
 * @param why what the account may not
 */
export async function tellingRefusals<T>(http: Http, call: Call, why: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "unauthorized" || !(await isKnown(http, call))) throw error;
    const { status, serviceMessage, requestId } = error;
    throw http.failure(call, why, { kind: "forbidden", status, serviceMessage, requestId, cause: error });
  }
}

const isKnown = async (http: Http, { signal, repeat }: Call): Promise<boolean> =>
  http.object({ operation: "users.current", path: path`/user`, signal, repeat }).then(
    () => true,
    () => false,
  );
