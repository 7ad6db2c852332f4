import { DocumentLink, l10n, languages, type Range, type TextDocument, Uri, workspace } from "vscode";
import { readPagePath, readWikiAuthority } from "../../core/addresses/wiki.ts";
import type { Disposable } from "../../core/base/disposable.ts";
import type { Context } from "../../core/context.ts";
import type { RemoteTextFileSystem } from "../../core/remoteText/fileSystem.ts";
import { rangeOf } from "../../core/ui/documentEdits.ts";
import { headingLine } from "./headings.ts";
import { linkTargets } from "./linkTargets.ts";
import type { PageFormats } from "./pageFormats.ts";
import { resolveLink } from "./pageLinks.ts";

class PageLink extends DocumentLink {
  readonly from: Uri;
  readonly href: string;

  /** Creates a link without a target, which is resolved when the link is followed. */
  constructor(range: Range, from: Uri, href: string) {
    super(range);
    [this.from, this.href] = [from, href];
  }
}

/**
 * Registers links to pages and attachments of the wiki in the text editor, with the same targets as in the preview.
 * Other links and links within a page are left to VS Code.
 */
export function linkPages(
  scheme: string,
  formats: PageFormats,
  { report, texts }: Pick<Context, "report"> & { readonly texts: Pick<RemoteTextFileSystem, "readFile" | "refresh"> },
): Disposable {
  return languages.registerDocumentLinkProvider(
    { scheme },
    {
      provideDocumentLinks(document: TextDocument) {
        const [scope, named] = [readWikiAuthority(document.uri.authority), readPagePath(document.uri.path)];
        if (!scope || !named) return [];
        const page = formats.page(scope, document.uri);
        return linkTargets(document.getText(), named.format).flatMap((found) => {
          const place = resolveLink(page, found.target);
          if (!place) return [];
          const link = new PageLink(rangeOf(document, found), document.uri, found.target);
          link.tooltip = readPagePath(place.path) ? l10n.t("Open Page") : l10n.t("Open Attachment");
          return [link];
        });
      },
      async resolveDocumentLink(link) {
        const scope = link instanceof PageLink ? readWikiAuthority(link.from.authority) : undefined;
        if (!(link instanceof PageLink) || !scope) return link;
        // On failure pages are assumed to be Markdown, the usual format.
        await formats
          .refresh(scope)
          .catch((error: unknown) => report.background(error, "Look at what a wiki page links to"));
        const place = resolveLink(formats.page(scope, link.from), link.href);
        if (!place) return link;
        const target = Uri.from({ scheme, authority: link.from.authority, path: place.path });
        const text = readPagePath(place.path) && (await currentText(texts, target));
        const line = text === undefined || place.fragment === "" ? undefined : headingLine(text, place.fragment);
        link.target = line === undefined ? target : target.with({ fragment: `L${line + 1}` });
        return link;
      },
    },
  );
}

/**
 * Returns the current text of a page: the host's, unless it is being edited. Undefined on failure, which opening it
 * reports.
 */
async function currentText(
  texts: Pick<RemoteTextFileSystem, "readFile" | "refresh">,
  page: Uri,
): Promise<string | undefined> {
  try {
    const open = workspace.textDocuments.find(({ uri }) => uri.toString() === page.toString());
    if (open?.isDirty === true) return open.getText();
    await texts.refresh(page);
    return new TextDecoder().decode(await texts.readFile(page));
  } catch {
    return undefined;
  }
}
