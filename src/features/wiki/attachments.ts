import { type FileStat, FileSystemError, FileType, FilePermission, l10n, type Uri } from "vscode";
import { readWikiAuthority } from "../../core/addresses/wiki.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { sizeText } from "../../core/ui/size.ts";
import { unavailable } from "../../core/ui/unavailable.ts";
import { repositoryFile } from "./attachmentPath.ts";
import type { WikiRepositories } from "./repository/repositories.ts";
import type { WikiFile, WikiRepository } from "./repository/repository.ts";

/** Maximum size of an attachment in bytes. */
const sizeLimit = 100 * 1024 * 1024;
/** ms before a missing file is looked up again. */
const retryAfter = 60_000;

/** The result of looking up a file that a page shows. */
export type FileState = { readonly there: true } | { readonly there: false; readonly why: string };

interface CheckedFile {
  known: FileState;
  at: number;
}

interface FoundFile extends WikiFile {
  readonly repository: WikiRepository;
}

/** The files of wikis other than pages, read from their git repositories. */
export class WikiAttachments {
  private readonly repositories: WikiRepositories;
  private readonly checked = new Map<string, CheckedFile>();
  private readonly listed = new Map<string, ReadonlySet<string>>();
  private asked = 0;
  private waiting = 0;
  private failed = 0;

  constructor(repositories: WikiRepositories) {
    this.repositories = repositories;
  }

  /** Number of failed requests. */
  get failures(): number {
    return this.failed;
  }

  /** Number of all requests, and of the ones in progress. */
  get requests(): { readonly asked: number; readonly waiting: number } {
    return { asked: this.asked, waiting: this.waiting };
  }

  /** @throws FileSystemError with the reason */
  stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    return this.counting(async () => {
      const { oid, size } = await this.find(uri, signal);
      // VS Code caches the content as long as mtime is the same.
      return {
        type: FileType.File,
        ctime: 0,
        mtime: Number.parseInt(oid.slice(0, 10), 16),
        size,
        permissions: FilePermission.Readonly,
      };
    });
  }

  /** @throws FileSystemError with the reason */
  readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    return this.counting(async () => {
      const file = await this.find(uri, signal);
      return file.repository.content(file, signal);
    });
  }

  /** Returns the last result for a file; undefined before the first lookup. */
  known(scope: ProjectScope, file: string): FileState | undefined {
    return this.checked.get(keyOf(scope, file))?.known;
  }

  /** Looks up a file. @returns whether the result differs from what the preview shows */
  async check(scope: ProjectScope, file: string): Promise<boolean> {
    const key = keyOf(scope, file);
    const before = this.checked.get(key);
    if (before && (before.known.there || Date.now() - before.at < retryAfter)) return false;
    const known = await this.lookUp(scope, file);
    this.checked.set(key, { known, at: Date.now() });
    // A preview shows files as present before the first lookup.
    return JSON.stringify(before?.known ?? { there: true }) !== JSON.stringify(known);
  }

  /** Makes the next check look up missing files again, after a change on the host. */
  expire(scope: ProjectScope): void {
    this.repositories.expire(scope);
    this.recheck(keyOf(scope, ""));
  }

  /** Makes the next check look up missing files again. @param prefix of the keys of these files; default: all */
  recheck(prefix = ""): void {
    for (const [key, { known }] of this.checked)
      if (!known.there && key.startsWith(prefix)) this.checked.set(key, { known, at: 0 });
  }

  private async lookUp(scope: ProjectScope, file: string): Promise<FileState> {
    try {
      const { repository, head } = await this.repositories.open(scope);
      if (head !== undefined && (await this.files(repository, head)).has(file)) return { there: true };
      return { there: false, why: missingText(file) };
    } catch (error) {
      return { there: false, why: describeError(error).message };
    }
  }

  /** Returns the files of a commit, cached because a page may show many images. */
  private async files(repository: WikiRepository, head: string): Promise<ReadonlySet<string>> {
    const known = this.listed.get(head) ?? new Set(await repository.files(head));
    if (!this.listed.has(head)) this.listed.clear();
    this.listed.set(head, known);
    return known;
  }

  private async counting<T>(answer: () => Promise<T>): Promise<T> {
    this.asked += 1;
    this.waiting += 1;
    try {
      return await answer();
    } finally {
      this.waiting -= 1;
    }
  }

  private async find(uri: Uri, signal: AbortSignal): Promise<FoundFile> {
    const scope = readWikiAuthority(uri.authority);
    if (!scope) throw FileSystemError.FileNotFound(uri);
    const name = repositoryFile(uri.path);
    try {
      const { repository, head } = await this.repositories.open(scope);
      const file = head === undefined ? undefined : await repository.file(head, name, signal);
      if (!file) throw FileSystemError.FileNotFound(missingText(name));
      if (file.size > sizeLimit)
        throw new UserError(l10n.t("“{0}” is too large to show: {1}.", plainText(name, 100), sizeText(file.size)));
      return { ...file, repository };
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.failed += 1;
      if (error instanceof FileSystemError) throw error;
      throw unavailable(describeError(error).message);
    }
  }
}

const keyOf = ({ instance, project }: ProjectScope, file: string): string =>
  `${instance} ${String(project).toLowerCase()} ${file}`;
const missingText = (file: string): string =>
  l10n.t("“{0}” is not in the wiki's repository.", plainText(file.split("/").at(-1), 100));
