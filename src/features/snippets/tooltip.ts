import { l10n, type MarkdownString } from "vscode";
import { shown, time, tooltip, who } from "../../core/tree/tooltipText.ts";
import { visibilityName } from "./items.ts";
import { snippetName } from "./labels.ts";
import { pathsOf, type SnippetNode } from "./nodes.ts";

/** Everything that lists tell of a snippet. */
export function snippetTooltip(node: SnippetNode, now = Date.now()): MarkdownString {
  const { snippet } = node;
  const paths = pathsOf(node);
  const rest = paths.length > 10 ? [l10n.t("and {0} more", paths.length - 10)] : [];
  return tooltip(
    snippetName(snippet),
    [
      [l10n.t("Visibility"), visibilityName(snippet.visibility)],
      [l10n.t("Author"), who(snippet.author)],
      [l10n.t("Description"), shown(snippet.description)?.slice(0, 1000)],
      [l10n.t("Files"), [...paths.slice(0, 10), ...rest].join(", ")],
      [l10n.t("Created"), time(snippet.created_at, now)],
      [l10n.t("Updated"), time(snippet.updated_at, now)],
      [l10n.t("Expires"), time(snippet.expires_at, now)],
      [
        l10n.t("Project"),
        typeof snippet.project_id === "number" ? l10n.t("project {0}", snippet.project_id) : undefined,
      ],
      [l10n.t("Repository storage"), shown(snippet.repository_storage)],
      [l10n.t("ID"), shown(snippet.id)],
    ],
    snippet.web_url,
  );
}
