import { l10n } from "vscode";
import type { UserQuery } from "../../../api/resources/userTypes.ts";
import { quoted } from "../../../core/filters/fields.ts";
import { FilterTable } from "../../../core/filters/filterTable.ts";
import { plainText } from "../../../core/ui/plainText.ts";

/** Filter of the users in the People view. */
export interface UserFilter {
  /** Part of the name, or the primary email address. */
  readonly search?: string;
  /** Exactly this one, in any letter case. */
  readonly username?: string;
  readonly state?: "active" | "blocked";
}

export const userFilters = new FilterTable<UserFilter, UserQuery>("userFilter", ({ choice, text }) => [
  {
    title: l10n.t("Show only"),
    fields: [
      choice("state", {
        name: l10n.t("State"),
        values: ["", "active", "blocked"],
        otherwise: l10n.t("any"),
        words: (state) => ({ "": l10n.t("Any"), active: l10n.t("Active"), blocked: l10n.t("Blocked") })[state],
        placeholder: l10n.t("Select the state of accounts to show"),
        summary: (state) => (state === "active" ? l10n.t("active") : l10n.t("blocked")),
        late: true,
        query: (state) => ({ [state]: true }),
      }),
      text("search", {
        name: l10n.t("Name"),
        prompt: l10n.t("Enter part of the name, or the whole primary email address. Leave empty for any"),
        summary: quoted,
        query: (search) => ({ search }),
      }),
      text("username", {
        name: l10n.t("Username"),
        prompt: l10n.t("Enter the whole username, in any letter case. Leave empty for any"),
        read: (typed) => typed.replace(/^@/, ""),
        summary: (username) => `@${plainText(username, 80)}`,
        query: (username) => ({ username }),
      }),
    ],
  },
]);
