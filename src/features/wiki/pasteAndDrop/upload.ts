import { l10n, type Range, type TextDocument } from "vscode";
import { readPagePath, readWikiAuthority } from "../../../core/addresses/wiki.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { attachFiles } from "../../../core/ui/attachFiles.ts";
import { registerPasteAndDrop } from "../../../core/ui/pasteAndDrop.ts";
import type { FileToAttach } from "../../../core/ui/transferredFiles.ts";
import { attachmentLink } from "../attachmentLink.ts";

export interface AttachOptions extends Pick<Context, "connections" | "report"> {
  /** Called after each upload, so that the preview looks up the file again. */
  readonly attached: (scope: ProjectScope) => void;
}

/** Uploads files that are pasted or dropped into pages as attachments of the wiki. */
export const attachToPages = (scheme: string, parts: AttachOptions): Disposable =>
  registerPasteAndDrop(
    { scheme },
    {
      title: l10n.t("Attach to the wiki"),
      accepts: ({ uri }) => uri.query === "" && readPagePath(uri.path) !== undefined,
      attach: (document, ranges, files) => {
        attach(parts, document, ranges, files).catch((error: unknown) =>
          parts.report.error(error, l10n.t("Attach to the Wiki")),
        );
      },
    },
  );

/** Uploads files as attachments of the wiki, and inserts links to them. @throws ApiError, UserError */
export async function attach(
  { connections, attached }: AttachOptions,
  document: TextDocument,
  ranges: readonly Range[],
  files: readonly FileToAttach[],
): Promise<void> {
  const [scope, page] = [readWikiAuthority(document.uri.authority), readPagePath(document.uri.path)];
  if (!scope || !page) return;
  const { instance, project } = scope;
  const { client } = connections.get(instance);
  await attachFiles(
    {
      instance,
      send: async (file, options) => {
        const answer = await client.wikis.uploadAttachment(project, { file }, options);
        attached(scope);
        return attachmentLink(page.format, answer);
      },
      reopens: true,
      words: {
        mayBe: l10n.t("It may have been uploaded anyway. Attachments without a link are not visible."),
        notAdded: (name, why) => l10n.t("“{0}” was not added to the page. {1}", name, why),
        notAttached: (name, why) => l10n.t("“{0}” was not attached and not added to the page. {1}", name, why),
        notInserted: (link) =>
          l10n.t(
            "The attachment was uploaded, but the page could not be changed. Paste this link into the page: {0}",
            link,
          ),
      },
    },
    document,
    ranges,
    files,
  );
}
