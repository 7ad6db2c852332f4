import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { askRights } from "../rights.ts";

/** The error that says why the host refused an administrator's request; others are returned as they are. */
export function administrationError(error: unknown, connection: Connection, log: Pick<Logger, "debug">): unknown {
  const refusal = administrationRefusal(error, connection, log);
  if (refusal === undefined) return error;
  const action = { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" } as const;
  return new UserError(refusal, { cause: error, action });
}

/**
 * Returns why a host refused an administrator's request: 403 for accounts that are not administrators (any more), and for tokens
 * without the scope. The account's rights are read again, so that what it may not do disappears.
 */
export function administrationRefusal(
  error: unknown,
  connection: Connection,
  log: Pick<Logger, "debug">,
): string | undefined {
  if (!(error instanceof ApiError) || error.kind !== "forbidden") return undefined;
  askRights(connection, log);
  return l10n.t(
    "{0} lets only administrators do this, with a sign-in that may use all of the API. Ask an administrator of the host, or switch the account.",
    instanceHost(connection.instance.url),
  );
}
