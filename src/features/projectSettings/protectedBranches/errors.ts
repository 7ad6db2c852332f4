import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { orRefresh, orSwitchAccount, refusalOf } from "../../../core/ui/refusals.ts";
import { levelName } from "./labels.ts";
import type { ProtectedBranchRef } from "./refs.ts";

/** The request that the host refused. */
export interface RefusedRequest {
  readonly doing: "protect" | "change" | "unprotect";
  /** Names of the users and groups in the request. */
  readonly people?: readonly string[];
  /** Access levels in the request. */
  readonly levels?: readonly number[];
}

/**
 * Returns the refusal of a request about a protected branch (Part 3, Protected branches): hosts also answer 403 to accounts outside the
 * branch's own unprotect levels, 400 for unknown levels, 422 for people without access to the project.
 */
export function protectedBranchError(
  error: unknown,
  { instance, project, protectedBranch: { name } }: ProtectedBranchRef,
  { doing, people = [], levels = [] }: RefusedRequest,
): unknown {
  const host = instanceHost(instance);
  const branch = plainText(name, 100);
  return refusalOf(error, {
    forbidden: () =>
      orSwitchAccount(
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
      ),
    notFound: () =>
      doing === "protect"
        ? undefined
        : orRefresh(
            l10n.t(
              "“{0}” is not protected like that any more: somebody changed or removed it meanwhile. Look at it as it is now.",
              branch,
            ),
          ),
    conflict: () => ({
      message: l10n.t(
        "“{0}” is protected already, perhaps by somebody else a moment ago. Edit how it is protected instead.",
        branch,
      ),
      action: {
        title: l10n.t("Edit Branch Protection"),
        command: "forgeline.protectedBranch.edit",
        args: [{ instance, project, protectedBranch: { name } }],
      },
    }),
    invalidRequest: (refused) => {
      const unusual = levels.filter((level) => level !== 40);
      if (people.length > 0)
        return withReason(
          l10n.t(
            "{0} does not let in {1}: users need access to the project, groups must be shared with it, and nobody stands in a list twice.",
            host,
            plainText(people.join(", "), 150),
          ),
          reasonOf(refused),
        );
      if (unusual.length > 0)
        return withReason(
          l10n.t(
            "{0} does not take {1}: it may not know this level, or it is in the list already. Choose another.",
            host,
            unusual.map((level) => l10n.t("“{0}”", levelName(level))).join(", "),
          ),
          reasonOf(refused),
        );
      return undefined;
    },
  });
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
