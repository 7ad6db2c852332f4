import { DocumentLink, l10n, languages, type Range, type TextDocument, Uri, workspace } from "vscode";
import { readPagePath, readWikiAuthority } from "../../core/addresses/wiki.ts";
import type { Disposable } from "../../core/base/disposable.ts";
import type { Context } from "../../core/context.ts";
import type { RemoteTextFileSystem } from "../../core/remoteText/fileSystem.ts";
import { rangeOf } from "../../core/ui/documentEdits.ts";
import { headingLine } from "./headings.ts";
import { linkTargets } from "./linkTargets.ts";
import type { PageFormats } from "./pageFormats.ts";
import { placeOf } from "./pageLinks.ts";

class PageLink extends DocumentLink {
  readonly from: Uri;
  readonly href: string;

  /** Leads nowhere yet: which page is meant is looked up when the link is followed. */
  constructor(range: Range, from: Uri, href: string) {
    super(range);
    [this.from, this.href] = [from, href];
  }
}

/**
 * Links between the pages of a wiki, and to its attachments, in the text editor; they lead where those of the preview do. Links to elsewhere
 * and within a page stay the editor's own. Ends with the returned disposable.
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
          const place = placeOf(page, found.target);
          if (!place) return [];
          const link = new PageLink(rangeOf(document, found), document.uri, found.target);
          link.tooltip = readPagePath(place.path) ? l10n.t("Open Page") : l10n.t("Open Attachment");
          return [link];
        });
      },
      async resolveDocumentLink(link) {
        const scope = link instanceof PageLink ? readWikiAuthority(link.from.authority) : undefined;
        if (!(link instanceof PageLink) || !scope) return link;
        // Without an answer pages are taken for Markdown, as most are.
        await formats
          .look(scope)
          .catch((error: unknown) => report.background(error, "Look at what a wiki page links to"));
        const place = placeOf(formats.page(scope, link.from), link.href);
        if (!place) return link;
        const target = Uri.from({ scheme, authority: link.from.authority, path: place.path });
        const text = readPagePath(place.path) && (await textNow(texts, target));
        const line = text === undefined || place.fragment === "" ? undefined : headingLine(text, place.fragment);
        link.target = line === undefined ? target : target.with({ fragment: `L${line + 1}` });
        return link;
      },
    },
  );
}

/** What a page that is about to be opened says: as the host has it now, unless somebody is writing in it. Undefined when it cannot be read; opening it says why. */
async function textNow(
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
