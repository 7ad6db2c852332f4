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
  /** No request is sent while none of them is visible. */
  readonly views: readonly { readonly visible: boolean; readonly onDidChangeVisibility: Event<boolean> }[];
  readonly log: Logger;
}

/**
 * Updates the context key that shows whether the account in use is an administrator of the open project's host. Uses
 * any earlier answer for the current user; without a recent one, requests it once per connection.
 */
export function followRights({ current, capabilities, views, log }: RightsOptions): Disposable {
  const owned = new DisposableStore();
  /** Weak: a connection keeps what it has read, and ends with a sign-out. */
  const asked = new WeakSet<Connection>();
  const update = (): void => {
    const { value } = current;
    const connection = value.kind === "ready" ? value.connection : undefined;
    const known =
      connection?.session &&
      knownRights(capabilities.of(connection.instance.url), connection.session.user.id, Date.now());
    void setContextKey("forgeline.administrator", known?.administrator === true);
    if (
      connection === undefined ||
      asked.has(connection) ||
      known?.old === false ||
      !views.some(({ visible }) => visible)
    )
      return;
    asked.add(connection);
    askRights(connection, log);
  };
  for (const { onDidChangeVisibility } of views) owned.add(onDidChangeVisibility(update));
  owned.add(current.onDidChange(update));
  owned.add(capabilities.onDidChange(update));
  update();
  return owned;
}

/** Reads the rights of the account in the background: the client stores them, which updates the context key. */
export function askRights({ client }: Connection, log: Pick<Logger, "debug">): void {
  client.users
    .current()
    .catch((error: unknown) => log.debug("Asking whether the account is an administrator's failed", error));
}
