import { l10n } from "vscode";
import type { ApiError, RuleCode } from "../../api/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import { plainText } from "./plainText.ts";

/** Returns the text for a request that the client refused to send. */
export function describeUnsent(error: ApiError): string {
  const host = instanceHost(error.instance ?? "");
  const names = Object.keys(error.fields ?? {});
  const fields = plainText(names.join(", "), 200);
  switch (error.code as RuleCode | undefined) {
    case "extraUnavailable":
      return l10n.t("{0} does not offer this.", host);
    case "feedCredentials":
      return l10n.t(
        "Package feeds on {0} want a user name with a personal access token. Sign in to the package feed first.",
        host,
      );
    case "required":
      return l10n.t("Nothing was sent: {0} must not be empty. Fill it in and try again.", fields);
    case "nothingToChange":
      return l10n.t("Nothing was sent: nothing was changed.");
    case "exclusive":
      return l10n.t("Nothing was sent: of {0} exactly one can be given. Choose one and try again.", fields);
    case "password":
      return l10n.t("Nothing was sent: give a password, or let the host send a link or make one up.");
    case "previousPath":
      return l10n.t("Nothing was sent: only a moved file has a previous path, and it needs one.");
    case "content":
      return l10n.t("Nothing was sent: a new or changed file needs its content.");
    case "length":
      return l10n.t("Nothing was sent: {0} is too short or too long. Change it and try again.", fields);
    case "accessLevel":
      return l10n.t("Nothing was sent: this access level is not allowed for {0}. Choose another one.", fields);
    case "files":
      return l10n.t("Nothing was sent: a snippet with several files is changed file by file.");
    case "date":
      return l10n.t("Nothing was sent: {0} is not a date. Write it as 2024-02-29 and try again.", fields);
    case "value":
      return l10n.t("Nothing was sent: the host does not take this value for {0}. Change it and try again.", fields);
    case "unreadableFile":
      return l10n.t(
        "Nothing was sent: the file {0} cannot be read, or changed while it was being sent.",
        plainText(error.request.url, 200),
      );
    case "invalidAddress":
    case undefined:
      return l10n.t(
        "Nothing was sent: a name or number in the request is not valid. Change what was entered and try again.",
      );
  }
}
