import type { Uri } from "vscode";
import type { WikiFormat } from "../../api/resources/wikis.ts";
import { wikiAuthority } from "../../core/addresses/wiki.ts";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { type ProjectScope, sameProject } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import type { Context } from "../../core/context.ts";
import type { LinkingPage } from "./pageLinks.ts";

interface KnownPages {
  readonly scope: ProjectScope;
  formats: ReadonlyMap<string, WikiFormat>;
  /** Time of the last read in ms since the epoch; 0 when outdated. */
  at: number;
  pending?: Promise<boolean> | undefined;
}

const maxAge = 60_000; // ms

/** Caches the pages of wikis and their formats, which links do not contain. */
export class PageFormats implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Pick<Context, "connections">;
  private readonly pages = new Map<string, KnownPages>();
  private readonly stopping = new AbortController();

  constructor(context: Pick<Context, "connections" | "changes">) {
    this.context = context;
    this.owned.add(context.changes.event((change) => this.expire(change)));
  }

  /** Returns the context for resolving the links of a document, from the cache. */
  page(scope: ProjectScope, { path }: Pick<Uri, "path">): LinkingPage {
    const pages = this.of(scope);
    const project = String(scope.project);
    return {
      path,
      web: /^\d+$/.test(project)
        ? undefined
        : `${scope.instance}/${project.split("/").map(encodeURIComponent).join("/")}/-/wikis`,
      formatOf: (slug) => pages.formats.get(slug),
    };
  }

  /**
   * Reads the pages of a wiki if the cache is older than a minute or outdated.
   * @returns whether they changed
   * @throws ApiError
   */
  async refresh(scope: ProjectScope): Promise<boolean> {
    const pages = this.of(scope);
    if (pages.pending) return pages.pending;
    if (Date.now() - pages.at <= maxAge) return false;
    pages.at = Date.now();
    const pending = this.read(pages);
    pages.pending = pending;
    try {
      return await pending;
    } finally {
      pages.pending = undefined;
    }
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  private of(scope: ProjectScope): KnownPages {
    const key = wikiAuthority(scope);
    const pages = this.pages.get(key) ?? { scope, formats: new Map<string, WikiFormat>(), at: 0 };
    this.pages.set(key, pages);
    return pages;
  }

  private async read(pages: KnownPages): Promise<boolean> {
    const { instance, project } = pages.scope;
    const { items } = await this.context.connections
      .get(instance)
      .client.wikis.list(project, {}, { signal: this.stopping.signal })
      .all();
    const read = new Map(items.map(({ slug, format }) => [slug, format || "markdown"]));
    const isNew = JSON.stringify([...read].sort()) !== JSON.stringify([...pages.formats].sort());
    pages.formats = read;
    return isNew;
  }

  private expire(change: Change): void {
    if (change.subject !== "wiki") return;
    for (const pages of this.pages.values()) if (sameProject(pages.scope, change)) pages.at = 0;
  }
}
