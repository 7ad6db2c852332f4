import {
  authentication as authenticationApi,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  EventEmitter,
  window,
} from "vscode";
import type { SessionCredentials } from "../../auth/credentials.ts";
import { editorChange, editorSessions } from "../../auth/editorSessions.ts";
import type { FeedSignIns } from "../../auth/feedCredentials.ts";
import type { RememberedInstances } from "../../auth/rememberedInstances.ts";
import type { Secrets } from "../../auth/sessionStore.ts";
import { callbackHandler } from "../../auth/uriHandler.ts";
import { AUTH_PROVIDER_ID, CALLBACK_PREFIX } from "../../core/base/extensionIds.ts";
import type { KnownSecrets } from "../../core/base/knownSecrets.ts";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import { offerClones } from "./clone/sources.ts";
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
    "getStarted",
    "hideView",
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
    "useEditorNetwork",
  ],
  register(context, load, needs) {
    const { owned, connections, log, sessions } = context;
    const { secrets } = needs;
    const inbox = onceLoaded(async () => owned.add(new (await load()).CallbackInbox({ secrets, log })));
    owned.add(window.registerUriHandler(callbackHandler(inbox, log)));
    // The inbox removes what windows left that were closed during a sign-in.
    void sessions.ready
      .then(() => secrets.keys())
      .then((keys) => (keys.some((key) => key.startsWith(CALLBACK_PREFIX)) ? inbox() : undefined))
      .catch(() => undefined);
    const authentication = onceLoaded(async () =>
      owned.add((await load()).openAuthentication(context, needs, await inbox())),
    );
    const changed = owned.add(new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>());
    owned.add(sessions.onDidChange((change) => changed.fire(editorChange(change))));
    owned.add(
      authenticationApi.registerAuthenticationProvider(
        AUTH_PROVIDER_ID,
        // VS Code writes "wants to sign in using {label}" and "{account} ({label})".
        "GitLab or a compatible host",
        {
          onDidChangeSessions: changed.event,
          getSessions: (scopes, options) => editorSessions(sessions, scopes, options),
          createSession: async (scopes, options) => (await authentication()).createSession(scopes, options),
          removeSession: async (id) => (await authentication()).removeSession(id),
        },
        { supportsMultipleAccounts: true },
      ),
    );
    owned.add(offerClones(sessions, async (host, query) => (await load()).searchProjects(context, host, query)));
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
