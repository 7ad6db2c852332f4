import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AdminUserFilter } from "./filter.ts";
import { userStateWords } from "./items.ts";

/** What users are ordered by, in words. */
export function userOrderWords(order: string): string {
  switch (order) {
    case "name":
      return l10n.t("name");
    case "username":
      return l10n.t("username");
    case "created_at":
      return l10n.t("creation");
    case "updated_at":
      return l10n.t("last change");
    default:
      return l10n.t("ID (when they were created)");
  }
}

/** Values by key, as `a=1, b=2`. */
export const attributeWords = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([key, value]) => plainText(`${key}=${value}`, 80))
    .join(", ");

/** The filter in words; undefined when there is none. */
export function adminUserFilterText(filter: AdminUserFilter): string | undefined {
  const {
    search,
    username,
    state,
    twoFactor,
    external,
    identity,
    createdAfter,
    createdBefore,
    attributes,
    withAttributes,
    orderBy,
    sort,
  } = filter;
  const parts = [
    search !== undefined && l10n.t("“{0}”", plainText(search, 80)),
    username !== undefined && `@${plainText(username, 80)}`,
    userStateWords(state),
    twoFactor !== undefined &&
      (twoFactor === "enabled"
        ? l10n.t("with two-factor authentication")
        : l10n.t("without two-factor authentication")),
    external === true && l10n.t("external"),
    identity && l10n.t("{0} at {1}", plainText(identity.uid, 80), plainText(identity.provider, 40)),
    createdAfter !== undefined && l10n.t("created after {0}", plainText(createdAfter, 40)),
    createdBefore !== undefined && l10n.t("created before {0}", plainText(createdBefore, 40)),
    attributes && attributeWords(attributes),
    withAttributes === true && l10n.t("with custom attributes"),
    orderBy !== undefined && l10n.t("ordered by {0}", userOrderWords(orderBy)),
    sort === "asc" && l10n.t("oldest or lowest first"),
  ].filter((part): part is string => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : parts.join(", ");
}
