import { l10n, ProgressLocation, window } from "vscode";
import type { SecretRegister } from "../api/client.ts";
import { CancelledError } from "../core/base/errors.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";
import type { Instance } from "../core/config.ts";
import type { CallbackInbox } from "./callbackInbox.ts";
import type { Flow, Surface } from "./flows.ts";
import { hostPages, type HostPagesOptions } from "./hostPages.ts";
import { type Connect, type Identity, identify } from "./identity.ts";
import { type SignInAttempt, signInError } from "./messages.ts";
import type { Grant } from "./newSession.ts";
import { approvalPage, exchangeCode } from "./oauth.ts";
import { createPkce, createState } from "./pkce.ts";
import { receiveCode } from "./redirect.ts";
import { redirectKind, redirectSuffix, redirectUris } from "./redirectAddress.ts";
import { enterClientId, enterPersonalToken } from "./signInPrompts.ts";

/** A sign-in with its instance and method. */
export interface SignInRequest {
  readonly flow: Flow;
  readonly instance: Instance;
  /** Whether the instance is in the settings. */
  readonly inSettings: boolean;
  /** Returns whether other hosts are known. */
  readonly othersKnown: () => boolean;
  /** Scopes to request. */
  readonly wanted: readonly string[];
  readonly signal: AbortSignal | undefined;
}

export interface AcquireTokenOptions extends HostPagesOptions {
  readonly connect: Connect;
  /** Hides secrets in the log and in messages. */
  readonly known: Pick<SecretRegister, "add">;
  readonly inbox: CallbackInbox;
  readonly surface: Surface;
  /** URI of VS Code's URI handler. Not from asExternalUri, which adds parameters that no registered URI matches. */
  readonly callbackUri: string;
  /** Milliseconds to wait for the approval in the browser. Default: five minutes. */
  readonly timeout?: number;
}

/** A token with its user. */
export interface AcquiredToken {
  readonly grant: Grant;
  readonly identity: Identity;
}

/** Acquires a token with the chosen method and requests its user. @throws UserError with the next step, CancelledError */
export function acquireToken(request: SignInRequest, options: AcquireTokenOptions): Promise<AcquiredToken> {
  return request.flow.id === "browser" ? byBrowser(request, options) : byPersonalToken(request, options);
}

async function byBrowser(request: SignInRequest, options: AcquireTokenOptions): Promise<AcquiredToken> {
  const { flow, instance, inSettings, othersKnown, wanted, signal } = request;
  const { connect, known, inbox, surface, callbackUri, timeout = 5 * 60_000 } = options;
  const { url } = instance;
  const redirect = redirectKind(instance);
  const clientId =
    instance.clientId ??
    (await enterClientId(
      url,
      redirectUris(surface, callbackUri, redirectSuffix(url, redirect)),
      wanted,
      hostPages(url, wanted, options),
    ));
  const authorization = { instance: url, clientId, scopes: wanted, state: createState(), pkce: createPkce() };
  // The browser takes it to the host; all other secrets go through the client.
  known.add(authorization.state);
  const received = await receiveCode(
    {
      instance: url,
      receiver: flow.receiver ?? "uriHandler",
      state: authorization.state,
      redirect,
      othersKnown,
      wanted,
      inSettings,
      page: (redirectUri) => approvalPage({ ...authorization, redirectUri }),
      signal,
      timeout,
    },
    inbox,
    callbackUri,
  );
  if ("kind" in received) return byPersonalToken(request, options, received.pasted);
  const { code, redirectUri } = received;
  const attempt = { instance: url, wanted, inSettings, redirectUri } as const;
  return withProgress(url, signal, async (working) => {
    const exchanged = exchangeCode(connect(url).oauth, { ...authorization, redirectUri }, code, { signal: working });
    const { scopes: granted, ...token } = await withSignInErrors(exchanged, { ...attempt, step: "exchange" });
    const grant: Grant = {
      instance: url,
      method: "oauth",
      ...token,
      clientId,
      redirectUri,
      codeVerifier: authorization.pkce.verifier,
    };
    const identified = identify(connect, { ...grant, wanted, granted, signal: working });
    return { grant, identity: await withSignInErrors(identified, { ...attempt, step: "browserToken" }) };
  });
}

async function byPersonalToken(
  { instance, inSettings, wanted, signal }: SignInRequest,
  options: AcquireTokenOptions,
  pasted?: string,
): Promise<AcquiredToken> {
  const { connect } = options;
  const { url } = instance;
  const accessToken = await enterPersonalToken(url, wanted, hostPages(url, wanted, options), pasted);
  const grant: Grant = { instance: url, method: "token", accessToken };
  return withProgress(url, signal, async (working) => {
    const identified = identify(connect, { ...grant, wanted, signal: working });
    return {
      grant,
      identity: await withSignInErrors(identified, { instance: url, wanted, inSettings, step: "personalToken" }),
    };
  });
}

async function withSignInErrors<T>(work: Promise<T>, attempt: SignInAttempt): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signInError(error, attempt);
  }
}

function withProgress<T>(
  instance: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const title = l10n.t("Signing in to {0}…", instanceHost(instance));
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, cancellation) => {
      const controller = new AbortController();
      const subscription = cancellation.onCancellationRequested(() => controller.abort(new CancelledError()));
      try {
        return await work(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal);
      } finally {
        subscription.dispose();
      }
    },
  );
}
