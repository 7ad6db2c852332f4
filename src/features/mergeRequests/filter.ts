import { l10n } from "vscode";
import { type FilterField, fieldKinds, quoted } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";
import {
  type MergeRequestFilter,
  mergeRequestOrders,
  mergeRequestScopes,
  mergeRequestStates,
} from "../../core/mergeRequests/filter.ts";
import { orderLabel, scopeLabel, stateLabel } from "../../core/mergeRequests/labels.ts";
import { plainText } from "../../core/ui/plainText.ts";

const value = (text: string): string => plainText(text, 80);

export const mergeRequestFilters = new FilterTable<MergeRequestFilter>(
  "mergeRequestFilter",
  ({ choice, text, ref }) => [
    {
      title: l10n.t("Show only"),
      fields: [
        choice("state", { name: l10n.t("State"), values: mergeRequestStates, words: stateLabel, summary: stateLabel }),
        choice("scope", {
          name: l10n.t("Author or Assignee"),
          values: mergeRequestScopes,
          words: scopeLabel,
          summary: scopeLabel,
        }),
        text("search", {
          name: l10n.t("Text"),
          prompt: l10n.t("Enter words of the title or description. Leave empty for any"),
          summary: quoted,
        }),
        text("author", {
          name: l10n.t("Author"),
          prompt: l10n.t("Enter the username of the author. Leave empty for any"),
          summary: (author) => l10n.t("by {0}", value(author)),
        }),
        text("labels", {
          name: l10n.t("Labels"),
          prompt: l10n.t("Enter labels separated by commas, or None or Any. Leave empty for any"),
          summary: (labels) => l10n.t("labels {0}", value(labels)),
        }),
        text("milestone", {
          name: l10n.t("Milestone"),
          prompt: l10n.t("Enter the title of a milestone, or None or Any. Leave empty for any"),
          summary: (milestone) => l10n.t("milestone {0}", value(milestone)),
        }),
        ref("sourceBranch", {
          name: l10n.t("Source Branch"),
          placeholder: l10n.t("Select or enter a branch"),
          summary: (branch) => l10n.t("from {0}", value(branch)),
        }),
        ref("targetBranch", {
          name: l10n.t("Target Branch"),
          placeholder: l10n.t("Select or enter a branch"),
          summary: (branch) => l10n.t("into {0}", value(branch)),
        }),
        choice("draft", {
          name: l10n.t("Drafts"),
          values: ["any", "yes", "no"],
          words: (draft) => ({ any: l10n.t("any"), yes: l10n.t("only drafts"), no: l10n.t("no drafts") })[draft],
          summary: (draft) => (draft === "yes" ? l10n.t("drafts only") : l10n.t("no drafts")),
        }),
      ],
    },
    {
      title: l10n.t("Order"),
      fields: [
        choice("orderBy", {
          name: l10n.t("Order By"),
          values: mergeRequestOrders,
          words: orderLabel,
          summary: (order) => l10n.t("ordered by {0}", orderLabel(order)),
        }),
        choice("sort", {
          name: l10n.t("Direction"),
          values: ["desc", "asc"],
          words: (sort) => (sort === "asc" ? l10n.t("ascending") : l10n.t("descending")),
          summary: () => l10n.t("ascending"),
        }),
      ],
    },
  ],
);

/** The text alone, asked for by a command of its own. */
export const mergeRequestSearch: FilterField<MergeRequestFilter> = fieldKinds<MergeRequestFilter, object>().text(
  "search",
  {
    name: l10n.t("Search Merge Requests"),
    prompt: l10n.t("Enter words of the title or description. Leave empty for all"),
  },
);
