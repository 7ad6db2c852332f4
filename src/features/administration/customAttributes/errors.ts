import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { orSwitchAccount, refusalOf } from "../../../core/ui/refusals.ts";
import { askRights } from "../rights.ts";

/**
 * Returns the refusal of an administrator's request: 403 for an account that is not an administrator, and for tokens without the scope.
 * Also reads the rights of the account again, so that views hide what it may not see.
 */
export function administrationError(error: unknown, connection: Connection, log: Pick<Logger, "debug">): unknown {
  return refusalOf(error, {
    forbidden: () => {
      askRights(connection, log);
      return orSwitchAccount(refusedWords(connection.instance.url));
    },
  });
}

/** Returns why an area for administrators is closed, and what to do. */
export const refusedWords = (instance: string): string =>
  l10n.t(
    "{0} lets only administrators do this, with a sign-in that may use all of the API. Ask an administrator of the host, or switch the account.",
    instanceHost(instance),
  );
