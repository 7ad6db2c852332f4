import { l10n } from "vscode";
import type { FileChange } from "../../../core/comparisons/comparison.ts";
import type { FileTest } from "../../../core/comparisons/rows.ts";
import { quoted } from "../../../core/filters/fields.ts";
import { FilterTable } from "../../../core/filters/filterTable.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { placeOf } from "../../../core/mergeRequests/review/place.ts";
import { pathPattern } from "./pathPattern.ts";
import type { Tracking } from "./tracking.ts";

/** Which changed files of merge requests are shown. */
export interface FileFilter {
  readonly unviewed?: true;
  readonly threads?: true;
  readonly glob?: string;
}

export const fileFilters = new FilterTable<FileFilter>("changedFileFilter", ({ flag, text }) => [
  {
    title: l10n.t("Show only"),
    fields: [
      flag("unviewed", { name: l10n.t("Not Viewed"), summary: () => l10n.t("not viewed") }),
      flag("threads", { name: l10n.t("With Open Threads"), summary: () => l10n.t("with open threads") }),
      text("glob", {
        name: l10n.t("Path"),
        prompt: l10n.t("Enter a pattern, for example *.ts, src/** or *.{md,txt}. Leave empty for all files"),
        summary: quoted,
      }),
    ],
  },
]);

/** Returns the test of files of a merge request; undefined without a filter. */
export function fileTest(
  filter: FileFilter,
  { rows, want }: Pick<Tracking, "rows"> & { readonly want: (place: MergeRequestPlace) => void },
): FileTest | undefined {
  if (!fileFilters.isSet(filter)) return undefined;
  const matches = filter.glob === undefined ? undefined : pathPattern(filter.glob);
  return (ref, changes) => {
    const place = placeOf(ref);
    if (filter.threads) want(place);
    return (file: FileChange) =>
      (matches === undefined || matches(file.path) || matches(file.oldPath)) &&
      (filter.unviewed === undefined || !rows.isViewed(place, changes, file)) &&
      (filter.threads === undefined || rows.threadsOn(place, file).open > 0);
  };
}
