import { authentication as authenticationApi, env, UIKind, window } from "vscode";
import { CallbackInbox } from "../../auth/callbackInbox.ts";
import { ForgelineAuthentication } from "../../auth/provider.ts";
import type { RememberedInstances } from "../../auth/rememberedInstances.ts";
import { callbackHandler } from "../../auth/uriHandler.ts";
import { AUTH_PROVIDER_ID, EXTENSION_ID } from "../../core/base/extensionIds.ts";
import { normalizeInstanceUrl } from "../../core/base/instanceUrl.ts";
import type { Feature } from "../../core/feature.ts";
import type { AccountContext } from "./context.ts";

export interface AccountNeeds {
  readonly remembered: RememberedInstances;
  readonly secrets: ConstructorParameters<typeof CallbackInbox>[0]["secrets"];
}

/** Accounts and hosts, and what is done to the whole window. */
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
    "signIn",
    "signOut",
    "switchAccount",
  ],
  register(context, _load, { remembered, secrets }) {
    const { owned, config, connections, log, projects, sessions } = context;
    const inbox = owned.add(new CallbackInbox({ secrets, log }));
    owned.add(window.registerUriHandler(callbackHandler(inbox, log)));
    const authentication = owned.add(
      new ForgelineAuthentication({
        store: sessions,
        remembered,
        instances: () => config.instances,
        remoteHosts: () => Promise.resolve(projects.remoteHosts),
        normalize: normalizeInstanceUrl,
        connect: connections.connect,
        inbox,
        surface: env.uiKind === UIKind.Web ? "web" : "desktop",
        callbackUri: `${env.uriScheme}://${EXTENSION_ID}/callback`,
        log,
      }),
    );
    owned.add(
      authenticationApi.registerAuthenticationProvider(AUTH_PROVIDER_ID, "Forgeline", authentication, {
        supportsMultipleAccounts: true,
      }),
    );
    return { ...context, authentication };
  },
};
