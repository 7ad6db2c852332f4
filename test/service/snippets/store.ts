import type { Starter } from "../../support/programs/startElsewhere.ts";
import { SideRepositories } from "../git/sideRepositories.ts";
import type { Exchange } from "../git/target.ts";
import type { UserRecord } from "../types.ts";
import { actionsFor, MOST_FILES, tooManyOrFew, type FileChange, type SnippetFile } from "./changes.ts";

export type SnippetVisibility = "private" | "internal" | "public";

export interface SnippetRecord {
  readonly id: number;
  readonly authorId: number;
  /** Null for personal snippets. */
  readonly projectId: number | null;
  title: string;
  description: string;
  visibility: SnippetVisibility;
  readonly createdAt: number;
  updatedAt: number;
  /** Who sent the request that made it, for administrators who look for spam. */
  readonly origin: { readonly userAgent: string; readonly address: string };
}

export interface NewSnippet {
  readonly title: string;
  readonly description?: string | undefined;
  readonly visibility?: SnippetVisibility | undefined;
  readonly projectId?: number | undefined;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly origin?: SnippetRecord["origin"] | undefined;
}

export interface SnippetChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: SnippetVisibility | undefined;
  readonly files?: readonly FileChange[] | undefined;
}

interface Written {
  readonly user: UserRecord;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Pushes may move the one branch only, and leave at least one file and no more than hosts allow. */
const UPDATE_HOOK = `#!/bin/sh
case "$1" in
  refs/heads/main) ;;
  *) echo "You can not create or delete branches or tags." >&2; exit 1 ;;
esac
case "$3" in *[!0]*) ;; *) echo "You can not create or delete branches or tags." >&2; exit 1 ;; esac
count=$(git ls-tree -r --name-only "$3" | wc -l)
[ "$count" -ge 1 ] || { echo "The repository must contain at least 1 file." >&2; exit 1; }
[ "$count" -le ${MOST_FILES} ] || { echo "The repository can contain at most ${MOST_FILES} file(s)." >&2; exit 1; }
`;

/** Snippets: records in memory, and for each a git repository with its files. */
export class Snippets {
  readonly #records = new Map<number, SnippetRecord>();
  readonly #repositories: SideRepositories;
  #lastId = 0;

  /** `now`: milliseconds since the epoch. */
  constructor(rootDir: string, now: () => number, starter?: Starter) {
    this.#repositories = new SideRepositories(rootDir, { updateHook: UPDATE_HOOK, starter });
    this.#repositories.onPush((name) => {
      const record = this.#records.get(Number(name));
      if (record) record.updatedAt = now();
    });
  }

  /** Newest first. */
  all(): SnippetRecord[] {
    return [...this.#records.values()].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  }

  get(id: number): SnippetRecord | undefined {
    return this.#records.get(id);
  }

  /** Throws CommitRefused when the files cannot be. */
  async create({ user, at }: Written, wanted: NewSnippet): Promise<SnippetRecord> {
    const id = ++this.#lastId;
    try {
      const files = wanted.files.map(({ path, content }): FileChange => ({ action: "create", path, content }));
      await this.#commit(id, { user, at }, "Initial commit", [], files);
      const record: SnippetRecord = {
        id,
        authorId: user.id,
        projectId: wanted.projectId ?? null,
        title: wanted.title,
        description: wanted.description ?? "",
        visibility: wanted.visibility ?? "internal",
        createdAt: at,
        updatedAt: at,
        origin: wanted.origin ?? { userAgent: "", address: "127.0.0.1" },
      };
      this.#records.set(id, record);
      return record;
    } catch (error) {
      await this.#repositories.remove(String(id));
      throw error;
    }
  }

  /** Changes what is given. Throws CommitRefused when the files cannot be; then nothing is changed. */
  async update(record: SnippetRecord, { user, at }: Written, change: SnippetChange): Promise<void> {
    await this.#inTurn(record, async () => {
      if (change.files !== undefined && change.files.length > 0)
        await this.#commit(record.id, { user, at }, "Update snippet", await this.files(record), change.files);
    });
    record.title = change.title ?? record.title;
    record.description = change.description ?? record.description;
    record.visibility = change.visibility ?? record.visibility;
    record.updatedAt = at;
  }

  async delete(record: SnippetRecord): Promise<void> {
    this.#records.delete(record.id);
    await this.#inTurn(record, () => this.#repositories.remove(String(record.id)));
  }

  /** As the newest commit has them; the first stands for the snippet as a whole. */
  async files(record: SnippetRecord): Promise<SnippetFile[]> {
    const sha = await this.#repositories.resolve(String(record.id));
    return sha === undefined ? [] : this.#repositories.files(String(record.id), sha);
  }

  /** A file at a commit, branch or tag, or what is missing. */
  async file(record: SnippetRecord, ref: string, path: string): Promise<Buffer | "no ref" | "no file"> {
    const name = String(record.id);
    const sha = await this.#repositories.resolve(name, ref);
    if (sha === undefined) return "no ref";
    const found = (await this.#repositories.files(name, sha)).find((file) => file.path === path);
    return found === undefined ? "no file" : ((await this.#repositories.contents(name, [found.oid]))[0] ?? "no file");
  }

  /** The content of the file that stands for the snippet. */
  async content(record: SnippetRecord): Promise<Buffer> {
    const [first] = await this.files(record);
    return first === undefined
      ? Buffer.alloc(0)
      : ((await this.#repositories.contents(String(record.id), [first.oid]))[0] ?? Buffer.alloc(0));
  }

  handleHttp(raw: Exchange, record: SnippetRecord, pathInfo: string, user: UserRecord | undefined): Promise<void> {
    return this.#repositories.handleHttp(raw, String(record.id), pathInfo, user);
  }

  close(): Promise<void> {
    return this.#repositories.close();
  }

  #inTurn<T>(record: SnippetRecord, work: () => Promise<T>): Promise<T> {
    return this.#repositories.inTurn(String(record.id), work);
  }

  async #commit(
    id: number,
    { user, at }: Written,
    message: string,
    present: readonly SnippetFile[],
    changes: readonly FileChange[],
  ): Promise<void> {
    const actions = actionsFor(present, changes);
    tooManyOrFew(present, actions);
    await this.#repositories.commit(String(id), {
      message,
      actions,
      author: { name: user.name, email: user.email },
      at,
      user,
    });
  }
}
