import { env, l10n } from "vscode";
import { ApiError } from "../api/errors.ts";
import { type ErrorAction, isCancelled, UserError } from "../core/base/errors.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";
import type { PendingCallback } from "./callback.ts";
import { connectionProblem } from "./connectionProblem.ts";
import type { PageWords } from "./loopback.ts";
import { SharedRedirectError } from "./redirectAddress.ts";
import { KeychainError, type Session } from "./sessionStore.ts";

/** The sign-in step that failed, as far as the message depends on it. */
export interface SignInAttempt {
  /** Base URL of the instance. */
  readonly instance: string;
  readonly step: "exchange" | "browserToken" | "personalToken";
  readonly wanted: readonly string[];
  /** Whether the settings contain the application ID of the instance. */
  readonly inSettings: boolean;
  /** Redirect URI that was used. */
  readonly redirectUri?: string;
}

const again = (instance: string): ErrorAction => ({
  title: l10n.t("Try Again"),
  command: "forgeline.signIn",
  args: [instance],
});
const otherInstance = (): ErrorAction => ({
  title: l10n.t("Change Address"),
  command: "forgeline.signIn",
  args: [undefined, "otherHost"],
});
const settings = (setting: string): ErrorAction => ({
  title: l10n.t("Open Settings"),
  command: "forgeline.openSettings",
  args: [setting],
});

/** Returns the host's own text as part of a sentence: one line of limited length. */
const quoted = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 200);

/** Returns a UserError with the next step for a failed sign-in. A cancellation is returned unchanged. */
export function signInError(error: unknown, attempt: SignInAttempt): unknown {
  if (error instanceof UserError || isCancelled(error)) return error;
  if (!(error instanceof ApiError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new UserError(
      l10n.t(
        "Signing in to {0} failed: {1}. Try again; the extension's log has the details.",
        instanceHost(attempt.instance),
        reason,
      ),
      {
        cause: error,
        action: again(attempt.instance),
      },
    );
  }
  const { message, action } = messageFor(error, attempt);
  return new UserError(message, { cause: error, action });
}

function messageFor(error: ApiError, attempt: SignInAttempt): { message: string; action: ErrorAction } {
  const { instance, step, wanted } = attempt;
  const host = instanceHost(instance);
  const refusal = step === "exchange" ? oauthRefusal(error.code, attempt) : undefined;
  if (refusal) return refusal;
  switch (error.kind) {
    case "network":
      return { message: connectionProblem(error, instance).message, action: again(instance) };
    case "certificate":
    case "proxy":
    case "timeout": {
      const { message, action = again(instance) } = connectionProblem(error, instance);
      return { message, action };
    }
    case "invalidResponse":
    case "notFound":
    case "methodNotAllowed":
      return {
        message: l10n.t(
          "The response from {0} is not from a supported API. Enter the address where the host opens in the browser, including its sub-path if it has one.",
          host,
        ),
        action: otherInstance(),
      };
    case "unauthorized":
      return step === "personalToken"
        ? {
            message: l10n.t(
              "{0} did not accept this personal access token. It may be mistyped, expired or revoked. Create a token with the scope {1} and sign in again.",
              host,
              wanted.join(" "),
            ),
            action: again(instance),
          }
        : {
            message: l10n.t(
              "{0} issued a token and then rejected it. Sign in again. If that fails too, contact the host's administrator.",
              host,
            ),
            action: again(instance),
          };
    case "insufficientScope":
      return {
        message: scopeMissing(host, step === "personalToken" ? "token" : "oauth", wanted),
        action: again(instance),
      };
    case "forbidden":
      return {
        message: l10n.t(
          "Your account cannot use the API of {0}. Open the host in the browser: your account may be blocked, or there may be terms to accept. Then sign in again.",
          host,
        ),
        action: again(instance),
      };
    case "rateLimited":
      return {
        message: l10n.t("Rate limit of {0} reached. Wait a few minutes, then sign in again.", host),
        action: again(instance),
      };
    case "server":
      return {
        message: l10n.t("{0} returned a server error (HTTP {1}). Try again later.", host, error.status ?? 500),
        action: again(instance),
      };
    case "conflict":
    case "notAcceptable":
    case "invalidRequest":
    case "invalidArgument":
    case "cancelled":
      return {
        message: l10n.t(
          "{0} refused the sign-in: {1}. Check the application ID and the redirect URI registered there, then sign in again.",
          host,
          quoted(error.serviceMessage ?? error.code ?? error.kind),
        ),
        action: again(instance),
      };
  }
}

/** Returns the message for an OAuth error code from the redirect or the token endpoint; undefined for unknown codes. */
function oauthRefusal(
  code: string | undefined,
  { instance, inSettings, wanted, redirectUri }: SignInAttempt,
): { message: string; action: ErrorAction } | undefined {
  const host = instanceHost(instance);
  switch (code) {
    case "access_denied":
      return {
        message: l10n.t("Access was denied on {0}. Sign in again and choose Authorize there.", host),
        action: again(instance),
      };
    case "invalid_client":
    case "unauthorized_client":
      return {
        message: l10n.t(
          "{0} does not recognize this application ID, or the application is registered as confidential. Compare it with the application registered on the host.",
          host,
        ),
        action: inSettings ? settings("forgeline.instances") : again(instance),
      };
    case "invalid_scope":
      return {
        message: l10n.t(
          "The application registered on {0} cannot request the scope {1}. Select that scope in the application's settings, then sign in again.",
          host,
          wanted.join(" "),
        ),
        action: again(instance),
      };
    case "invalid_grant":
      return {
        message: redirectUri
          ? l10n.t(
              "{0} rejected the authorization code. It was already used, has expired, or the redirect URI {1} is not registered with the application. Sign in again.",
              host,
              redirectUri,
            )
          : l10n.t("{0} rejected the authorization code. It was already used or has expired. Sign in again.", host),
        action: again(instance),
      };
    case undefined:
    default:
      return undefined;
  }
}

function scopeMissing(host: string, method: Session["method"], missing: readonly string[]): string {
  return method === "token"
    ? l10n.t(
        "This personal access token does not have the scope {1} on {0}. Create a token with that scope and sign in again.",
        host,
        missing.join(" "),
      )
    : l10n.t(
        "{0} did not grant the scope {1}. Select it in the application's settings, then sign in again.",
        host,
        missing.join(" "),
      );
}

/** Returns the warning for a session without some of the requested scopes. */
export const scopeWarning = (instance: string, method: Session["method"], missing: readonly string[]): string =>
  l10n.t("You are signed in, but some actions will fail. {0}", scopeMissing(instanceHost(instance), method, missing));

/** Creates the error for a redirect with an error instead of a code. */
export function refusedError(error: string, description: string | undefined, attempt: SignInAttempt): UserError {
  const known = oauthRefusal(error, attempt);
  if (known) return new UserError(known.message, { action: known.action });
  return new UserError(
    l10n.t(
      "{0} refused the sign-in: {1}. Check the application ID and the redirect URI registered there, then sign in again.",
      instanceHost(attempt.instance),
      quoted(description ?? error),
    ),
    { action: again(attempt.instance) },
  );
}

/** Creates the error for a missing redirect. */
export const timedOutError = (instance: string, redirectUri: string): UserError =>
  new UserError(
    l10n.t(
      "Sign-in timed out waiting for the browser. If the browser showed an error, check the application ID on {0} and that this redirect URI is registered with the application: {1}. Then sign in again.",
      instanceHost(instance),
      redirectUri,
    ),
    { action: again(instance) },
  );

/** Creates the error for a callback from another host. */
export function otherHostError(instance: string, issuer: string | undefined): UserError {
  const host = instanceHost(instance);
  return new UserError(
    issuer === undefined
      ? l10n.t(
          "Sign-in to {0} stopped: the browser returned to the redirect URI of another host. {0} might be trying to use your access to that host. No code was sent. Sign in again only if you trust {0}.",
          host,
        )
      : l10n.t(
          "Sign-in to {0} stopped: the browser returned a response from {1}. If this is the same host, sign in to that address instead. If not, {0} might be trying to use your access to it. No code was sent.",
          host,
          quoted(issuer),
        ),
  );
}

/** Creates the error for a code at the shared redirect URI while other hosts are known. @param own redirect URI to register instead */
export function sharedRedirectError(instance: string, own: string, inSettings: boolean): SharedRedirectError {
  const host = instanceHost(instance);
  return inSettings
    ? new SharedRedirectError(
        l10n.t(
          'Sign-in to {0} stopped: you use several hosts, and the redirect URI does not identify which one responded. Add the redirect URI {1} to the application on {0}, set "redirect": "own" for this host in the setting forgeline.instances, then sign in again.',
          host,
          own,
        ),
        { action: settings("forgeline.instances") },
      )
    : new SharedRedirectError(
        l10n.t(
          "Sign-in to {0} stopped: you use several hosts, and the redirect URI does not identify which one responded. Add the redirect URI {1} to the application on {0}, then sign in again.",
          host,
          own,
        ),
        { action: again(instance) },
      );
}

/** Returns the validation message for a pasted text. */
export function pastedProblem(kind: PendingCallback["kind"] | "otherHost"): string {
  switch (kind) {
    case "otherHost":
      return l10n.t("This URL belongs to another host or port. Paste the URL that the browser shows now.");
    case "bare":
      return l10n.t("You use several hosts. Paste the whole URL from the browser so that its host can be verified.");
    case "wrongState":
      return l10n.t("This URL belongs to another sign-in. Paste the URL that the browser shows now.");
    case "unreadable":
      return l10n.t(
        "This URL does not contain a code. Approve access first, then paste the whole URL that the browser shows.",
      );
  }
}

/** Returns the message for a failure of the keychain. */
export function keychainWords(error: unknown): string {
  switch (error instanceof KeychainError ? error.operation : "write") {
    case "read":
      return l10n.t(
        "The system keychain could not be read, so you appear signed out. Unlock the keychain and reload the window.",
      );
    case "write":
      return l10n.t(
        "The system keychain could not store your sign-in, which lasts until this window is closed. Unlock the keychain and sign in again.",
      );
    case "delete":
      return l10n.t(
        "You are signed out in this window, but your sign-in could not be deleted from the system keychain. Unlock the keychain and sign out again.",
      );
  }
}

/** Returns the message for a token that the host did not revoke when its account was signed out. */
export const notRevokedWords = ({ label, instance }: Session): string =>
  l10n.t(
    "{0} was signed out, but {1} did not revoke the token, which may remain valid until it expires. Revoke it in your authorized applications on {1}.",
    label,
    instanceHost(instance),
  );

export const pageWords = (): PageWords => ({
  language: env.language,
  done: l10n.t("You're signed in. You can close this tab and return to VS Code."),
  refused: l10n.t("Access was not granted. You can close this tab and return to VS Code."),
  stopped: l10n.t(
    "Sign-in stopped: this response was not accepted. Return to VS Code for the reason. You can close this tab.",
  ),
  foreign: l10n.t("This page does not belong to a sign-in in progress. Start again in VS Code."),
});
