import { l10n, ProgressLocation, window } from "vscode";
import { CancelledError } from "../core/base/errors.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";
import type { Instance } from "../core/config.ts";
import type { CallbackInbox } from "./callbackInbox.ts";
import type { Flow, Surface } from "./flows.ts";
import { type Connect, type Identity, identify } from "./identity.ts";
import { type SignInAttempt, signInError } from "./messages.ts";
import type { Grant } from "./newSession.ts";
import { approvalPage, exchangeCode } from "./oauth.ts";
import { createPkce, createState } from "./pkce.ts";
import { receiveCode } from "./redirect.ts";
import { redirectKind, redirectSuffix, redirectUris } from "./redirectAddress.ts";
import { enterClientId, enterPersonalToken } from "./signInPrompts.ts";

/** One sign-in, once instance and way are chosen. */
export interface SignInRequest {
  readonly flow: Flow;
  readonly instance: Instance;
  /** Whether the instance stands in the settings. */
  readonly inSettings: boolean;
  /** Whether other hosts are known by now. */
  readonly othersKnown: () => boolean;
  /** Scopes to ask for. */
  readonly wanted: readonly string[];
  readonly signal: AbortSignal | undefined;
}

export interface AcquireTokenOptions {
  readonly connect: Connect;
  readonly inbox: CallbackInbox;
  readonly surface: Surface;
  /** The editor's own address for callbacks; written by hand, for asExternalUri adds what no registered URI matches. */
  readonly callbackUri: string;
  /** How long an approval in the browser may take, in ms; five minutes unless told. */
  readonly timeout?: number;
}

/** A token and whose it is. */
export interface AcquiredToken {
  readonly grant: Grant;
  readonly identity: Identity;
}

/** Obtains a token by the chosen way and asks whose it is. @throws UserError with what to do next, CancelledError */
export function acquireToken(request: SignInRequest, options: AcquireTokenOptions): Promise<AcquiredToken> {
  return request.flow.id === "browser" ? byBrowser(request, options) : byPersonalToken(request, options);
}

async function byBrowser(
  { flow, instance, inSettings, othersKnown, wanted, signal }: SignInRequest,
  options: AcquireTokenOptions,
): Promise<AcquiredToken> {
  const { connect, inbox, surface, callbackUri, timeout = 5 * 60_000 } = options;
  const { url } = instance;
  const redirect = redirectKind(instance);
  const clientId =
    instance.clientId ??
    (await enterClientId(url, redirectUris(surface, callbackUri, redirectSuffix(url, redirect)), wanted));
  const begun = { instance: url, clientId, scopes: wanted, state: createState(), pkce: createPkce() };
  const { code, redirectUri } = await receiveCode(
    {
      instance: url,
      receiver: flow.receiver ?? "uriHandler",
      state: begun.state,
      redirect,
      othersKnown,
      wanted,
      inSettings,
      page: (redirectUri) => approvalPage({ ...begun, redirectUri }),
      signal,
      timeout,
    },
    inbox,
    callbackUri,
  );
  const attempt = { instance: url, wanted, inSettings, redirectUri } as const;
  return inProgress(url, signal, async (working) => {
    const exchanged = exchangeCode(connect(url).oauth, { ...begun, redirectUri }, code, { signal: working });
    const { scopes: granted, ...token } = await explained(exchanged, { ...attempt, step: "exchange" });
    const grant: Grant = {
      instance: url,
      method: "oauth",
      ...token,
      clientId,
      redirectUri,
      codeVerifier: begun.pkce.verifier,
    };
    const identified = identify(connect, { ...grant, wanted, granted, signal: working });
    return { grant, identity: await explained(identified, { ...attempt, step: "browserToken" }) };
  });
}

async function byPersonalToken(
  { instance, inSettings, wanted, signal }: SignInRequest,
  { connect }: AcquireTokenOptions,
): Promise<AcquiredToken> {
  const { url } = instance;
  const grant: Grant = { instance: url, method: "token", accessToken: await enterPersonalToken(url, wanted) };
  return inProgress(url, signal, async (working) => {
    const identified = identify(connect, { ...grant, wanted, signal: working });
    return {
      grant,
      identity: await explained(identified, { instance: url, wanted, inSettings, step: "personalToken" }),
    };
  });
}

async function explained<T>(work: Promise<T>, attempt: SignInAttempt): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signInError(error, attempt);
  }
}

function inProgress<T>(
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
