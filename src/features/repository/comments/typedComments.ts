import type { Uri } from "vscode";
import type { DraftStore } from "../../../core/base/drafts.ts";
import { asId, asText, recordOf } from "../../../core/base/stored.ts";
import { withLeft } from "../../../core/base/withLeft.ts";
import type { FileRef } from "../../../core/files/refs.ts";
import { subjectsOfBox } from "../../../core/ui/commentBoxes.ts";
import type { Report } from "../../../core/ui/report.ts";
import { TypedTexts } from "../../../core/ui/typedTexts.ts";
import { commentDraft, keepCommentDraft } from "./drafts.ts";

interface Comments {
  readonly controller: { readonly id: string };
  commentedFile(uri: Uri): FileRef | undefined;
  /** Shows the unsent comments of a file. */
  refresh(file: FileRef): void;
}

/** Keeps what is typed into the boxes of comments on commits; what is left of it becomes an unsent comment on the first line of its file. */
export const typedComments = (
  {
    drafts,
    report,
  }: { readonly drafts: Pick<DraftStore, "all" | "get" | "keepQuietly">; readonly report: Pick<Report, "background"> },
  comments: Comments,
): TypedTexts<FileRef> =>
  new TypedTexts<FileRef>({
    name: "typedOnCommits",
    parse: recordOf({ instance: asText, project: asId, path: asText, ref: asText }),
    drafts,
    report,
    subjectOf: (box) => {
      // An unsent comment that is changed.
      if (box.authority === "") return undefined;
      const [first] = subjectsOfBox(box, comments.controller.id, (document) => {
        const file = comments.commentedFile(document);
        if (file === undefined) return undefined;
        const { instance, project, path, ref } = file;
        return { document, place: { instance, project, path, ref } };
      });
      return first;
    },
    recover: async (file, text) => {
      const place = { ...file, line: 1 };
      const kept = commentDraft(drafts, place);
      await keepCommentDraft(drafts, place, { ...kept, text: withLeft(kept?.text, text) });
      comments.refresh(file);
    },
  });
