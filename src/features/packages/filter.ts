import { l10n } from "vscode";
import { quoted } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";
import type { GroupRef } from "../../core/groups/findGroup.ts";

/** Filter of the Packages view, and the group whose feed it shows. */
export interface PackageFilter {
  readonly search?: string;
  /** Default: prereleases are shown, as the host does (Part 1, Package feeds). */
  readonly prerelease?: false;
  /** Default: the project's own feed. */
  readonly group?: GroupRef;
}

const title = l10n.t("Filter Packages");

export const packageFilters = new FilterTable<PackageFilter>("packageFilter", ({ text, custom }) => [
  {
    title,
    fields: [
      text("search", {
        name: title,
        prompt: l10n.t("Enter part of a package name. Leave empty for all packages"),
        summary: quoted,
      }),
      custom("prerelease", {
        parse: (value) => (value === false ? value : undefined),
        summary: () => l10n.t("no prereleases"),
      }),
      custom("group", { parse: toGroup }),
    ],
  },
]);

function toGroup(value: unknown): GroupRef | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, path } = value as Readonly<Record<string, unknown>>;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && typeof path === "string" && path !== ""
    ? { id, path }
    : undefined;
}

/** Whether the filter hides rows; the group does not count. */
export const isFiltered = ({ search, prerelease }: PackageFilter): boolean =>
  search !== undefined || prerelease === false;
