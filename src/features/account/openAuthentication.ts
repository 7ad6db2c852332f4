import { env, UIKind } from "vscode";
import type { CallbackInbox } from "../../auth/callbackInbox.ts";
import { ForgelineAuthentication } from "../../auth/provider.ts";
import { EXTENSION_ID } from "../../core/base/extensionIds.ts";
import { normalizeInstanceUrl } from "../../core/base/instanceUrl.ts";
import type { Context } from "../../core/context.ts";
import type { AccountNeeds } from "./feature.ts";

/** ms to wait for a host's answer when a page is to be opened. */
const PAGE_TIMEOUT = 5_000;

/** Creates what signs in and out. */
export function openAuthentication(
  context: Context,
  { remembered, known, credentials, feeds }: AccountNeeds,
  inbox: CallbackInbox,
): ForgelineAuthentication {
  const { config, connections, log, projects, sessions } = context;
  return new ForgelineAuthentication({
    store: sessions,
    remembered,
    known,
    credentials,
    feeds,
    hasGitLabPages: (instance) => hasGitLabPages(context, instance),
    instances: () => config.instances,
    remoteHosts: () => Promise.resolve(projects.remoteHosts),
    normalize: normalizeInstanceUrl,
    connect: connections.connect,
    inbox,
    surface: env.uiKind === UIKind.Web ? "web" : "desktop",
    callbackUri: `${env.uriScheme}://${EXTENSION_ID}/callback`,
    log,
  });
}

/** Returns whether a host is known to have GitLab's pages, if need be by the field names in a public list of the API. */
async function hasGitLabPages({ connections, templates, report }: Context, instance: string): Promise<boolean> {
  if (templates.knownDialect(instance) === undefined) {
    const { ciTemplates } = connections.anonymous(instance).client;
    await ciTemplates
      .list({ perPage: 1, signal: AbortSignal.timeout(PAGE_TIMEOUT) })
      .page()
      .catch((error: unknown) => report.background(error, "Recognize the host"));
  }
  return templates.knownDialect(instance) === "gitlab";
}
