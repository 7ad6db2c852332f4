import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { levelName } from "./labels.ts";
import type { ProtectedBranchRef } from "./refs.ts";

/** What was asked for when the host refused. */
export interface Asked {
  readonly doing: "protect" | "change" | "unprotect";
  /** Names of users and groups who were to be let in. */
  readonly people?: readonly string[];
  /** Levels that were to be let in. */
  readonly levels?: readonly number[];
}

/**
 * What to tell when a host refused something about a protected branch (Part 3, Protected branches): it answers 403 to whom the branch's
 * own unprotect levels leave out, too, 400 for levels that it does not know, 422 for people without access to the project.
 */
export function protectedBranchError(
  error: unknown,
  { instance, project, protectedBranch: { name } }: ProtectedBranchRef,
  { doing, people = [], levels = [] }: Asked,
): unknown {
  if (!(error instanceof ApiError)) return error;
  const host = instanceHost(instance);
  const branch = plainText(name, 100);
  const refresh = { title: l10n.t("Refresh"), command: "forgeline.refresh" } as const;
  switch (error.kind) {
    case "forbidden":
      return new UserError(
        doing === "protect"
          ? l10n.t(
              "On {0} only maintainers of the project protect branches. Ask one of them, or switch the account.",
              host,
            )
          : l10n.t(
              "On {0} only maintainers of the project change how “{1}” is protected, and of those only whom its own list “Allowed to Unprotect” lets in. Ask one of them, or switch the account.",
              host,
              branch,
            ),
        { cause: error, action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" } },
      );
    case "notFound":
      if (doing === "protect") return error;
      return new UserError(
        l10n.t(
          "“{0}” is not protected like that any more: somebody changed or removed it meanwhile. Look at it as it is now.",
          branch,
        ),
        { cause: error, action: refresh },
      );
    case "conflict":
      return new UserError(
        l10n.t(
          "“{0}” is protected already, perhaps by somebody else a moment ago. Edit how it is protected instead.",
          branch,
        ),
        {
          cause: error,
          action: {
            title: l10n.t("Edit Protected Branch"),
            command: "forgeline.protectedBranch.edit",
            args: [{ instance, project, protectedBranch: { name } }],
          },
        },
      );
    case "invalidRequest": {
      const said = reasonOf(error);
      if (people.length > 0) {
        return new UserError(
          withReason(
            l10n.t(
              "{0} does not let in {1}: users need access to the project, groups must be shared with it, and nobody stands in a list twice.",
              host,
              plainText(people.join(", "), 150),
            ),
            said,
          ),
          { cause: error },
        );
      }
      const unusual = levels.filter((level) => level !== 40);
      if (unusual.length > 0) {
        return new UserError(
          withReason(
            l10n.t(
              "{0} does not take {1}: it may not know this level, or it is in the list already. Choose another.",
              host,
              unusual.map((level) => l10n.t("“{0}”", levelName(level))).join(", "),
            ),
            said,
          ),
          { cause: error },
        );
      }
      return error;
    }
    default:
      return error;
  }
}

const withReason = (message: string, said: string): string =>
  said === "" ? message : l10n.t("{0} The service says: {1}", message, said);

const reasonOf = ({ serviceMessage, fields }: ApiError): string =>
  plainText(
    serviceMessage ??
      Object.entries(fields ?? {})
        .map(([field, texts]) => (field === "base" ? texts.join(", ") : `${field} ${texts.join(", ")}`))
        .join("; "),
    200,
  );
