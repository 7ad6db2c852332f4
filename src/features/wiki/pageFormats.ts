import type { Uri } from "vscode";
import type { WikiFormat } from "../../api/resources/wikis.ts";
import { wikiAuthority } from "../../core/addresses/wiki.ts";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { type ProjectScope, sameProject } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import type { Context } from "../../core/context.ts";
import type { LinkingPage } from "./pageLinks.ts";

interface Pages {
  readonly scope: ProjectScope;
  formats: ReadonlyMap<string, WikiFormat>;
  /** When they were asked for; 0 when they should be anew. */
  at: number;
  looking?: Promise<boolean> | undefined;
}

const minute = 60_000; // ms

/** Which pages wikis have and how they are written, as far as was read: links name pages without the ending of their documents. */
export class PageFormats implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Pick<Context, "connections">;
  private readonly pages = new Map<string, Pages>();
  private readonly stopping = new AbortController();

  constructor(context: Pick<Context, "connections" | "changes">) {
    this.context = context;
    this.owned.add(context.changes.event((change) => this.follow(change)));
  }

  /** What the links of a document are read with, as it is known now. */
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

  /** Reads the pages of a wiki, unless that was done within the last minute and nothing changed since. @returns whether there is something new to know @throws ApiError */
  async look(scope: ProjectScope): Promise<boolean> {
    const pages = this.of(scope);
    if (pages.looking) return pages.looking;
    if (Date.now() - pages.at <= minute) return false;
    pages.at = Date.now();
    const looking = this.read(pages);
    pages.looking = looking;
    try {
      return await looking;
    } finally {
      pages.looking = undefined;
    }
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  private of(scope: ProjectScope): Pages {
    const key = wikiAuthority(scope);
    const pages = this.pages.get(key) ?? { scope, formats: new Map<string, WikiFormat>(), at: 0 };
    this.pages.set(key, pages);
    return pages;
  }

  private async read(pages: Pages): Promise<boolean> {
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

  private follow(change: Change): void {
    if (change.subject !== "wiki") return;
    for (const pages of this.pages.values()) if (sameProject(pages.scope, change)) pages.at = 0;
  }
}
