import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { orSwitchAccount, refusalOf } from "../../../core/ui/refusals.ts";
import { askRights } from "../rights.ts";

/** Returns the refusal of an administrator's request; any other error as it is. */
export const administrationError = (error: unknown, connection: Connection, log: Pick<Logger, "debug">): unknown =>
  refusalOf(error, { forbidden: () => administratorsOnly(connection, log) });

/**
 * Returns the words for a 403, which accounts get that are not administrators, and tokens without the scope. Also reads the rights of the
 * account again, so that views hide what it may not see.
 */
export function administratorsOnly(connection: Connection, log: Pick<Logger, "debug">): ErrorWords {
  askRights(connection, log);
  return orSwitchAccount(refusedWords(connection.instance.url));
}

/** Returns why an area for administrators is closed, and what to do. */
export const refusedWords = (instance: string): string =>
  l10n.t(
    "{0} lets only administrators do this, with a sign-in that may use all of the API. Ask an administrator of the host, or switch the account.",
    instanceHost(instance),
  );
