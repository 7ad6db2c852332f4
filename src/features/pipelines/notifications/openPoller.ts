import path from "node:path";
import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import { FileLock } from "../../../core/base/fileLock.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { CompletionPoller } from "./completionPoller.ts";
import { showNotification } from "./notification.ts";
import type { WatchingOptions } from "./options.ts";
import type { WatchStore } from "./watchStore.ts";

/** Creates the poller with the signed-in accounts. */
export function openCompletionPoller(options: WatchingOptions, watches: WatchStore): CompletionPoller {
  const { connections, current, directory, report } = options;
  const clientFor = (instance: string): Client | undefined => {
    const { session, client } = connections.get(instance);
    return session === undefined || session.status === "expired" ? undefined : client;
  };
  return new CompletionPoller({
    ...options,
    watches,
    clientFor,
    own: () => {
      const { value } = current;
      if (value.kind !== "ready" || value.connection.session === undefined) return undefined;
      const { client, session } = value.connection;
      return {
        instance: value.project.instance,
        project: value.project.project,
        username: session.user.username,
        client,
      };
    },
    lock: new FileLock({ directory: path.join(directory, "told") }),
    notify: (ending) =>
      void showNotification(ending, clientFor).catch((error: unknown) => report.error(error, l10n.t("Notification"))),
    reason: (why) => {
      if (why === "signedOut") return l10n.t("not signed in");
      if (why.kind === "notFound") return l10n.t("deleted from {0}, or hidden", host(why.instance));
      return l10n.t("no longer visible to your account on {0}", host(why.instance));
    },
  });
}

const host = (instance: string | undefined): string => instanceHost(instance ?? "");
