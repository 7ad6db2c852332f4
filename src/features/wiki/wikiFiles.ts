import { FileChangeType, type FileStat, FileSystemError, FileType, l10n, Uri, workspace } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { AllItems } from "../../api/pages.ts";
import type { WikiPage } from "../../api/resources/wikis.ts";
import { WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import {
  folderSlug,
  isAttachmentPath,
  isSameSlug,
  pagePath,
  type PagePath,
  readPagePath,
  readWikiAuthority,
  slugOf,
  wikiAuthority,
} from "../../core/addresses/wiki.ts";
import { DisposableStore } from "../../core/base/disposable.ts";
import { type ProjectScope, sameProject } from "../../core/base/refs.ts";
import { foundGone, foundIf } from "../../core/commands/findWrite.ts";
import { sendWrite } from "../../core/commands/runWrite.ts";
import type { Context } from "../../core/context.ts";
import type { FilesChanged, FileWork } from "../../core/lazy/lazyFiles.ts";
import { RemoteTextFileSystem } from "../../core/remoteText/fileSystem.ts";
import type { RemoteText } from "../../core/remoteText/remoteText.ts";
import { wholeList } from "../../core/ui/partialList.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { AskedEdits } from "../../core/ui/reviewEdits.ts";
import { isFileName } from "./attachmentPath.ts";
import { WikiAttachments } from "./attachments.ts";
import { linkPages } from "./documentLinks.ts";
import { PageFormats } from "./pageFormats.ts";
import { entriesOf, fileNames, pagesBelow } from "./pages.ts";
import { attachToPages } from "./pasteAndDrop/upload.ts";
import { WikiPreview } from "./preview/preview.ts";
import { WikiRepositories, type WikiRepositoriesOptions } from "./repository/repositories.ts";
import { WikiVersions } from "./versions.ts";

/** What WikiFiles needs from the context. */
export type WikiFilesOptions = Pick<Context, "connections" | "changes" | "drafts" | "report" | "texts" | "unanswered"> &
  WikiRepositoriesOptions;

/** The file system of wiki pages; a manual save sends the text (see RemoteTextFileSystem). */
export class WikiFiles implements FileWork {
  /** The editable pages. */
  readonly texts: RemoteTextFileSystem;
  /** The git repositories of the wikis. */
  readonly repositories: WikiRepositories;
  /** Versions of pages. */
  readonly versions: WikiVersions;
  /** The rules of the Markdown preview for pages. */
  readonly preview: WikiPreview;
  /** Deletes and renames that commands start through the editor. */
  readonly edits = new AskedEdits();
  private readonly owned = new DisposableStore();
  private readonly attachments: WikiAttachments;
  private readonly context: WikiFilesOptions;
  private readonly changed: FilesChanged;

  constructor(context: WikiFilesOptions, changed: FilesChanged) {
    this.context = context;
    this.changed = changed;
    this.texts = new RemoteTextFileSystem({
      context,
      scheme: WIKI_SCHEME,
      textOf: (uri) => this.textOf(uri),
      changed,
    });
    this.owned.add(this.texts);
    this.repositories = this.owned.add(new WikiRepositories(context));
    this.versions = this.owned.add(new WikiVersions(context, this.repositories));
    this.attachments = new WikiAttachments(this.repositories);
    const formats = this.owned.add(new PageFormats(context));
    this.preview = this.owned.add(new WikiPreview(context, this.attachments, formats));
    this.owned.add(
      workspace.onDidGrantWorkspaceTrust(() => {
        this.attachments.recheck();
        void this.preview.refresh();
      }),
    );
    this.owned.add(linkPages(WIKI_SCHEME, formats, { report: context.report, texts: this.texts }));
    this.owned.add(
      context.changes.event((change) => (change.subject === "wiki" ? this.attachments.expire(change) : undefined)),
    );
    this.owned.add(
      attachToPages(WIKI_SCHEME, {
        connections: context.connections,
        report: context.report,
        attached: (scope) => this.attachments.expire(scope),
      }),
    );
  }

  /** Returns the URI of a page's document. */
  uriOf(scope: ProjectScope, page: Pick<WikiPage, "slug" | "format">): Uri {
    return Uri.from({ scheme: WIKI_SCHEME, authority: wikiAuthority(scope), path: pagePath(page) });
  }

  /** Returns the pages of a wiki that have unsent text, and whether the host's text has changed since. */
  unsentPages(scope: ProjectScope): (WikiPage & { readonly conflict: boolean })[] {
    return this.texts.unsent.flatMap((uri) => {
      const [of, page] = [readWikiAuthority(uri.authority), readPagePath(uri.path)];
      return of && page && sameProject(of, scope)
        ? [
            {
              slug: page.slug,
              title: page.slug.replaceAll("-", " "),
              format: page.format,
              conflict: this.texts.isConflicted(uri),
            },
          ]
        : [];
    });
  }

  async stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    if (uri.query !== "") return this.versions.stat(uri);
    if (readPagePath(uri.path)) return this.texts.stat(uri);
    if (isAttachmentPath(uri.path)) return this.attachments.stat(uri, signal);
    const folder = folderSlug(uri.path);
    const { items: pages } = await this.pages(uri, signal);
    if (folder !== "" && pagesBelow(pages, folder).length === 0) {
      if (isFileName(folder)) return this.attachments.stat(uri, signal);
      throw FileSystemError.FileNotFound(uri);
    }
    return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  async readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    if (uri.query !== "") return this.versions.readFile(uri);
    if (!readPagePath(uri.path)) return this.attachments.readFile(uri, signal);
    return this.texts.readFile(uri);
  }

  async readDirectory(uri: Uri, signal: AbortSignal): Promise<[string, FileType][]> {
    const entries = entriesOf((await this.pages(uri, signal)).items, folderSlug(uri.path));
    if (entries.length === 0 && uri.path !== "/") throw FileSystemError.FileNotFound(uri);
    return fileNames(entries).map(({ name, folder }) => [name, folder ? FileType.Directory : FileType.File]);
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    checkPresent(uri);
    if (!readPagePath(uri.path))
      throw FileSystemError.NoPermissions(
        l10n.t("The name of a wiki page must end with .md, .rdoc, .asciidoc or .org."),
      );
    await this.texts.writeFile(uri, content);
  }

  /** Does nothing: a folder is created with its first page. */
  createDirectory(): Promise<void> {
    return Promise.resolve();
  }

  /** Deletes a page, or every page of a folder; a draft that was never sent is discarded. @throws FileSystemError */
  delete(uri: Uri, { recursive }: { readonly recursive: boolean }, ending: AbortSignal): Promise<void> {
    return this.edits.carryOut(ending, async (signal) => {
      checkPresent(uri);
      const page = readPagePath(uri.path);
      const [{ instance, project }, slugs] = [this.scopeOf(uri), page ? [page.slug] : await this.below(uri, signal)];
      if (!page && !recursive) throw FileSystemError.NoPermissions(l10n.t("The folder is not empty."));
      const { client } = this.context.connections.get(instance);
      for (const slug of slugs) {
        const begun = page !== undefined && this.texts.isUnsent(uri);
        try {
          await this.edits.asFileErrors(uri, () =>
            sendWrite(this.context, {
              key: JSON.stringify(["deletePage", instance, project, slug]),
              request: () => client.wikis.delete(project, slug, { signal }),
              signal,
              find: (until) => foundGone(client.wikis.get(project, slug, {}, { signal: until })),
            }),
          );
        } catch (error) {
          if (!begun || !isMissing(error)) throw error;
        } finally {
          this.announce({ instance, project }, slug);
        }
      }
      if (page) await this.texts.forget(uri);
      this.changed([{ type: FileChangeType.Deleted, uri }]);
    });
  }

  /** Renames a page, or every page of a folder. @throws FileSystemError */
  rename(from: Uri, to: Uri, { overwrite }: { readonly overwrite: boolean }, ending: AbortSignal): Promise<void> {
    return this.edits.carryOut(ending, async (signal) => {
      checkPresent(from);
      checkPresent(to);
      if (from.authority !== to.authority)
        throw FileSystemError.NoPermissions(l10n.t("Pages cannot be moved to another wiki."));
      const pages = await this.pages(from, signal);
      const page = readPagePath(from.path);
      const moves = page
        ? [{ from, to }]
        : pagesBelow(wholeList(pages), folderSlug(from.path)).map((each) => ({
            from: from.with({ path: pagePath(each) }),
            to: to.with({
              path: pagePath({ ...each, slug: slugOf(to.path) + each.slug.slice(folderSlug(from.path).length) }),
            }),
          }));
      for (const move of moves) {
        const [source, target] = [readPagePath(move.from.path), readPagePath(move.to.path)];
        if (!source) throw FileSystemError.FileNotFound(move.from);
        if (!target)
          throw FileSystemError.NoPermissions(
            l10n.t("The name of a wiki page must end with .md, .rdoc, .asciidoc or .org."),
          );
        const taken = pages.items.some(({ slug }) => isSameSlug(slug, target.slug) && slug !== source.slug);
        if (taken && !overwrite)
          throw FileSystemError.FileExists(l10n.t("The wiki already has a page “{0}”.", plainText(target.slug, 150)));
        if (taken) await this.delete(move.to, { recursive: false }, signal);
        const there = pages.items.find(({ slug }) => slug === source.slug);
        // A draft that was never sent is only renamed locally.
        if (there || !this.texts.isUnsent(move.from)) await this.move(move.from, source, target, there, signal);
        await this.texts.moved(move.from, move.to);
        this.changed([
          { type: FileChangeType.Deleted, uri: move.from },
          { type: FileChangeType.Created, uri: move.to },
        ]);
        this.announce(this.scopeOf(from), target.slug);
      }
    });
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async move(
    from: Uri,
    old: PagePath,
    target: PagePath,
    there: WikiPage | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { instance, project } = this.scopeOf(from);
    const { client } = this.context.connections.get(instance);
    // A title with a leading slash is relative to the wiki's root. An unchanged title keeps the page in place.
    const title = there && target.slug === old.slug ? there.title : `/${target.slug}`;
    const changes = { title, ...(target.format === old.format ? {} : { format: target.format }) };
    try {
      await this.edits.asFileErrors(from, () =>
        sendWrite<unknown>(this.context, {
          key: JSON.stringify(["movePage", instance, project, old.slug, changes]),
          request: () => client.wikis.update(project, old.slug, changes, { signal }),
          signal,
          find: async (until) => {
            const isMoved =
              target.slug === old.slug || (await foundGone(client.wikis.get(project, old.slug, {}, { signal: until })));
            if (!isMoved) return undefined;
            return foundIf(
              await client.wikis.get(project, target.slug, {}, { signal: until }),
              ({ format }) => format === target.format,
            );
          },
        }),
      );
    } catch (error) {
      // The host may have moved it nevertheless.
      this.announce({ instance, project }, old.slug);
      throw error;
    }
  }

  private textOf(uri: Uri): RemoteText {
    const [scope, page] = [this.scopeOf(uri), readPagePath(uri.path)];
    if (!page) throw FileSystemError.FileNotFound(uri);
    const { instance, project } = scope;
    const { slug, format } = page;
    const wikis = () => this.context.connections.get(instance).client.wikis;
    return {
      instance,
      key: `${instance} ${project} ${slug}`,
      name: l10n.t("the wiki page “{0}”", plainText(slug, 120)),
      file: uri.path.split("/").at(-1) ?? slug,
      resolveCommand: l10n.t("Resolve Conflict of Wiki Page…"),
      read: async (signal, seen) => {
        try {
          const there = await wikis().get(project, slug, {}, { signal });
          // A page in another format is another file, unless it was read as this one before.
          return seen || pagePath({ slug, format: there.format }) === pagePath({ slug, format })
            ? (there.content ?? "")
            : undefined;
        } catch (error) {
          if (error instanceof ApiError && error.kind === "notFound") return undefined;
          throw error;
        }
      },
      send: async (content, there, signal) => {
        if (there) await wikis().update(project, slug, { content }, { signal });
        else await wikis().create(project, { title: slug, content, format }, { signal });
      },
      announce: () => this.announce(scope, slug),
    };
  }

  private async below(uri: Uri, signal: AbortSignal): Promise<string[]> {
    const slugs = pagesBelow(wholeList(await this.pages(uri, signal)), folderSlug(uri.path)).map(({ slug }) => slug);
    if (slugs.length === 0) throw FileSystemError.FileNotFound(uri);
    return slugs;
  }

  private pages(uri: Uri, signal: AbortSignal): Promise<AllItems<WikiPage>> {
    const { instance, project } = this.scopeOf(uri);
    return this.edits.asFileErrors(uri, () =>
      this.context.connections.get(instance).client.wikis.list(project, {}, { signal }).all(),
    );
  }

  private announce({ instance, project }: ProjectScope, slug: string): void {
    this.context.changes.fire({ instance, project, subject: "wiki", slug });
  }

  private scopeOf(uri: Uri): ProjectScope {
    const scope = readWikiAuthority(uri.authority);
    if (!scope) throw FileSystemError.FileNotFound(uri);
    return scope;
  }
}

/** @throws FileSystemError for a version of a page */
function checkPresent({ query }: Uri): void {
  if (query !== "") throw FileSystemError.NoPermissions(l10n.t("A page at a commit cannot be changed."));
}

const isMissing = (error: unknown): boolean => error instanceof FileSystemError && error.code === "FileNotFound";
