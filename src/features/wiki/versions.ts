import { FilePermission, type FileStat, FileSystemError, FileType, l10n, Uri } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import {
  readPagePath,
  readVersionQuery,
  readWikiAuthority,
  versionQuery,
  wikiAuthority,
} from "../../core/addresses/wiki.ts";
import type { Disposable } from "../../core/base/disposable.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Context } from "../../core/context.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import { unavailable } from "../../core/ui/unavailable.ts";
import type { WikiRepositories } from "./repository/repositories.ts";

/** A version of a page. */
export interface WikiVersion {
  /** Path of its file in the wiki's repository, without a leading slash. */
  readonly path: string;
  /** Commit of the version; undefined for the empty side of a diff, before the first commit or after a removal. */
  readonly sha?: string | undefined;
}

/** Maximum number of cached texts; others are read again when they are opened. */
const maxKept = 30;

/** Versions of wiki pages as read-only documents: page URIs with a commit in the query. */
export class WikiVersions implements Disposable {
  private readonly context: Pick<Context, "connections" | "report">;
  private readonly repositories: WikiRepositories;
  private readonly texts = new Map<string, string>();
  private readonly stopping = new AbortController();

  constructor(context: Pick<Context, "connections" | "report">, repositories: WikiRepositories) {
    this.context = context;
    this.repositories = repositories;
  }

  /** Caches the text of a version. @returns the URI of its document */
  put(scope: ProjectScope, { path, sha }: WikiVersion, text: string): Uri {
    const uri = Uri.from({
      scheme: WIKI_SCHEME,
      authority: wikiAuthority(scope),
      path: `/${path}`,
      query: versionQuery(sha),
    });
    this.keep(uri, text);
    return uri;
  }

  /** @throws FileSystemError with the reason */
  async stat(uri: Uri): Promise<FileStat> {
    return {
      type: FileType.File,
      ctime: 0,
      mtime: 0,
      size: Buffer.byteLength(await this.text(uri)),
      permissions: FilePermission.Readonly,
    };
  }

  /** @throws FileSystemError with the reason */
  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from(await this.text(uri));
  }

  dispose(): void {
    this.stopping.abort();
  }

  private keep(uri: Uri, text: string): void {
    const key = uri.toString();
    this.texts.delete(key);
    this.texts.set(key, text);
    if (this.texts.size > maxKept) this.texts.delete(this.texts.keys().next().value ?? "");
  }

  private async text(uri: Uri): Promise<string> {
    const known = this.texts.get(uri.toString());
    if (known !== undefined) return known;
    const [scope, sha] = [readWikiAuthority(uri.authority), readVersionQuery(uri.query)];
    if (!scope || sha === undefined) throw FileSystemError.FileNotFound(uri);
    const text = sha === "" ? "" : await this.read(scope, uri.path.slice(1), sha);
    this.keep(uri, text);
    return text;
  }

  private async read(scope: ProjectScope, path: string, sha: string): Promise<string> {
    try {
      return await this.fromHost(scope, path, sha).catch((error: unknown) => {
        // The file may have a name that the API does not accept as a page.
        if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
        return this.fromRepository(scope, path, sha);
      });
    } catch (error) {
      if (isCancelled(error)) throw error;
      throw unavailable(describeError(error).message);
    }
  }

  private async fromHost({ instance, project }: ProjectScope, path: string, version: string): Promise<string> {
    const slug = readPagePath(`/${path}`)?.slug ?? path;
    const { content } = await this.context.connections
      .get(instance)
      .client.wikis.get(project, slug, { version }, { signal: this.stopping.signal });
    return content ?? "";
  }

  private async fromRepository(scope: ProjectScope, path: string, sha: string): Promise<string> {
    const { signal } = this.stopping;
    const { repository } = await this.repositories.open(scope);
    const file = await repository.file(sha, path, signal).catch((error: unknown) => {
      this.context.report.background(error, "Read a version of a wiki page");
      return undefined;
    });
    if (!file) throw new UserError(l10n.t("“{0}” does not exist in commit {1}.", plainText(path, 100), shortSha(sha)));
    return (await repository.content(file, signal)).toString("utf8");
  }
}
