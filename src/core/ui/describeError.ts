import { l10n } from "vscode";
import { ApiError, type ApiErrorKind, contentMismatch } from "../../api/errors.ts";
import { connectionProblem } from "../../auth/connectionProblem.ts";
import { KeychainError } from "../../auth/sessionStore.ts";
import { UnsavedRenewalError } from "../../auth/unsavedRenewal.ts";
import { type ErrorAction, UserError } from "../base/errors.ts";
import { instanceHost, isLoopback } from "../base/instanceUrl.ts";
import { tlsFilesOf } from "../base/tlsSettings.ts";
import { InvalidSettingError } from "../invalidSetting.ts";
import { sessionEnded } from "../sessionEnded.ts";
import { userSetting } from "../userSettings.ts";
import { describeUnsent } from "./describeUnsent.ts";
import { plainText } from "./plainText.ts";

/** Text for an error, with the action that may resolve it. */
export interface ErrorWords {
  readonly message: string;
  readonly action?: ErrorAction;
}

/**
 * Returns the text for any error: the message of a UserError, a text by the kind of an ApiError, an internal problem
 * otherwise. The message is a single line without active links and never contains an HTML page of a proxy or a wrong
 * address.
 * @param now ms since the epoch; times of other days are shown with their date
 * @param mayBe the warning that a write without an answer may have been done, and where to check; a general one by default
 */
export function describeError(error: unknown, now = Date.now(), mayBe?: string): ErrorWords {
  if (error instanceof ApiError) {
    const { message, action } = error.outcomeUnknown ? describeUnknown(error, mayBe) : describeApiError(error, now);
    return { message: plainText(message, 700), ...(action && { action }) };
  }
  if (error instanceof UserError) {
    return { message: plainText(error.message, 700), ...(error.action && { action: error.action }) };
  }
  if (error instanceof KeychainError) {
    return { message: l10n.t("The system keychain is not available. Unlock it, then reload the window.") };
  }
  if (error instanceof UnsavedRenewalError) {
    return {
      message: l10n.t(
        "The system keychain could not store the refreshed session of {0}. Open windows keep working, but after a restart you may have to sign in again. Unlock the keychain to avoid that.",
        error.account,
      ),
    };
  }
  if (error instanceof InvalidSettingError) {
    return {
      message: l10n.t("The setting {0} has an invalid value, which is ignored.", error.message),
      action: { title: l10n.t("Open Settings"), command: "workbench.action.openSettings", args: [error.message] },
    };
  }
  const text = error instanceof Error ? error.message || error.name : String(error);
  return { message: plainText(l10n.t("Forgeline encountered an unexpected error: {0}", text), 700) };
}

/** Kinds of errors in which another way to connect may help. */
const unconnected: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>(["network", "proxy", "certificate", "timeout"]);

/**
 * Returns the button that connects by VS Code's own network code, for an error where that may help: it knows the system's proxies and PAC
 * files. None where it is used already, for hosts on this machine, and where a setting of ours has to be corrected.
 */
export function otherTransport(error: unknown): ErrorAction | undefined {
  const failed = error instanceof UserError ? error.cause : error;
  if (!(failed instanceof ApiError) || !unconnected.has(failed.kind) || failed.cause instanceof UserError)
    return undefined;
  if (failed.status !== undefined || !URL.canParse(failed.request.url)) return undefined;
  const { origin, hostname } = new URL(failed.request.url);
  if (isLoopback(hostname) || userSetting("forgeline.http.transport") === "vscode") return undefined;
  // Such a host keeps our own connections; see core/net/net.ts.
  if (tlsFilesOf(userSetting("forgeline.instances"), origin)) return undefined;
  return { title: l10n.t("Use VS Code's Network"), command: "forgeline.useEditorNetwork" };
}

/** Returns the text for a write that may have been done. */
function describeUnknown(error: ApiError, mayBe: string | undefined): ErrorWords {
  const warning = mayBe ?? l10n.t("The change may have been made anyway. Check before you try again.");
  return {
    message: withRequestId(`${noAnswerText(error)} ${warning}`, error.requestId),
    action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
  };
}

/** Returns the sentence that says how a write got no answer, or none that says what became of it. */
export function noAnswerText(error: ApiError): string {
  const host = instanceHost(error.instance ?? "");
  switch (error.kind) {
    case "timeout":
      return l10n.t("The request to {0} timed out.", host);
    case "server":
      return withReason(l10n.t("{0} returned a server error (HTTP {1}).", host, error.status ?? 500), reasonOf(error));
    case "invalidResponse":
      return l10n.t("The response from {0} is not a valid API response.", host);
    case "cancelled":
      return l10n.t("Canceled.");
    default:
      return l10n.t("The connection to {0} was lost before it responded.", host);
  }
}

function describeApiError(error: ApiError, now: number): ErrorWords {
  const instance = error.instance ?? "";
  const host = instanceHost(instance);
  const reason = reasonOf(error);
  const signIn: ErrorAction = { title: l10n.t("Sign In"), command: "forgeline.signIn", args: [instance] };
  const refresh: ErrorAction = { title: l10n.t("Refresh"), command: "forgeline.refresh" };

  switch (error.kind) {
    case "unauthorized":
      if (error.code === "answerLost") return { message: sessionEnded(instance, error.code), action: signIn };
      return { message: l10n.t("{0} no longer accepts your sign-in. Sign in again.", host), action: signIn };
    case "insufficientScope":
      return {
        message: l10n.t(
          "Your sign-in to {0} does not have the required scope. Sign in again and allow the scope {1}.",
          host,
          error.fields?.["scope"]?.join(" ") ?? "api",
        ),
        action: signIn,
      };
    case "forbidden":
      return {
        message: withReason(
          l10n.t(
            "Your account on {0} does not have permission to do this. Ask a maintainer of the project for access, or switch accounts.",
            host,
          ),
          reason,
        ),
        action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" },
      };
    case "notFound":
      return {
        message: withReason(
          l10n.t("Not found on {0}. It may have been deleted, or your account cannot see it.", host),
          reason,
        ),
        action: refresh,
      };
    case "methodNotAllowed":
      return {
        message: withReason(
          l10n.t("{0} does not support this operation. It may be turned off, or the host's version is too old.", host),
          reason,
        ),
      };
    case "notAcceptable":
      return {
        message: withReason(
          l10n.t("{0} cannot do this in the current state. Refresh to see what changed.", host),
          reason,
        ),
        action: refresh,
      };
    case "conflict":
      return {
        message: withReason(l10n.t("The data on {0} changed in the meantime. Refresh and try again.", host), reason),
        action: refresh,
      };
    case "invalidRequest":
      return {
        message: reason
          ? l10n.t("{0} rejected the request: {1}. Change your input and try again.", host, trimStop(reason))
          : l10n.t("{0} rejected the request without a reason (HTTP {1}).", host, error.status ?? 400),
      };
    case "rateLimited":
      return {
        message:
          error.retryAt === undefined
            ? l10n.t("Rate limit of {0} reached. Try again in a few minutes.", host)
            : l10n.t("Rate limit of {0} reached. Try again after {1}.", host, clock(error.retryAt, now)),
      };
    case "server":
      return {
        message: withRequestId(
          withReason(
            l10n.t("{0} returned a server error (HTTP {1}). Try again later.", host, error.status ?? 500),
            reason,
          ),
          error.requestId,
        ),
      };
    case "network":
    case "certificate":
    case "proxy":
    case "timeout":
      return connectionProblem(error);
    case "invalidResponse":
      if (error.code === contentMismatch) {
        return {
          message: withRequestId(
            l10n.t(
              "The file from {0} is incomplete or damaged: it differs from its size or checksum. Try again.",
              host,
            ),
            error.requestId,
          ),
          action: refresh,
        };
      }
      return {
        message: withRequestId(
          l10n.t(
            "The response from {0} is not a valid API response. Check that this is the address of the host.",
            host,
          ),
          error.requestId,
        ),
        action: {
          title: l10n.t("Host Settings"),
          command: "forgeline.openSettings",
          args: ["forgeline.instances"],
        },
      };
    case "invalidArgument":
      return { message: describeUnsent(error) };
    case "cancelled":
      return { message: l10n.t("Canceled.") };
  }
}

const htmlTag = /<(?:!doctype|html|head|body|title|center|div|h1|p)\b/i;

/** Returns the host's own message as one line; undefined without one or for an HTML page. */
export function reasonOf(error: ApiError): string | undefined {
  const fields = Object.entries(error.fields ?? {}).map(([field, texts]) =>
    field === "base" ? texts.join(", ") : `${field} ${texts.join(", ")}`,
  );
  const text = plainText(error.serviceMessage ?? fields.join("; "), 300);
  return text === "" || htmlTag.test(text) ? undefined : text;
}

const withReason = (message: string, reason: string | undefined): string =>
  reason === undefined ? message : l10n.t("{0} Message from the host: {1}", message, reason);

const withRequestId = (message: string, id: string | undefined): string =>
  id === undefined ? message : l10n.t("{0} Request ID: {1}", message, id);

const trimStop = (text: string): string => text.replace(/[.\s]+$/, "");

function clock(at: number, now: number): string {
  const time = new Date(at);
  return time.toDateString() === new Date(now).toDateString() ? time.toLocaleTimeString() : time.toLocaleString();
}
