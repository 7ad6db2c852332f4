import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { orSwitchAccount, refusalOf } from "../../../core/ui/refusals.ts";
import { askRights } from "../rights.ts";

/** Returns the refusal of an administrator's request; any other error as it is. */
export const administrationError = (error: unknown, connection: Connection, log: Pick<Logger, "debug">): unknown =>
  refusalOf(error, { forbidden: () => orSwitchAccount(administratorsOnly(connection, log)) });

/** Returns the text for a row in place of what the host refused; undefined for any other error. */
export const administrationRefusal = (
  error: unknown,
  connection: Connection,
  log: Pick<Logger, "debug">,
): string | undefined =>
  error instanceof ApiError && error.kind === "forbidden" ? administratorsOnly(connection, log) : undefined;

/**
 * Returns the text for a 403, which accounts get that are not administrators, and tokens without the scope. Also reads the rights of the
 * account again, so that views hide what it may not see.
 */
export function administratorsOnly(connection: Connection, log: Pick<Logger, "debug">): string {
  askRights(connection, log);
  return l10n.t(
    "Only administrators of {0} can do this, with a sign-in that has full access to the API. Ask an administrator of the host, or switch accounts.",
    instanceHost(connection.instance.url),
  );
}
