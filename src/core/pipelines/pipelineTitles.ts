import type { Client } from "../../api/client.ts";
import type { Pages } from "../../api/pages.ts";
import type { ProjectId } from "../../api/path.ts";
import { isFullSha, type LocalClone } from "../../git/localClone.ts";
import { isCancelled } from "../base/errors.ts";
import type { CommitTitles } from "../records/commitTitles.ts";
import { isPassing } from "../tree/rowEntry.ts";

/** Commits of all branches that are looked through. */
const listed = 100;
/** Commits that are remembered as looked for in vain. */
const maxAsked = 5_000;
/** ms for which rows wait for titles at most; later ones are drawn when they come. */
const patience = 1_000;

export interface PipelineTitlesOptions {
  readonly client: Pick<Client, "commits">;
  readonly project: ProjectId;
  /** Titles in answers of the host. */
  readonly known: CommitTitles;
  /** Returns the clone of the project, if there is one. */
  readonly clone: () => Pick<LocalClone, "titles"> | undefined;
  /** Returns whether the host's rate limit is reached. */
  readonly silent: () => boolean;
  readonly signal: AbortSignal;
  /** Called when titles came later than rows wait for them. */
  readonly late: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The titles of the commits of pipelines, which lists of pipelines lack: from other answers, else from the clone, else
 * from one list of commits. Each commit is looked for once.
 */
export class PipelineTitles {
  private readonly options: PipelineTitlesOptions;
  private readonly asked = new Set<string>();
  /** Commits that rows have waited for. */
  private readonly awaited = new Set<string>();
  /** Commits that are being looked for, with the end of that. */
  private readonly pending = new Map<string, Promise<void>>();

  constructor(options: PipelineTitlesOptions) {
    this.options = options;
  }

  of(sha: string | null | undefined): string | undefined {
    return sha ? this.options.known.get(sha) : undefined;
  }

  /** Looks for the titles of commits; resolves when they are there, or after a second. Never rejects. */
  async load(shas: readonly (string | null | undefined)[]): Promise<void> {
    const unknown = shas.flatMap((sha) => (sha && isFullSha(sha) && this.of(sha) === undefined ? [sha] : []));
    const missing = new Set(unknown.filter((sha) => !this.asked.has(sha) && !this.pending.has(sha)));
    if (missing.size > 0) {
      const work = this.read([...missing]).finally(() => missing.forEach((sha) => this.pending.delete(sha)));
      missing.forEach((sha) => this.pending.set(sha, work));
    }
    const all = Promise.all(new Set(unknown.flatMap((sha) => this.pending.get(sha) ?? [])));
    let timer: NodeJS.Timeout | undefined;
    const isLate = await Promise.race([
      all.then(() => false),
      new Promise<true>((resolve) => {
        timer = setTimeout(() => resolve(true), patience);
      }),
    ]);
    clearTimeout(timer);
    unknown.forEach((sha) => this.awaited.add(sha));
    dropOldest(this.awaited);
    if (isLate) void all.then(() => this.options.signal.aborted || this.options.late());
  }

  /** Returns pages of pipelines that come once their titles are known, so that rows are drawn once. */
  before<T extends { readonly sha?: string | null }>(pages: Pick<Pages<T>, "page">): Pick<Pages<T>, "page"> {
    return {
      page: async (cursor) => {
        const page = await pages.page(cursor);
        await this.load(page.items.map(({ sha }) => sha));
        return page;
      },
    };
  }

  /** Returns whether a row has yet to wait for the title of its commit. */
  isDue(sha: string | null | undefined): boolean {
    return typeof sha === "string" && isFullSha(sha) && this.of(sha) === undefined && !this.awaited.has(sha);
  }

  private async read(shas: readonly string[]): Promise<void> {
    const { client, project, known, clone, silent, signal, failed } = this.options;
    try {
      for (const [sha, title] of (await clone()?.titles(shas, signal)) ?? []) known.put(sha, title);
    } catch (error) {
      if (!isCancelled(error)) failed(error);
    }
    let left = shas.filter((sha) => known.get(sha) === undefined);
    if (left.length > 0 && !silent() && !signal.aborted) {
      try {
        // The answer's titles are kept like those of any other.
        await client.commits.list(project, { all: true }, { perPage: listed, signal, repeat: false }).page();
      } catch (error) {
        if (!isCancelled(error)) failed(error);
        if (isCancelled(error) || isPassing(error)) left = [];
      }
      left.forEach((sha) => this.asked.add(sha));
    }
    dropOldest(this.asked);
  }
}

function dropOldest(shas: Set<string>): void {
  for (const oldest of shas) {
    if (shas.size <= maxAsked) return;
    shas.delete(oldest);
  }
}
