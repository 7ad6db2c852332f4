import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { listText } from "../../../core/ui/plural.ts";
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
          ? l10n.t("Only project maintainers on {0} can protect branches. Ask one of them, or switch accounts.", host)
          : l10n.t(
              "Only project maintainers on {0} who are allowed to unprotect can change the protection of “{1}”. Ask one of them, or switch accounts.",
              host,
              branch,
            ),
      ),
    notFound: () =>
      doing === "protect"
        ? undefined
        : orRefresh(
            l10n.t(
              "The protection of “{0}” was changed or removed in the meantime. Review its current access.",
              branch,
            ),
          ),
    conflict: () => ({
      message: l10n.t("“{0}” is already protected. Edit its protection instead.", branch),
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
            "{0} cannot add {1}. Users need access to the project, groups must be shared with it, and entries must be unique.",
            host,
            plainText(listText(people), 150),
          ),
          reasonOf(refused),
        );
      if (unusual.length > 0)
        return withReason(
          l10n.t(
            "{0} does not accept {1}. The level may not be supported or is already in the list. Choose another level.",
            host,
            listText(unusual.map((level) => l10n.t("“{0}”", levelName(level)))),
          ),
          reasonOf(refused),
        );
      return undefined;
    },
  });
}

const withReason = (message: string, said: string): string =>
  said === "" ? message : l10n.t("{0} Message from the host: {1}", message, said);

const reasonOf = ({ serviceMessage, fields }: ApiError): string =>
  plainText(
    serviceMessage ??
      Object.entries(fields ?? {})
        .map(([field, texts]) => (field === "base" ? texts.join(", ") : `${field} ${texts.join(", ")}`))
        .join("; "),
    200,
  );
