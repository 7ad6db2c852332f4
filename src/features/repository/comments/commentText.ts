import { env, l10n } from "vscode";
import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { type HostList, partialText } from "../../../core/ui/partialList.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { placeOf } from "./places.ts";

/** Returns the name of a comment's author. */
export const authorName = ({ author }: CommitCommentListEntry): string =>
  plainText(author?.name ?? author?.username, 100) || l10n.t("unknown user");

/** Returns all comments on a commit as one Markdown text. */
export function commentsText(
  commit: { readonly id: string; readonly title?: string | null },
  comments: HostList<CommitCommentListEntry>,
): string {
  const heading = `# ${l10n.t("Comments on commit {0}", shortSha(commit.id))}`;
  const title = !commit.title ? [] : [plainText(commit.title)];
  const part = comments.capped === true ? [partialText(comments.items.length)] : [];
  if (comments.items.length === 0 && part.length === 0)
    return `${[heading, ...title, l10n.t("No comments yet.")].join("\n\n")}\n`;
  const parts = comments.items.map((comment) => {
    const place = placeOf(comment);
    const where =
      place === undefined
        ? undefined
        : comment.line_type === "old"
          ? l10n.t("{0}, previous line {1}", place.path, place.line)
          : l10n.t("{0}, line {1}", place.path, place.line);
    const about = [authorName(comment), dateTime(comment.created_at, env.language), where]
      .filter((part) => part !== undefined)
      .join(" · ");
    return `## ${plainText(about)}\n\n${comment.note.trim()}`;
  });
  return `${[heading, ...title, ...part, ...parts].join("\n\n")}\n`;
}
