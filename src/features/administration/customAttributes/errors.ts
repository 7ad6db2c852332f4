import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { askRights } from "../rights.ts";

/**
 * What to tell when a host refused an administrator's request: 403 for an account that is none (any more), and for tokens that may not
 * do it. The host is asked again what the account is, so that what it may not have disappears.
 */
export function administrationError(error: unknown, connection: Connection, log: Pick<Logger, "debug">): unknown {
  if (!(error instanceof ApiError) || error.kind !== "forbidden") return error;
  askRights(connection, log);
  return new UserError(refusedWords(connection.instance.url), {
    cause: error,
    action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" },
  });
}

/** Why an administrator's area stays closed, and what to do. */
export const refusedWords = (instance: string): string =>
  l10n.t(
    "{0} lets only administrators do this, with a sign-in that may use all of the API. Ask an administrator of the host, or switch the account.",
    instanceHost(instance),
  );
