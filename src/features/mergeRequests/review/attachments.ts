import { l10n, type Range, type TextDocument, type Uri } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { type AttachTarget, attachFiles } from "../../../core/ui/attachFiles.ts";
import { boxSelector } from "../../../core/ui/commentBoxes.ts";
import { registerPasteAndDrop } from "../../../core/ui/pasteAndDrop.ts";
import { sizeText } from "../../../core/ui/size.ts";
import type { FileToAttach } from "../../../core/ui/transferredFiles.ts";
import { mostFileBytes } from "../../../core/webview/fileMessages.ts";

type AttachContext = Pick<Context, "connections" | "report">;

/**
 * Uploads files that are pasted or dropped into the boxes of comments to the project.
 * @param place returns the merge request that is commented on in a box
 */
export const attachToComments = (
  context: AttachContext,
  place: (box: Uri) => MergeRequestPlace | undefined,
): Disposable =>
  registerPasteAndDrop(boxSelector, {
    title: l10n.t("Attach to the comment"),
    accepts: ({ uri }) => place(uri) !== undefined,
    attach: (document, ranges, files) => {
      const subject = place(document.uri);
      if (subject)
        attach(context, subject, document, ranges, files).catch((error: unknown) =>
          context.report.error(error, l10n.t("Attach to the Comment")),
        );
    },
  });

/** Uploads files to the project, and inserts links to them. @throws ApiError, UserError */
export const attach = (
  context: AttachContext,
  place: MergeRequestPlace,
  document: TextDocument,
  ranges: readonly Range[],
  files: readonly FileToAttach[],
): Promise<void> => attachFiles({ ...commentTarget(context, place), reopens: false }, document, ranges, files);

/** Returns how files become links in the comments of a project. */
export function commentTarget(
  { connections }: Pick<Context, "connections">,
  { instance, project }: MergeRequestPlace,
): AttachTarget {
  const { extras } = connections.get(instance).client;
  return {
    instance,
    send: async (file, options) => {
      if (file.size > mostFileBytes)
        throw new UserError(l10n.t("The file is larger than {0}.", sizeText(mostFileBytes)));
      try {
        return (await extras.upload(project, file, options)).markdown;
      } catch (error) {
        if (error instanceof ApiError && extras.available("upload") === false)
          throw new UserError(l10n.t("{0} does not accept uploads.", instanceHost(instance)), { cause: error });
        throw error;
      }
    },
    words: {
      mayBe: l10n.t("It may have been uploaded anyway. Uploads without a link are not visible."),
      notAdded: (name, why) => l10n.t("“{0}” was not added to the comment. {1}", name, why),
      notAttached: (name, why) => l10n.t("“{0}” was not uploaded and not added to the comment. {1}", name, why),
      notInserted: (link) =>
        l10n.t("The file was uploaded, but the comment could not be changed. Paste this link into it: {0}", link),
    },
  };
}
