import { env, l10n, ThemeIcon, Uri, window } from "vscode";
import { DisposableStore } from "../core/base/disposable.ts";
import { CancelledError } from "../core/base/errors.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";
import { type ExpectedCallback, type FinalCallback, isAccessToken, isFinal, readPasted } from "./callback.ts";
import type { CallbackInbox } from "./callbackInbox.ts";
import { openLoopback } from "./loopback.ts";
import {
  otherHostError,
  pageWords,
  pastedProblem,
  refusedError,
  sharedRedirectError,
  timedOutError,
} from "./messages.ts";
import { LOOPBACK_REDIRECT, redirectSuffix } from "./redirectAddress.ts";

/** How to receive the code of a sign-in. */
export interface RedirectRequest extends Omit<ExpectedCallback, "redirectUri"> {
  readonly receiver: "uriHandler" | "loopback";
  /** Requested scopes; only for error messages. */
  readonly wanted: readonly string[];
  /** Whether the settings contain the application ID; only for error messages. */
  readonly inSettings: boolean;
  /** Returns the URL of the authorization page for a redirect URI. */
  readonly page: (redirectUri: string) => string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the approval. */
  readonly timeout: number;
}

/** A code with its redirect URI, which the token endpoint requires again. */
export interface AuthorizationCode {
  readonly code: string;
  readonly redirectUri: string;
}

/** The user prefers a personal access token, and may have pasted it already. */
export interface TokenInstead {
  readonly kind: "token";
  readonly pasted?: string;
}

/**
 * Opens the authorization page and waits for the redirect; an input box accepts the pasted URL in case the redirect does not reach VS Code.
 * @param callbackUri URI of VS Code's URI handler
 * @returns the code, or that the user prefers a personal access token
 * @throws UserError if denied, timed out, or possibly from another host; CancelledError if the box is closed or the signal is aborted
 */
export async function receiveCode(
  request: RedirectRequest,
  inbox: CallbackInbox,
  callbackUri: string,
): Promise<AuthorizationCode | TokenInstead> {
  const owned = new DisposableStore();
  try {
    const { instance, redirect, receiver, inSettings } = request;
    const { promise: answered, resolve } = settleLater<FinalCallback>();
    const suffix = redirectSuffix(instance, redirect);
    let redirectUri = callbackUri + suffix;
    if (receiver === "loopback") {
      const loopback = owned.add(
        await openLoopback({ expected: request, suffix, words: pageWords(), answered: resolve }),
      );
      redirectUri = loopback.redirectUri;
    } else {
      owned.add(inbox.wait({ ...request, redirectUri }, resolve));
    }
    const page = request.page(redirectUri);
    const pasted = askForAddress({ ...request, redirectUri }, page, owned);
    const timedOut = new Promise<never>((_resolve, reject) => {
      const timer = setTimeout(() => reject(timedOutError(instance, redirectUri)), request.timeout);
      owned.add({ dispose: () => clearTimeout(timer) });
    });
    const outcome = Promise.race([answered, pasted, timedOut]);
    // Not awaited: VS Code may ask whether to open the page, while the box already accepts the URL.
    env.openExternal(Uri.parse(page)).then(undefined, () => undefined);
    const answer = await outcome;
    switch (answer.kind) {
      case "token":
        return answer;
      case "code":
        return { code: answer.code, redirectUri };
      case "refused":
        throw refusedError(answer.error, answer.description, { ...request, step: "exchange", redirectUri });
      case "otherHost":
        throw otherHostError(instance, answer.issuer);
      case "unproven":
        throw sharedRedirectError(
          instance,
          (receiver === "loopback" ? LOOPBACK_REDIRECT : callbackUri) + redirectSuffix(instance, "own"),
          inSettings,
        );
    }
  } finally {
    owned.dispose();
  }
}

/** Shows the input box during the approval in the browser. Closing it cancels the sign-in. */
function askForAddress(
  request: RedirectRequest & ExpectedCallback,
  page: string,
  owned: DisposableStore,
): Promise<FinalCallback | TokenInstead> {
  const { instance, signal } = request;
  const box = owned.add(window.createInputBox());
  const openAgain = { iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Open Browser Again") };
  const copy = { iconPath: new ThemeIcon("copy"), tooltip: l10n.t("Copy Sign-In URL") };
  const token = { iconPath: new ThemeIcon("key"), tooltip: l10n.t("Use a Personal Access Token Instead") };
  box.title = l10n.t("Sign in to {0}: waiting for the browser", instanceHost(instance));
  box.prompt = l10n.t(
    "Approve access in the browser. If the browser ends on a page that does not open, paste that page's URL here and press Enter.",
  );
  box.placeholder = request.othersKnown()
    ? l10n.t("Paste the redirect URL")
    : l10n.t("Paste the redirect URL or the code");
  box.ignoreFocusOut = true;
  box.busy = true;
  box.buttons = [openAgain, copy, token];
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new CancelledError());
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    owned.add({ dispose: () => signal?.removeEventListener("abort", cancel) });
    owned.add(box.onDidHide(cancel));
    owned.add(box.onDidChangeValue(() => (box.validationMessage = undefined)));
    owned.add(
      box.onDidTriggerButton((button) => {
        if (button === token) resolve(tokenInstead(box.value));
        else if (button === copy) void env.clipboard.writeText(page);
        else void env.openExternal(Uri.parse(page));
      }),
    );
    owned.add(
      box.onDidAccept(() => {
        // Sent as a code, it would be in the host's log.
        if (isAccessToken(box.value)) {
          resolve(tokenInstead(box.value));
          return;
        }
        const answer = readPasted(box.value, request);
        // A URL of another host may be a paste error, so the box stays open.
        if (isFinal(answer) && answer.kind !== "otherHost") resolve(answer);
        else box.validationMessage = pastedProblem(answer.kind);
      }),
    );
    box.show();
  });
}

const tokenInstead = (text: string): TokenInstead =>
  isAccessToken(text) ? { kind: "token", pasted: text.trim() } : { kind: "token" };

function settleLater<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}
