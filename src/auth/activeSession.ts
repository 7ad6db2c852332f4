import { ApiError } from "../api/errors.ts";
import type { Session } from "./session.ts";

/** Returns the session. @throws ApiError `unauthorized` if there is none, or it has expired */
export function requireActive(instance: string, session: Session | undefined): Session {
  if (!session) throw unauthorized(instance, "signed out");
  if (session.status === "expired") throw unauthorized(instance, "the session has ended", session.ended);
  return session;
}

/** Creates the error for a missing or expired session, with the same kind as the host's own 401 and `ended` as its code. */
export function unauthorized(instance: string, message: string, ended?: Session["ended"]): ApiError {
  const request = { method: "POST", url: `${instance}/oauth/token`, instance };
  return new ApiError({ kind: "unauthorized", message, request, code: ended });
}
