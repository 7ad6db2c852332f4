import { l10n, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { WikiPage } from "../../api/resources/wikis.ts";
import { readPagePath, readWikiAuthority } from "../../core/addresses/wiki.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import { type ProjectScope, sameProject } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import { refreshRows } from "../../core/tree/pagedFolder.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import { refusalOf } from "../../core/ui/refusals.ts";
import { type WikiFilter, wikiFilters } from "./filter.ts";
import { wikiItem } from "./items.ts";
import { filteredRows, type KnownPage, wikiId, type WikiNode, type WikiRoot, wikiRows, withBegun } from "./nodes.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** The Wiki view: the pages of the project in their folders, also those that were begun here and not sent. */
export type WikiView = ProjectView<WikiNode | WikiRoot, WikiContents>;

/** @param files the pages as documents */
export async function openWiki(files: LazyFiles<WikiFiles>): Promise<Open<WikiNode | WikiRoot, WikiContents>> {
  const work = await files.load();
  return ({ instance, project }, connection, view) => new WikiContents({ instance, project }, connection, view, work);
}

/** All pages are read at once, as real hosts tell them; their content is not. */
export class WikiContents implements ViewModel<WikiNode | WikiRoot> {
  readonly renderers: NodeRenderers<WikiNode | WikiRoot>;
  readonly running = false;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly view: ViewContext<WikiNode | WikiRoot>;
  private readonly files: WikiFiles;
  private readonly root: WikiRoot;
  private readonly listening: { dispose(): void };
  private pages: readonly WikiPage[] | undefined;
  /** What was begun here when the pages were last read, or since: one that was sent stays in its row until they are read again. */
  private begunSince: readonly WikiPage[] = [];
  private currentFilter: WikiFilter;

  constructor(scope: ProjectScope, connection: Connection, view: ViewContext<WikiNode | WikiRoot>, files: WikiFiles) {
    this.scope = scope;
    this.connection = connection;
    this.view = view;
    this.files = files;
    this.root = { kind: "list", ...scope };
    this.currentFilter = wikiFilters.read(view.memory, scope);
    this.renderers = {
      list: {
        id: () => `${scope.instance} ${scope.project}/wiki`,
        item: () => new TreeItem("", TreeItemCollapsibleState.Expanded),
        known: () => this.firstRows(),
        children: async (_node, signal) => {
          await this.read(signal);
          view.pollHandle.loaded();
          return { nodes: [] }; // What is known is there now; the rows are made from it.
        },
      },
      wiki: {
        id: wikiId,
        item: (node) => wikiItem(node, node.page && this.isUnsent(node)),
        known: (node) => ({ nodes: node.folder ? wikiRows(scope, this.known ?? [], node.slug) : [] }),
        remembered: true,
      },
    };
    this.listening = files.texts.onDidChangeUnsent(() => this.drawn());
    this.tellEmpty();
  }

  /** Pages as far as they were read, with those that were begun here. */
  get known(): readonly KnownPage[] | undefined {
    return this.pages && withBegun(this.pages, this.begunSince);
  }

  get filter(): WikiFilter {
    return this.currentFilter;
  }

  /** Narrows the rows, and remembers it for the project. */
  async setFilter(filter: WikiFilter): Promise<void> {
    await wikiFilters.write(this.view.memory, this.scope, filter);
    if (this.view.signal.aborted) return;
    this.currentFilter = wikiFilters.parse(filter);
    this.drawn();
    this.view.filtered();
  }

  get filterText(): string | undefined {
    return wikiFilters.message(this.currentFilter);
  }

  roots(): readonly WikiRoot[] {
    return [this.root];
  }

  async poll(signal: AbortSignal): Promise<void> {
    const rows = {
      nodes: () => [this.root],
      ask: (own: AbortSignal) => this.read(own),
      forget: () => (this.pages = undefined),
    };
    if (await refreshRows<WikiNode | WikiRoot>(this.view, rows, signal)) this.view.read();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    // Nothing to refresh before the first answer, which VS Code asks for itself.
    if (!this.view.tree.isOpened(this.root) || this.pages === undefined) return;
    this.view.pollHandle.loaded();
    await this.poll(signal);
  }

  dispose(): void {
    this.listening.dispose();
    void setContextKey("forgeline.wikiEmpty", false);
  }

  private async read(signal: AbortSignal): Promise<void> {
    try {
      const { items } = await this.connection.client.wikis.list(this.scope.project, {}, { signal }).all();
      if (this.view.signal.aborted) return;
      this.pages = items;
      this.begunSince = this.begun();
    } catch (error) {
      throw wikiMissing(error, this.scope.instance);
    }
    this.tellEmpty();
  }

  private firstRows(): { readonly nodes: readonly WikiNode[]; readonly note?: string } | undefined {
    const { known, currentFilter } = this;
    if (!known) return undefined;
    // Without rows and without a note the view's own text is shown, with its button.
    if (currentFilter.text === undefined) return { nodes: wikiRows(this.scope, known, "") };
    return { nodes: filteredRows(this.scope, known, currentFilter), note: l10n.t("No page fits the filter") };
  }

  private drawn(): void {
    if (this.view.signal.aborted) return;
    const begun = this.begun();
    const slugs = new Set(begun.map(({ slug }) => slug));
    this.begunSince = [...begun, ...this.begunSince.filter(({ slug }) => !slugs.has(slug))];
    this.tellEmpty();
    this.view.tree.update();
  }

  private tellEmpty(): void {
    void setContextKey("forgeline.wikiEmpty", this.known?.length === 0 && this.currentFilter.text === undefined);
  }

  private isUnsent(node: WikiNode): boolean {
    return this.files.texts.isUnsent(this.files.uriOf(this.scope, node));
  }

  private begun(): WikiPage[] {
    return this.files.texts.unsent.flatMap((uri) => {
      const [scope, page] = [readWikiAuthority(uri.authority), readPagePath(uri.path)];
      return scope && page && sameProject(scope, this.scope)
        ? [{ slug: page.slug, title: page.slug.replaceAll("-", " "), format: page.format }]
        : [];
    });
  }
}

/** What to tell when a project's wiki could not be read: hosts say no more when it is switched off. */
export function wikiMissing(error: unknown, instance: string): unknown {
  const missing = (): string =>
    l10n.t(
      "{0} shows no wiki of this project: it may be switched off, or hidden from your account.",
      instanceHost(instance),
    );
  return refusalOf(error, { notFound: missing, forbidden: missing });
}
