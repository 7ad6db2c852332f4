import { type Comment, CommentMode, l10n } from "vscode";
import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { moment } from "../../../core/ui/age.ts";
import { textPlaceOf, withProjectLinks } from "../../../core/ui/projectLinks.ts";
import { commentMarkdown } from "../../../core/ui/unsentComment.ts";
import { authorName } from "./commentText.ts";

/** Returns a comment of the host as VS Code shows it. */
export function hostComment(scope: ProjectScope, comment: CommitCommentListEntry): Comment {
  const at = moment(comment.created_at);
  return {
    body: commentMarkdown(
      withProjectLinks(comment.note, textPlaceOf(scope)),
      l10n.t("Truncated. Use “Show Commit Comments” to read the whole text."),
    ),
    mode: CommentMode.Preview,
    author: { name: authorName(comment) },
    contextValue: "comment",
    ...(at === undefined ? {} : { timestamp: new Date(at) }),
  };
}
