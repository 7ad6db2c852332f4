import { l10n } from "vscode";
import type { AllSnippetsQuery } from "../../api/resources/snippets.ts";
import { momentWords } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { SnippetGroup } from "./nodes.ts";

/** Filter of the Snippets view. Moments are ISO 8601. */
export interface SnippetFilter {
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  /** Repository storage; only for administrators and the list of all snippets (Part 3, Snippets). */
  readonly storage?: string;
}

export const snippetFilters = new FilterTable<SnippetFilter, AllSnippetsQuery>("snippetFilter", ({ moment, text }) => [
  {
    title: l10n.t("Show only"),
    fields: [
      moment("createdAfter", {
        name: l10n.t("Created After"),
        otherwise: l10n.t("any time"),
        summary: (at) => l10n.t("created after {0}", momentWords(at)),
        query: (at) => ({ created_after: at }),
      }),
      moment("createdBefore", {
        name: l10n.t("Created Before"),
        otherwise: l10n.t("any time"),
        summary: (at) => l10n.t("created before {0}", momentWords(at)),
        query: (at) => ({ created_before: at }),
      }),
    ],
  },
  {
    title: l10n.t("For administrators (All I can see)"),
    fields: [
      text("storage", {
        name: l10n.t("Repository Storage"),
        prompt: l10n.t("Enter the name of a repository storage, for example default. Leave empty for any"),
        summary: (storage) => l10n.t("in storage “{0}”", plainText(storage, 60)),
        query: (storage) => ({ repository_storage: storage }),
      }),
    ],
  },
]);

/** Returns the query parameters for a list; only the list of all snippets accepts a storage. */
export const snippetQuery = ({ storage, ...filter }: SnippetFilter, group: SnippetGroup): AllSnippetsQuery =>
  snippetFilters.query({ ...filter, ...(storage !== undefined && group === "all" && { storage }) });
