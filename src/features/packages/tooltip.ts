import { env, l10n, type MarkdownString } from "vscode";
import { shown, time, tooltip } from "../../core/tree/tooltipText.ts";
import type { PackageNode, VersionNode } from "./nodes.ts";

const count = (value: unknown): string | undefined =>
  typeof value === "number" ? value.toLocaleString(env.language) : shown(value);

/** What a description says first: the summary, unless it only repeats the description. */
const summary = (text: {
  readonly summary?: string | null;
  readonly description?: string | null;
}): string | undefined => (text.summary === text.description ? undefined : shown(text.summary));

/** Everything that the search tells about a package. */
export function packageTooltip({ found }: PackageNode): MarkdownString {
  return tooltip(shown(found.title) ?? found.id, [
    [l10n.t("Name"), found.title === found.id ? undefined : found.id],
    [l10n.t("Newest version"), shown(found.version)],
    [l10n.t("Authors"), shown(found.authors)],
    [l10n.t("Tags"), shown(found.tags)],
    [l10n.t("Summary"), summary(found)],
    [l10n.t("Description"), shown(found.description)],
    [l10n.t("Downloads"), count(found.totalDownloads)],
  ]);
}

/** Everything that a version says of itself. */
export function versionTooltip({ packageName, version, entry }: VersionNode, now = Date.now()): MarkdownString {
  return tooltip(`${packageName} ${version}`, [
    [l10n.t("Authors"), shown(entry.authors)],
    [l10n.t("Tags"), shown(entry.tags)],
    [l10n.t("Summary"), summary(entry)],
    [l10n.t("Description"), shown(entry.description)],
    [l10n.t("Published"), time(entry.published, now)],
  ]);
}
