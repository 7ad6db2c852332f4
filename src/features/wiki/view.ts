import { l10n, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { WikiPage } from "../../api/resources/wikis.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";
import { ListFilter } from "../../core/filters/listFilter.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { NodeRenderers, Rows } from "../../core/tree/node.ts";
import { refreshRows } from "../../core/tree/pagedFolder.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import { refusalOf } from "../../core/ui/refusals.ts";
import { type WikiFilter, wikiFilters } from "./filter.ts";
import { wikiItem } from "./items.ts";
import { filteredRows, type KnownPage, wikiId, type WikiNode, type WikiRoot, wikiRows, withBegun } from "./nodes.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** The Wiki view: the pages of the project in their folders, including drafts. */
export type WikiView = ProjectView<WikiNode | WikiRoot, WikiViewModel>;

/** Returns the factory of the view model. */
export async function openWiki(files: LazyFiles<WikiFiles>): Promise<Open<WikiNode | WikiRoot, WikiViewModel>> {
  const loaded = await files.load();
  return ({ instance, project }, connection, view) =>
    new WikiViewModel({ instance, project }, connection, view, loaded);
}

/** The pages of a wiki as rows; all are read at once, since hosts do not page the list, but without content. */
export class WikiViewModel implements ViewModel<WikiNode | WikiRoot> {
  readonly renderers: NodeRenderers<WikiNode | WikiRoot>;
  readonly filter: ListFilter<WikiFilter>;
  readonly running = false;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly view: ViewContext<WikiNode | WikiRoot>;
  private readonly files: WikiFiles;
  private readonly root: WikiRoot;
  private readonly listening: { dispose(): void };
  private pages: readonly WikiPage[] | undefined;
  /** The remark that the pages are only a part. */
  private capped: Pick<Rows<WikiNode>, "capped"> = {};
  /** Drafts since the pages were last read; a sent one keeps its row until they are read again. */
  private begunSince: readonly WikiPage[] = [];
  /** The pages that had unsent text when the drafts were last read, by slug, and whether the host's has changed since. */
  private unsent: ReadonlyMap<string, "unsent" | "conflict"> = new Map();

  constructor(scope: ProjectScope, connection: Connection, view: ViewContext<WikiNode | WikiRoot>, files: WikiFiles) {
    this.scope = scope;
    this.connection = connection;
    this.view = view;
    this.files = files;
    this.root = { kind: "list", ...scope };
    this.filter = new ListFilter({ view, memory: wikiFilters, scope, changed: () => this.updateRows() });
    this.renderers = {
      list: {
        id: () => `${scope.instance} ${scope.project}/wiki`,
        item: () => new TreeItem("", TreeItemCollapsibleState.Expanded),
        known: () => this.firstRows(),
        children: async (_node, signal) => {
          await this.read(signal);
          view.pollHandle.loaded();
          return { nodes: [] }; // `known` returns the rows now.
        },
      },
      wiki: {
        id: wikiId,
        item: (node) => wikiItem(node, node.page ? this.unsent.get(node.slug) : undefined),
        known: (node) => ({ nodes: node.folder ? wikiRows(scope, this.known ?? [], node.slug) : [] }),
        remembered: true,
      },
    };
    this.listening = files.texts.onDidChangeUnsent(() => this.updateRows());
    this.updateEmptyKey();
  }

  /** The pages as last read, with the drafts; undefined before the first read. */
  get known(): readonly KnownPage[] | undefined {
    return this.pages && withBegun(this.pages, this.begunSince);
  }

  get filterText(): string | undefined {
    return wikiFilters.message(this.filter.value);
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
    // The first read is started by VS Code.
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
      const { items, capped } = await this.connection.client.wikis.list(this.scope.project, {}, { signal }).all();
      if (this.view.signal.aborted) return;
      this.pages = items;
      this.capped = capped ? { capped: items.length } : {};
      this.begunSince = this.readUnsent();
    } catch (error) {
      throw withoutWiki(error, this.scope.instance);
    }
    this.updateEmptyKey();
  }

  private firstRows(): Rows<WikiNode> | undefined {
    const { known, capped } = this;
    if (!known) return undefined;
    const { value: filter } = this.filter;
    // Without rows and a note the welcome view is shown.
    if (filter.text === undefined) return { nodes: wikiRows(this.scope, known, ""), ...capped };
    return { nodes: filteredRows(this.scope, known, filter), note: l10n.t("No pages match the filter"), ...capped };
  }

  private updateRows(): void {
    if (this.view.signal.aborted) return;
    const begun = this.readUnsent();
    this.begunSince = [...begun, ...this.begunSince.filter(({ slug }) => !this.unsent.has(slug))];
    this.updateEmptyKey();
    this.view.tree.update();
  }

  private updateEmptyKey(): void {
    void setContextKey("forgeline.wikiEmpty", this.known?.length === 0 && this.filter.value.text === undefined);
  }

  private readUnsent(): readonly WikiPage[] {
    const pages = this.files.unsentPages(this.scope);
    this.unsent = new Map(pages.map(({ slug, conflict }) => [slug, conflict ? "conflict" : "unsent"]));
    return pages;
  }
}

/** Returns a UserError when a wiki is disabled or not visible, and any other error unchanged. */
export function withoutWiki(error: unknown, instance: string): unknown {
  const missing = (): string =>
    l10n.t(
      "The wiki of this project on {0} is not available. It may be turned off or hidden from your account.",
      instanceHost(instance),
    );
  return refusalOf(error, { notFound: missing, forbidden: missing });
}
