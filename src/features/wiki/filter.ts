import { l10n } from "vscode";
import { quoted } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";

/** Filter of the Wiki view. */
export interface WikiFilter {
  /** Part of a title or path. */
  readonly text?: string;
}

const title = l10n.t("Filter Wiki Pages");

export const wikiFilters = new FilterTable<WikiFilter>("wikiFilter", ({ text }) => [
  {
    title,
    fields: [
      text("text", {
        name: title,
        prompt: l10n.t("Enter part of a title or path. Leave empty for all pages"),
        summary: quoted,
      }),
    ],
  },
]);
