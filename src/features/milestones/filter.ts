import { l10n } from "vscode";
import { quoted } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";

/** Filter of the Milestones view. */
export interface MilestoneFilter {
  /** Part of the title or the description. */
  readonly search?: string;
}

const title = l10n.t("Search Milestones");

export const milestoneFilters = new FilterTable<MilestoneFilter>("milestoneFilter", ({ text }) => [
  {
    title,
    fields: [
      text("search", {
        name: title,
        prompt: l10n.t("Enter part of a title or description. Leave empty for all"),
        summary: quoted,
      }),
    ],
  },
]);
