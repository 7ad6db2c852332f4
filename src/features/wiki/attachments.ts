import { type FileStat, FileSystemError, FileType, FilePermission, l10n, type Uri } from "vscode";
import { readWikiAuthority } from "../../core/addresses/wiki.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { sizeText } from "../../core/ui/size.ts";
import { repositoryFile } from "./attachmentPath.ts";
import type { WikiRepositories } from "./repository/repositories.ts";
import type { WikiFile, WikiRepository } from "./repository/repository.ts";

/** Bytes of a file that are put into memory at most. */
const sizeLimit = 100 * 1024 * 1024;
/** ms that a file that was not there is not looked for again. */
const patience = 60_000;

/** What is known about a file that a page shows. */
export type Known = { readonly there: true } | { readonly there: false; readonly why: string };

interface Checked {
  known: Known;
  at: number;
}

interface Found extends WikiFile {
  readonly repository: WikiRepository;
}

/** The files beside the pages of wikis, from their git repositories. */
export class WikiAttachments {
  private readonly repositories: WikiRepositories;
  private readonly checked = new Map<string, Checked>();
  private readonly listed = new Map<string, ReadonlySet<string>>();
  private asked = 0;
  private waiting = 0;
  private refused = 0;

  constructor(repositories: WikiRepositories) {
    this.repositories = repositories;
  }

  /** How often somebody asked for a file that could not be had. */
  get refusals(): number {
    return this.refused;
  }

  /** How often somebody asked for a file, and how many still wait for one. */
  get requests(): { readonly asked: number; readonly waiting: number } {
    return { asked: this.asked, waiting: this.waiting };
  }

  /** @throws FileSystemError that says why it cannot be had */
  stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    return this.counted(async () => {
      const { oid, size } = await this.found(uri, signal);
      // The editor keeps what it read as long as the time is the same.
      return {
        type: FileType.File,
        ctime: 0,
        mtime: Number.parseInt(oid.slice(0, 10), 16),
        size,
        permissions: FilePermission.Readonly,
      };
    });
  }

  /** @throws FileSystemError that says why it cannot be had */
  readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    return this.counted(async () => {
      const file = await this.found(uri, signal);
      return file.repository.content(file, signal);
    });
  }

  /** What was found out about a file, without waiting; undefined when nobody looked yet. */
  known(scope: ProjectScope, file: string): Known | undefined {
    return this.checked.get(keyOf(scope, file))?.known;
  }

  /** Looks whether a file is there. @returns whether a preview that was made with what was known shows it otherwise now */
  async check(scope: ProjectScope, file: string): Promise<boolean> {
    const key = keyOf(scope, file);
    const before = this.checked.get(key);
    if (before && (before.known.there || Date.now() - before.at < patience)) return false;
    const known = await this.look(scope, file);
    this.checked.set(key, { known, at: Date.now() });
    // Nobody is told that a file is missing before it was looked for.
    return JSON.stringify(before?.known ?? { there: true }) !== JSON.stringify(known);
  }

  /** Something changed on the host: what was missing may be there now. */
  expire(scope: ProjectScope): void {
    this.repositories.expire(scope);
    this.lookAgain(keyOf(scope, ""));
  }

  /** Looks for missing files again when they are next shown. @param prefix of the keys of these files; all by default */
  lookAgain(prefix = ""): void {
    for (const [key, { known }] of this.checked)
      if (!known.there && key.startsWith(prefix)) this.checked.set(key, { known, at: 0 });
  }

  private async look(scope: ProjectScope, file: string): Promise<Known> {
    try {
      const { repository, head } = await this.repositories.look(scope);
      if (head !== undefined && (await this.files(repository, head)).has(file)) return { there: true };
      return { there: false, why: missing(file) };
    } catch (error) {
      return { there: false, why: describeError(error).message };
    }
  }

  /** A page full of pictures asks for one list. */
  private async files(repository: WikiRepository, head: string): Promise<ReadonlySet<string>> {
    const known = this.listed.get(head) ?? new Set(await repository.files(head));
    if (!this.listed.has(head)) this.listed.clear();
    this.listed.set(head, known);
    return known;
  }

  private async counted<T>(answer: () => Promise<T>): Promise<T> {
    this.asked += 1;
    this.waiting += 1;
    try {
      return await answer();
    } finally {
      this.waiting -= 1;
    }
  }

  private async found(uri: Uri, signal: AbortSignal): Promise<Found> {
    const scope = readWikiAuthority(uri.authority);
    if (!scope) throw FileSystemError.FileNotFound(uri);
    const name = repositoryFile(uri.path);
    try {
      const { repository, head } = await this.repositories.look(scope);
      const file = head === undefined ? undefined : await repository.file(head, name, signal);
      if (!file) throw FileSystemError.FileNotFound(missing(name));
      if (file.size > sizeLimit)
        throw new UserError(l10n.t("“{0}” is too large to be shown: {1}.", plainText(name, 100), sizeText(file.size)));
      return { ...file, repository };
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.refused += 1;
      if (error instanceof FileSystemError) throw error;
      throw FileSystemError.Unavailable(describeError(error).message);
    }
  }
}

const keyOf = ({ instance, project }: ProjectScope, file: string): string =>
  `${instance} ${String(project).toLowerCase()} ${file}`;
const missing = (file: string): string =>
  l10n.t("“{0}” is not in the wiki's repository.", plainText(file.split("/").at(-1), 100));
