import { knownRights } from "../../api/administrators.ts";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import type { Event } from "../../core/base/events.ts";
import type { Logger } from "../../core/base/log.ts";
import type { CapabilityStore } from "../../core/capabilities.ts";
import type { Connection } from "../../core/connections.ts";
import type { CurrentProject } from "../../core/currentProject.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";

export interface RightsOptions {
  readonly current: Pick<CurrentProject, "value" | "onDidChange">;
  readonly capabilities: Pick<CapabilityStore, "of" | "onDidChange">;
  /** While none of them is seen, nobody is asked. */
  readonly views: readonly { readonly visible: boolean; readonly onDidChangeVisibility: Event<boolean> }[];
  readonly log: Logger;
}

/**
 * Keeps the context key that says whether the account in use is an administrator's on the host of the open project. What the host
 * told anybody who asked for the current user counts; it is asked once per connection where nobody did, or long ago.
 */
export function followRights({ current, capabilities, views, log }: RightsOptions): Disposable {
  const owned = new DisposableStore();
  let asked: Connection | undefined;
  const tell = (): void => {
    const { value } = current;
    const connection = value.kind === "ready" ? value.connection : undefined;
    const known =
      connection?.session &&
      knownRights(capabilities.of(connection.instance.url), connection.session.user.id, Date.now());
    void setContextKey("forgeline.administrator", known?.administrator === true);
    if (
      connection === undefined ||
      connection === asked ||
      known?.old === false ||
      !views.some(({ visible }) => visible)
    )
      return;
    asked = connection;
    askRights(connection, log);
  };
  for (const { onDidChangeVisibility } of views) owned.add(onDidChangeVisibility(tell));
  owned.add(current.onDidChange(tell));
  owned.add(capabilities.onDidChange(tell));
  tell();
  return owned;
}

/** Asks in the background what the account may do now: the answer is kept by the client, and the context key follows. */
export function askRights({ client }: Connection, log: Pick<Logger, "debug">): void {
  client.users
    .current()
    .catch((error: unknown) => log.debug("Asking whether the account is an administrator's failed", error));
}
