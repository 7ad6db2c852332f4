import { randomBytes } from "node:crypto";
import type { Starter } from "../../support/programs/startElsewhere.ts";
import { SideRepositories, type TreeFile } from "../git/sideRepositories.ts";
import type { Exchange } from "../git/target.ts";
import type { CommitAction, ProjectRecord, UserRecord } from "../types.ts";
import { attachmentName, fileOf, pageNames, slugOf, type WikiFormat } from "./names.ts";

export interface WikiPage {
  readonly slug: string;
  readonly title: string;
  readonly format: WikiFormat;
  /** In the repository. */
  readonly path: string;
  readonly content: string;
}

type PageFile = Omit<WikiPage, "content"> & TreeFile;

/** There is a page of this slug already; `path` is its file. */
export class DuplicatePage extends Error {
  override readonly name = "DuplicatePage";
  constructor(path: string) {
    super(`Duplicate page: A page with that title already exists in the file ${path}`);
  }
}

export interface PageChange {
  readonly slug: string;
  readonly format: WikiFormat;
  readonly content: string;
}

interface Written {
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Wikis: a git repository for each project that has pages, with pages and attachments as files. */
export class Wikis {
  readonly #repositories: SideRepositories;
  readonly #metaIds = new Map<string, number>();
  readonly #exact = new Set<number>();
  #lastMetaId = 0;

  constructor(rootDir: string, starter?: Starter) {
    this.#repositories = new SideRepositories(rootDir, { starter });
  }

  /** From now on the titles and file names of a wiki are its slugs, as on hosts that derive none: nothing else finds a page. */
  keepTitles(project: ProjectRecord): void {
    this.#exact.add(project.id);
  }

  hasExactSlugs(project: ProjectRecord): boolean {
    return this.#exact.has(project.id);
  }

  /** Pages by slug, at a version or the newest; undefined when there is no such version. */
  async pages(project: ProjectRecord, version?: string): Promise<WikiPage[] | undefined> {
    const files = await this.#pageFiles(project, version);
    return files && this.#withContent(project, files);
  }

  /** By slug; a title with spaces finds it too. */
  async page(project: ProjectRecord, slug: string, version?: string): Promise<WikiPage | undefined> {
    const found = await this.#find(project, slug, version);
    return found && (await this.#withContent(project, [found]))[0];
  }

  /** Throws DuplicatePage, and CommitRefused for a path that cannot be. */
  create(written: Written, change: PageChange): Promise<WikiPage> {
    return this.#repositories.inTurn(repository(written.project), async () => {
      await this.#refuseDuplicate(written.project, change.slug);
      return this.#commit(written, `${written.user.username} created page: ${change.slug}`, change, {
        action: "create",
        file_path: fileOf(change.slug, change.format),
        content: Buffer.from(change.content),
      });
    });
  }

  /** Undefined when the page is gone. Throws DuplicatePage, and CommitRefused for a path that cannot be. */
  update(written: Written, slug: string, change: (page: WikiPage) => PageChange): Promise<WikiPage | undefined> {
    return this.#repositories.inTurn(repository(written.project), async () => {
      const page = await this.page(written.project, slug);
      if (!page) return undefined;
      const next = change(page);
      if (next.slug !== page.slug) await this.#refuseDuplicate(written.project, next.slug);
      const path = next.slug === page.slug && next.format === page.format ? page.path : fileOf(next.slug, next.format);
      const content = Buffer.from(next.content);
      const moved = path !== page.path;
      const action: CommitAction = moved
        ? { action: "move", previous_path: page.path, file_path: path, content }
        : { action: "update", file_path: path, content };
      const changed = await this.#commit(written, `${written.user.username} updated page: ${next.slug}`, next, action);
      if (moved) this.#moveMetaId(written.project, page.slug, next.slug);
      return changed;
    });
  }

  /** False when there is no such page. */
  delete(written: Written, slug: string): Promise<boolean> {
    const { project, user } = written;
    return this.#repositories.inTurn(repository(project), async () => {
      const page = await this.page(project, slug);
      if (!page) return false;
      await this.#repositories.commit(repository(project), {
        ...signature(written),
        message: `${user.username} deleted page: ${page.slug}`,
        actions: [{ action: "delete", file_path: page.path }],
      });
      this.#metaIds.delete(metaKey(project, page.slug));
      return true;
    });
  }

  /** Stores a file in the uploads folder, on `branch` or the default one. Throws CommitRefused. */
  attach(
    written: Written,
    file: { readonly filename: string; readonly bytes: Buffer; readonly branch?: string | undefined },
  ): Promise<{ name: string; path: string; branch: string }> {
    const name = attachmentName(file.filename);
    const path = `uploads/${randomBytes(16).toString("hex")}/${name}`;
    const branch = file.branch ?? "main";
    return this.#repositories.inTurn(repository(written.project), async () => {
      await this.#repositories.commit(repository(written.project), {
        ...signature(written),
        branch,
        message: `Upload attachment ${name}`,
        actions: [{ action: "create", file_path: path, content: file.bytes }],
      });
      return { name, path, branch };
    });
  }

  /** Number of the page's record; stays with it when it moves. */
  metaId(project: ProjectRecord, slug: string): number {
    const key = metaKey(project, slug);
    const id = this.#metaIds.get(key) ?? ++this.#lastMetaId;
    this.#metaIds.set(key, id);
    return id;
  }

  handleHttp(raw: Exchange, project: ProjectRecord, pathInfo: string, user: UserRecord | undefined): Promise<void> {
    return this.#repositories.handleHttp(raw, repository(project), pathInfo, user);
  }

  close(): Promise<void> {
    return this.#repositories.close();
  }

  async #commit(written: Written, message: string, change: PageChange, action: CommitAction): Promise<WikiPage> {
    await this.#repositories.commit(repository(written.project), { ...signature(written), message, actions: [action] });
    const names = pageNames(action.file_path, this.hasExactSlugs(written.project));
    if (!names) throw new Error(`The wiki page ${action.file_path} was written and is no page.`);
    return { ...names, path: action.file_path, content: change.content };
  }

  async #refuseDuplicate(project: ProjectRecord, slug: string): Promise<void> {
    const there = await this.#find(project, slug);
    if (there) throw new DuplicatePage(there.path);
  }

  async #find(project: ProjectRecord, slug: string, version?: string): Promise<PageFile | undefined> {
    const wanted = slugOf(slug, this.hasExactSlugs(project));
    return (await this.#pageFiles(project, version))?.find((file) => file.slug === wanted);
  }

  async #pageFiles(project: ProjectRecord, version: string | undefined): Promise<PageFile[] | undefined> {
    const path = repository(project);
    const sha = await this.#repositories.resolve(path, version);
    if (sha === undefined) return version === undefined ? [] : undefined;
    const files = (await this.#repositories.files(path, sha)).flatMap((file) => {
      const names = pageNames(file.path, this.hasExactSlugs(project));
      return names ? [{ ...names, ...file }] : [];
    });
    return files.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  }

  async #withContent(project: ProjectRecord, files: readonly PageFile[]): Promise<WikiPage[]> {
    const contents = await this.#repositories.contents(
      repository(project),
      files.map((file) => file.oid),
    );
    return files.map(({ slug, title, format, path }, index) => ({
      slug,
      title,
      format,
      path,
      content: (contents[index] ?? "").toString("utf8"),
    }));
  }

  #moveMetaId(project: ProjectRecord, from: string, to: string): void {
    const id = this.metaId(project, from);
    this.#metaIds.delete(metaKey(project, from));
    this.#metaIds.set(metaKey(project, to), id);
  }
}

/** By number, because a project's path may change. */
function repository(project: ProjectRecord): string {
  return `${project.id}.wiki`;
}

function metaKey(project: ProjectRecord, slug: string): string {
  return `${project.id} ${slug}`;
}

function signature({ user, at }: Written): { author: { name: string; email: string }; at: number; user: UserRecord } {
  return { author: { name: user.name, email: user.email }, at, user };
}
