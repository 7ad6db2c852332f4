import {
  authentication as authenticationApi,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  env,
  EventEmitter,
  UIKind,
  window,
} from "vscode";
import type { SessionCredentials } from "../../auth/credentials.ts";
import { editorChange, editorSessions } from "../../auth/editorSessions.ts";
import type { FeedSignIns } from "../../auth/feedCredentials.ts";
import type { RememberedInstances } from "../../auth/rememberedInstances.ts";
import type { Secrets } from "../../auth/sessionStore.ts";
import { callbackHandler } from "../../auth/uriHandler.ts";
import { AUTH_PROVIDER_ID, CALLBACK_PREFIX, EXTENSION_ID } from "../../core/base/extensionIds.ts";
import { normalizeInstanceUrl } from "../../core/base/instanceUrl.ts";
import type { KnownSecrets } from "../../core/base/knownSecrets.ts";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { AccountContext } from "./context.ts";

export interface AccountNeeds {
  readonly remembered: RememberedInstances;
  readonly secrets: Secrets;
  readonly known: KnownSecrets;
  readonly credentials: SessionCredentials;
  readonly feeds: () => Promise<FeedSignIns>;
}

/** Accounts, hosts, and commands of the whole window. */
export const account: Feature<AccountContext, typeof import("./main.ts"), AccountNeeds> = {
  commands: [
    "copyLink",
    "loadMore",
    "openInBrowser",
    "openSettings",
    "refresh",
    "selectProject",
    "sessionDetails",
    "setProjectId",
    "showExtensionLog",
    "showView",
    "signIn",
    "signOut",
    "switchAccount",
  ],
  register(context, load, { remembered, secrets, known, credentials, feeds }) {
    const { owned, config, connections, log, projects, sessions } = context;
    const inbox = onceLoaded(async () => owned.add(new (await load()).CallbackInbox({ secrets, log })));
    owned.add(window.registerUriHandler(callbackHandler(inbox, log)));
    // The inbox removes what windows left that were closed during a sign-in.
    void sessions.ready
      .then(() => secrets.keys())
      .then((keys) => (keys.some((key) => key.startsWith(CALLBACK_PREFIX)) ? inbox() : undefined))
      .catch(() => undefined);
    const authentication = onceLoaded(async () =>
      owned.add(
        new (await load()).ForgelineAuthentication({
          store: sessions,
          remembered,
          known,
          credentials,
          feeds,
          // Hosts that speak the dialect of the documents have it elsewhere.
          applicationsPage: (instance) =>
            context.templates.dialect(instance) === "gitlab" ? `${instance}/-/user_settings/applications` : undefined,
          instances: () => config.instances,
          remoteHosts: () => Promise.resolve(projects.remoteHosts),
          normalize: normalizeInstanceUrl,
          connect: connections.connect,
          inbox: await inbox(),
          surface: env.uiKind === UIKind.Web ? "web" : "desktop",
          callbackUri: `${env.uriScheme}://${EXTENSION_ID}/callback`,
          log,
        }),
      ),
    );
    const changed = owned.add(new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>());
    owned.add(sessions.onDidChange((change) => changed.fire(editorChange(change))));
    owned.add(
      authenticationApi.registerAuthenticationProvider(
        AUTH_PROVIDER_ID,
        "Forgeline",
        {
          onDidChangeSessions: changed.event,
          getSessions: (scopes, options) => editorSessions(sessions, scopes, options),
          createSession: async (scopes, options) => (await authentication()).createSession(scopes, options),
          removeSession: async (id) => (await authentication()).removeSession(id),
        },
        { supportsMultipleAccounts: true },
      ),
    );
    const absent = onceLoaded(async () => owned.add(new (await load()).AbsentViews(context)));
    owned.add(
      connections.onDidChangeRecords((event) => {
        if (event.changes.projects?.length)
          void absent().then(
            (views) => views.read(event),
            () => undefined,
          );
      }),
    );
    addView(context, {
      view: VIEWS.more,
      subjects: [],
      collapseAll: false,
      load: async () => (await load()).openMoreViews(context, await absent()),
    });
    return { ...context, authentication, absent };
  },
};
