import {
  authentication,
  type AuthenticationProvider,
  type AuthenticationProviderSessionOptions,
  type AuthenticationSession,
  l10n,
  window,
} from "vscode";
import { ApiError } from "../api/errors.ts";
import type { Disposable } from "../core/base/disposable.ts";
import { CancelledError, UserError } from "../core/base/errors.ts";
import { AUTH_PROVIDER_ID } from "../core/base/extensionIds.ts";
import { instanceHost, isUnencrypted } from "../core/base/instanceUrl.ts";
import type { Logger } from "../core/base/log.ts";
import type { Instance } from "../core/config.ts";
import { acquireToken, type AcquiredToken, type AcquireTokenOptions } from "./acquireToken.ts";
import type { SessionCredentials } from "./credentials.ts";
import { editorSession } from "./editorSessions.ts";
import type { FeedSignIns } from "./feedCredentials.ts";
import { type Flow, flowsFor, obviousFlow } from "./flows.ts";
import { hostPages } from "./hostPages.ts";
import { keychainWords, notRevokedWords, scopeWarning } from "./messages.ts";
import { newSession } from "./newSession.ts";
import { revokeToken } from "./oauth.ts";
import { redirectKind, SharedRedirectError } from "./redirectAddress.ts";
import type { RememberedInstances } from "./rememberedInstances.ts";
import { DEFAULT_SCOPES } from "./scopes.ts";
import type { Session, SessionStore } from "./sessionStore.ts";
import { confirmUnencrypted, pickFlow, pickSignInInstance } from "./signInPrompts.ts";

export interface AuthenticationOptions extends AcquireTokenOptions {
  readonly store: SessionStore;
  readonly remembered: RememberedInstances;
  /** Instances of the settings. */
  readonly instances: () => readonly Instance[];
  /** Returns the hosts, with ports, of the workspace's git remotes. */
  readonly remoteHosts: () => Promise<readonly string[]>;
  /** Returns the base URL of a typed URL; undefined for an invalid one. */
  readonly normalize: (text: string) => string | undefined;
  readonly credentials: Pick<SessionCredentials, "end">;
  readonly feeds: () => Promise<Pick<FeedSignIns, "forgetOf">>;
  readonly log: Logger;
}

/** A pending signIn call; VS Code passes no instance on to createSession. */
interface PendingSignIn {
  readonly instance: Instance;
  readonly method: Flow["id"] | undefined;
  readonly abort: AbortController;
  taken: boolean;
  /** The original error; VS Code passes on only its message. */
  failure?: Error;
}

/** ms after which signing out no longer waits for the revocation. */
const REVOKE_TIMEOUT = 5_000;

/** Authentication provider for several accounts on several instances. */
export class ForgelineAuthentication
  implements Pick<AuthenticationProvider, "createSession" | "removeSession">, Disposable
{
  private readonly options: AuthenticationOptions;
  private pending: PendingSignIn | undefined;
  /** Settles when VS Code has finished the last signIn call. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: AuthenticationOptions) {
    this.options = options;
  }

  /**
   * Signs in; prompts for the instance unless given, and for the method unless given or obvious.
   * @throws UserError with the next step, CancelledError
   */
  async signIn(instance?: Instance, method?: Flow["id"]): Promise<Session> {
    const { store, log } = this.options;
    const chosen = instance ? this.configured(instance) : await this.chooseInstance();
    const request: PendingSignIn = { instance: chosen, method, abort: new AbortController(), taken: false };
    this.pending?.abort.abort();
    this.pending = request;
    // VS Code joins concurrent calls, so the second one would end with the first.
    const asked = this.last.then(() => this.ask(request));
    this.last = asked.catch(() => undefined);
    try {
      const { id } = await asked;
      const session = store.list().find((candidate) => candidate.id === id);
      if (!session) throw new CancelledError();
      return session;
    } catch (error) {
      if (request.failure !== undefined) throw request.failure;
      if (request.taken || error instanceof CancelledError) throw error;
      log.info("The editor did not go on to the sign-in", error);
      throw new CancelledError();
    } finally {
      if (this.pending === request) this.pending = undefined;
    }
  }

  private async ask(request: PendingSignIn): Promise<AuthenticationSession> {
    if (this.pending !== request) throw new CancelledError();
    const { instance } = request;
    const detail = l10n.t("Sign in to {0}.", instance.url);
    // Without this, VS Code only accepts the account used last.
    return authentication.getSession(AUTH_PROVIDER_ID, [...scopesFor(instance)], {
      forceNewSession: { detail },
      clearSessionPreference: true,
    });
  }

  /**
   * Removes a session and its credentials for the package registry, and revokes its token. Shows a warning if the host did not revoke it.
   * @returns whether the host revoked the token, or there was none to revoke
   * @throws UserError when the keychain could not delete it
   */
  async signOut(sessionId: string, signal?: AbortSignal): Promise<boolean> {
    const { store, credentials, feeds, log } = this.options;
    await store.ready;
    const known = store.list().find(({ id }) => id === sessionId);
    const session = known && (await credentials.end(known).catch(() => known));
    // Revoked in any case, so that a token that the keychain could not delete is useless.
    const removed = await store.remove(sessionId).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!session) {
      if (removed !== undefined) throw new UserError(keychainWords(removed), { cause: removed });
      return true;
    }
    const last = !store.list().some(({ instance }) => instance === session.instance);
    const forgotten = await feeds()
      .then((open) => open.forgetOf(session, last))
      .catch((error: unknown) => error);
    const revoked = await this.revoke(session, signal);
    log.info(`Signed out ${session.label}`);
    if (!revoked) void this.warnNotRevoked(session);
    const failure = removed ?? forgotten;
    if (failure !== undefined) throw new UserError(keychainWords(failure), { cause: failure });
    return revoked;
  }

  private async warnNotRevoked(session: Session): Promise<void> {
    const { instance } = session;
    const pages = (await this.options.hasGitLabPages(instance)) ? hostPages(instance, [], this.options) : undefined;
    const open = l10n.t("Open Authorized Applications");
    const chosen = await window.showWarningMessage(notRevokedWords(session), ...(pages ? [open] : []));
    if (chosen !== undefined) pages?.openApplications();
  }

  async createSession(
    scopes: readonly string[],
    { account }: AuthenticationProviderSessionOptions,
  ): Promise<AuthenticationSession> {
    await this.options.store.ready;
    const request = this.pending?.taken === false ? this.pending : undefined;
    if (request) request.taken = true;
    try {
      const known =
        account && this.options.store.list().find(({ id, label }) => id === account.id || label === account.label);
      const instance =
        request?.instance ?? (known ? this.configured({ url: known.instance }) : await this.chooseInstance());
      const wanted = scopes.length > 0 ? scopes : scopesFor(instance);
      return editorSession(await this.begin(instance, wanted, request));
    } catch (error) {
      if (request && error instanceof Error) request.failure = error;
      throw error;
    }
  }

  async removeSession(sessionId: string): Promise<void> {
    await this.signOut(sessionId);
  }

  dispose(): void {
    this.pending?.abort.abort();
  }

  /** Returns an instance with its settings, or else with what was remembered of it. */
  private configured({ url, ...given }: Instance): Instance {
    const found = this.known().find((instance) => instance.url === url);
    return { ...found, ...given, url };
  }

  private known(): readonly Instance[] {
    const configured = this.options.instances();
    const remembered = this.options.remembered
      .list()
      .filter(({ url }) => !configured.some((instance) => instance.url === url));
    return [...configured, ...remembered];
  }

  private async chooseInstance(): Promise<Instance> {
    const { remoteHosts, normalize, log } = this.options;
    const known = this.known();
    const hosts = await remoteHosts().catch((error: unknown) => {
      log.warn("The git remotes could not be read", error);
      return [];
    });
    const suggested = new Set(hosts.flatMap((host) => normalize(host) ?? []));
    // Whoever entered http for a host is not proposed the https that remotes suggest.
    const taken = new Set(known.map(({ url }) => instanceHost(url)));
    for (const url of suggested) if (taken.has(instanceHost(url))) suggested.delete(url);
    return this.configured(await pickSignInInstance({ known, suggested: [...suggested], normalize }));
  }

  private async begin(
    instance: Instance,
    wanted: readonly string[],
    request: PendingSignIn | undefined,
  ): Promise<Session> {
    const { store, remembered, log, surface } = this.options;
    // Also of a host that the settings name: whoever wrote them may not have thought of it.
    if (isUnencrypted(instance.url) && !store.list().some((session) => session.instance === instance.url))
      await confirmUnencrypted(instance.url);
    const query = { surface, clientId: instance.clientId };
    const flow = obviousFlow(query, request?.method) ?? (await pickFlow(flowsFor(query), instance.url));
    const signal = request?.abort.signal;
    signal?.throwIfAborted();
    const { grant, identity } = await this.acquire(flow, instance, wanted, signal);
    const before = store.list();
    const session = newSession(
      grant,
      identity,
      before,
      this.known().map(({ url }) => url),
      Date.now(),
    );
    await this.keep(session);
    await remembered.remember({
      url: instance.url,
      ...(grant.clientId === undefined ? {} : { clientId: grant.clientId, redirect: redirectKind(instance) }),
    });
    log.info(`Signed in as ${session.label} (${session.method}, scopes ${session.scopes.join(" ")})`);
    if (identity.missing.length > 0) {
      void window.showWarningMessage(scopeWarning(instance.url, session.method, identity.missing));
    }
    const replaced = before.find(({ id }) => id === session.id);
    if (replaced && replaced.accessToken !== session.accessToken) void this.revoke(replaced);
    return session;
  }

  private async acquire(
    flow: Flow,
    instance: Instance,
    wanted: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<AcquiredToken> {
    const { instances, remembered, store } = this.options;
    const inSettings = instances().some(({ url }) => url === instance.url);
    const othersKnown = (): boolean =>
      [...this.known().map(({ url }) => url), ...store.list().map((session) => session.instance)].some(
        (url) => url !== instance.url,
      );
    try {
      return await acquireToken({ flow, instance, inSettings, othersKnown, wanted, signal }, this.options);
    } catch (error) {
      // The next sign-in uses its own redirect URI, which the host refuses until it is registered.
      if (!inSettings && error instanceof SharedRedirectError)
        await remembered.remember({ ...instance, redirect: "own" });
      // The host no longer knows the application: the next sign-in prompts for one.
      const { cause } = error as { cause?: unknown };
      if (!inSettings && cause instanceof ApiError && cause.code === "invalid_client")
        await remembered.forget(instance.url);
      throw error;
    }
  }

  /**
   * Stores a session; a failure of the keychain only shows a warning, since the session works until the window closes.
   */
  private async keep(session: Session): Promise<void> {
    try {
      await this.options.store.write(session);
    } catch (error) {
      this.options.log.error("The new session could not be kept", error);
      void window.showWarningMessage(keychainWords(error));
    }
  }

  /** Returns whether the host revoked the token. */
  private async revoke(session: Session, signal?: AbortSignal): Promise<boolean> {
    const timeout = AbortSignal.timeout(REVOKE_TIMEOUT);
    try {
      await revokeToken(
        this.options.connect(session.instance).oauth,
        session,
        signal ? AbortSignal.any([signal, timeout]) : timeout,
      );
      return true;
    } catch (error) {
      this.options.log.warn(`The token of ${session.label} could not be revoked`, error);
      return false;
    }
  }
}

const scopesFor = ({ scopes }: Instance): readonly string[] => (scopes && scopes.length > 0 ? scopes : DEFAULT_SCOPES);
