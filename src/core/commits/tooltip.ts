import { l10n, type MarkdownString } from "vscode";
import type { Commit } from "../../api/resources/commitTypes.ts";
import { shown, time, tooltip } from "../tree/tooltipText.ts";
import { shortSha } from "../ui/shortSha.ts";
import { statusLabel } from "../ui/statusIcon.ts";

/** Returns the tooltip of a commit; line counts and pipeline are included once its details are loaded. */
export function commitTooltip(commit: Commit, status: string | undefined, now = Date.now()): MarkdownString {
  const { stats, last_pipeline: pipeline, author_name: author, committer_name: committer } = commit;
  const title = shown(commit.title);
  const body = (shown(commit.message) ?? "").slice(title?.length ?? 0).trim();
  return tooltip(
    title ?? commit.id,
    [
      [l10n.t("Commit"), commit.id],
      [l10n.t("Author"), person(author, commit.author_email)],
      [l10n.t("Authored"), time(commit.authored_date, now)],
      [
        l10n.t("Committer"),
        committer === author && commit.committer_email === commit.author_email
          ? undefined
          : person(committer, commit.committer_email),
      ],
      [l10n.t("Committed"), time(commit.committed_date, now)],
      [l10n.t("Parents"), commit.parent_ids?.map((id) => shortSha(id)).join(", ")],
      [
        l10n.t("Lines"),
        stats ? l10n.t("{0} added, {1} deleted", stats.additions ?? 0, stats.deletions ?? 0) : undefined,
      ],
      [
        l10n.t("Pipeline"),
        pipeline
          ? `#${pipeline.id}: ${statusLabel(pipeline.status)}`
          : status === undefined
            ? undefined
            : statusLabel(status),
      ],
      [l10n.t("Message"), body],
    ],
    commit.web_url,
  );
}

const person = (name: unknown, email: unknown): string | undefined => {
  const parts = [shown(name), shown(email)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : `${parts[0]} <${parts[1]}>`;
};
