import { l10n } from "vscode";
import type { MilestoneQuery } from "../../api/resources/milestoneTypes.ts";
import { momentWords, quoted } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";
import { plainText } from "../../core/ui/plainText.ts";

/** Filter of the Milestones view. */
export interface MilestoneFilter {
  /** Part of the title or the description. */
  readonly search?: string;
  /** The whole title. */
  readonly title?: string;
  /** Numbers within the project or group, separated by commas. */
  readonly iids?: string;
  /** ISO 8601 */
  readonly updatedAfter?: string;
  /** ISO 8601 */
  readonly updatedBefore?: string;
}

const searchTitle = l10n.t("Search Milestones");

/** Returns numbers separated by commas; undefined for anything else. */
function numberList(typed: string): string | undefined {
  const list = typed
    .split(/[\s,%]+/)
    .filter((part) => part !== "")
    .join(",");
  return /^\d{1,9}(?:,\d{1,9})*$/.test(list) ? list : undefined;
}

export const milestoneFilters = new FilterTable<MilestoneFilter, MilestoneQuery>(
  "milestoneFilter",
  ({ text, moment }) => [
    {
      title: searchTitle,
      fields: [
        text("search", {
          name: searchTitle,
          prompt: l10n.t("Enter part of a title or description. Leave empty for all"),
          summary: quoted,
          query: (search) => ({ search }),
        }),
        text("title", {
          name: l10n.t("Title"),
          prompt: l10n.t("Enter the whole title of a milestone. Leave empty for any"),
          summary: quoted,
          query: (title) => ({ title }),
        }),
        text("iids", {
          name: l10n.t("Numbers"),
          prompt: l10n.t("Enter numbers of milestones, separated by commas. Leave empty for any"),
          read: (typed) => numberList(typed) ?? "",
          validate: (typed) =>
            typed.trim() === "" || numberList(typed) !== undefined
              ? undefined
              : l10n.t("Enter numbers separated by commas, for example 1, 4."),
          summary: (iids) => `%${plainText(iids, 80)}`,
          // The host ignores the numbers where the milestones of parent groups are listed as well.
          query: (iids) => ({ iids: iids.split(",").map(Number), include_ancestors: undefined }),
        }),
        moment("updatedAfter", {
          name: l10n.t("Updated After"),
          summary: (at) => l10n.t("updated after {0}", momentWords(at)),
          query: (at) => ({ updated_after: at }),
        }),
        moment("updatedBefore", {
          name: l10n.t("Updated Before"),
          summary: (at) => l10n.t("updated before {0}", momentWords(at)),
          query: (at) => ({ updated_before: at }),
        }),
      ],
    },
  ],
);
