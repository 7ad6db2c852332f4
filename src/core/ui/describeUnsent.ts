import { l10n } from "vscode";
import type { ApiError, RuleCode } from "../../api/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import { plainText } from "./plainText.ts";
import { listText } from "./plural.ts";

/** Returns the text for a request that the client refused to send. */
export function describeUnsent(error: ApiError): string {
  const host = instanceHost(error.instance ?? "");
  const names = Object.keys(error.fields ?? {});
  const fields = plainText(listText(names), 200);
  switch (error.code as RuleCode | undefined) {
    case "extraUnavailable":
      return l10n.t("{0} does not support this.", host);
    case "feedCredentials":
      return l10n.t(
        "The package registry of {0} needs a username and a personal access token. Sign in to it first.",
        host,
      );
    case "required":
      return l10n.t("Nothing was sent: {0} cannot be empty. Enter a value and try again.", fields);
    case "nothingToChange":
      return l10n.t("Nothing was sent: there are no changes.");
    case "exclusive":
      return l10n.t("Nothing was sent: only one of {0} can be set. Choose one and try again.", fields);
    case "password":
      return l10n.t("Nothing was sent: enter a password, or let the host send a reset link or generate a password.");
    case "previousPath":
      return l10n.t("Nothing was sent: a moved file needs its previous path, and only a moved file can have one.");
    case "content":
      return l10n.t("Nothing was sent: a new or changed file needs its content.");
    case "length":
      return l10n.t("Nothing was sent: {0} is too short or too long. Change it and try again.", fields);
    case "accessLevel":
      return l10n.t("Nothing was sent: this access level is not allowed for {0}. Choose another level.", fields);
    case "files":
      return l10n.t("Nothing was sent: the files of a snippet with several files must be changed one by one.");
    case "date":
      return l10n.t(
        "Nothing was sent: {0} is not a valid date. Enter a date such as 2024-02-29 and try again.",
        fields,
      );
    case "value":
      return l10n.t("Nothing was sent: this value is not allowed for {0}. Change it and try again.", fields);
    case "unreadableFile":
      return l10n.t(
        "Nothing was sent: the file {0} cannot be read, or changed while it was being sent.",
        plainText(error.request.url, 200),
      );
    case "invalidAddress":
    case undefined:
      return l10n.t("Nothing was sent: a name or number in the request is not valid. Change your input and try again.");
  }
}
