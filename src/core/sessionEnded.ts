import { l10n } from "vscode";
import type { Session } from "../auth/session.ts";
import { instanceHost } from "./base/instanceUrl.ts";

/** Returns the message for a session that has ended, with the reason if it is not that the host refused it. */
export const sessionEnded = (instance: string, ended: Session["ended"]): string =>
  ended === "answerLost"
    ? l10n.t(
        "Your session on {0} has expired: the connection was lost while the token was being refreshed. Sign in again.",
        instanceHost(instance),
      )
    : l10n.t("Your session on {0} has expired. Sign in again.", instanceHost(instance));
