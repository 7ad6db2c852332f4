import { l10n, window } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { SshKey, UserStatus } from "../../../api/resources/userTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Change } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import { type EmojiNames, emojiNames } from "../../../core/people/emoji.ts";
import type { Folder } from "../../../core/tree/folders.ts";
import type { NodeRenderers, Rows } from "../../../core/tree/node.ts";
import { PagedFolder, refreshRows } from "../../../core/tree/pagedFolder.ts";
import type { PollPriority } from "../../../core/tree/poll.ts";
import type { FolderContext } from "../../../core/tree/viewModel.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";
import { countWords } from "./countLabels.ts";
import { type Count, countsOf, waitingMergeRequests } from "./countsOf.ts";
import { countItem, folderItem, keyItem, keysItem, problemItem, statusItem } from "./items.ts";
import {
  type MeFolderNode,
  meId,
  type MeNode,
  type MyProblemNode,
  type SshKeyNode,
  type SshKeysNode,
} from "./nodes.ts";
import { isOwn, statusLine } from "./status.ts";
import { WaitingChanges } from "./waitingChanges.ts";

/** Time for which events do not have the counts read again, in ms. */
const freshFor = 30_000;

/** What was read of the current user, and why the rest was not. */
interface OwnData {
  readonly names: EmojiNames;
  readonly status: UserStatus | undefined;
  readonly counts: readonly Count[] | undefined;
  readonly problems: readonly MyProblemNode[];
}

/** The Me folder: status, counts and SSH keys of the current user. Read when visible, after writes, and on Refresh. */
export class MeFolder implements Folder<MeNode> {
  readonly renderers: NodeRenderers<MeNode>;
  private readonly connection: Connection;
  private readonly view: FolderContext<MeNode>;
  private readonly keys: PagedFolder<SshKey, SshKeysNode, SshKeyNode>;
  private readonly keysFolder: SshKeysNode;
  private data: OwnData | undefined;
  /** For the badge. */
  private counts: readonly Count[] | undefined;
  /** When the counts were read, in ms since the epoch. */
  private countedAt = 0;
  private readonly following: Disposable;
  readonly hidden = {
    demand: (): PollPriority => (this.connection.session ? "rare" : "none"),
    poll: (signal: AbortSignal) => this.readCounts(signal),
    // Other windows need not ask before somebody looks at them, and commits and pushes come in quick succession.
    refresh: (signal: AbortSignal) =>
      window.state.focused && Date.now() - this.countedAt >= freshFor ? this.readCounts(signal) : Promise.resolve(),
  };

  constructor(connection: Connection, view: FolderContext<MeNode>) {
    this.connection = connection;
    this.view = view;
    const { instance, client } = connection;
    const waiting = new WaitingChanges(connection.session?.user.id ?? 0);
    this.following = connection.records.onDidChange(({ mergeRequest: changed }) => {
      const news = [...changed].flatMap((id) => connection.records.get("mergeRequest", id) ?? []);
      // Each one is recorded.
      if (news.filter((one) => waiting.note(one)).length > 0) view.pollHandle.soon(0);
    });
    this.keysFolder = { kind: "sshKeys", instance: instance.url };
    this.keys = new PagedFolder<SshKey, SshKeysNode, SshKeyNode>(view, {
      root: this.keysFolder,
      source: (options) => {
        const pages = client.users.listKeys(options);
        return {
          page: async (cursor) => {
            try {
              return await pages.page(cursor);
            } catch (error) {
              throw keysError(error, instance.url);
            }
          },
        };
      },
      node: (key) => ({ kind: "sshKey", instance: instance.url, key }),
      note: () => l10n.t("No SSH keys yet"),
    });
    const { list } = this.keys;
    this.renderers = {
      me: {
        id: meId,
        item: folderItem,
        remembered: true,
        known: () => this.data && this.rows(this.data),
        children: async (_node, signal) => {
          await this.read(signal);
          view.pollHandle.loaded();
          return { nodes: [] }; // The rows are made from the data that was read.
        },
      },
      myStatus: { id: (node) => `${meId(node)}/status`, item: statusItem },
      myCount: { id: (node) => `${meId(node)}/counts/${node.count.name}`, item: countItem },
      myProblem: { id: (node) => `${meId(node)}/problems/${node.what}`, item: problemItem },
      sshKeys: {
        ...this.keys.renderer({
          id: (node) => `${meId(node)}/keys`,
          item: () => keysItem(list.items && !list.hasMore ? list.items.length : undefined),
        }),
        children: async (_node, signal) => {
          await this.keys.load(signal);
          view.read();
          return { nodes: [] };
        },
      },
      sshKey: { id: (node) => `${meId(node)}/keys/${node.key.id}`, item: keyItem },
    };
  }

  roots(): readonly MeFolderNode[] {
    const { session, instance } = this.connection;
    return session
      ? [{ kind: "me", instance: instance.url, username: session.user.username, name: session.user.name }]
      : [];
  }

  /** The number of assigned merge requests and reviews, if known. */
  get badge(): { readonly value: number; readonly tooltip: string } | undefined {
    const { counts = [] } = this;
    const value = waitingMergeRequests(counts);
    const shown = counts.filter(({ name, value: count }) => count > 0 && (name === "assigned" || name === "reviews"));
    return value === 0 ? undefined : { value, tooltip: shown.map(countWords).join(", ") };
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const [folder] = this.roots();
    // Nothing to refresh before the first answers, which VS Code asks for itself.
    if (!folder || !this.data || !this.view.tree.isOpened(folder)) return;
    const rows = {
      nodes: () => [folder],
      ask: (own: AbortSignal) => this.read(own),
      forget: () => (this.data = undefined),
    };
    await Promise.allSettled([refreshRows(this.view, rows, signal), this.keys.refresh(signal)]);
  }

  dispose(): void {
    this.following.dispose();
  }

  /** Shows a new status at once, from the answer to the write. */
  written(change: Change): void {
    if (change.subject !== "ownStatus" || change.status === undefined || !isOwn(change, this.connection) || !this.data)
      return;
    this.data = {
      ...this.data,
      status: change.status,
      problems: this.data.problems.filter(({ what }) => what !== "status"),
    };
    this.view.read();
  }

  /** Reads the counts for the badge. @throws ApiError */
  private async readCounts(signal: AbortSignal): Promise<void> {
    if (!this.connection.session) return;
    const counts = countsOf(await this.connection.client.users.counts({ signal, repeat: false }));
    if (this.view.signal.aborted) return;
    this.counts = counts;
    this.countedAt = Date.now();
    if (this.data)
      this.data = { ...this.data, counts, problems: this.data.problems.filter(({ what }) => what !== "counts") };
    this.view.read();
  }

  /** Reads status and counts. One that fails becomes a row. @throws ApiError when both fail */
  private async read(signal: AbortSignal): Promise<void> {
    const { users } = this.connection.client;
    const [names, status, counts] = await Promise.all([
      emojiNames(),
      settled(users.currentStatus({ signal })),
      settled(users.counts({ signal })),
    ]);
    if (this.view.signal.aborted) return;
    if ("error" in status && ("error" in counts || isCancelled(status.error))) throw status.error;
    if ("error" in counts && isCancelled(counts.error)) throw counts.error;
    this.data = {
      names,
      status: "error" in status ? undefined : status.value,
      counts: "error" in counts ? undefined : countsOf(counts.value),
      problems: [
        ...("error" in status ? [this.problem("status", status.error)] : []),
        ...("error" in counts ? [this.problem("counts", counts.error)] : []),
      ],
    };
    this.counts = this.data.counts ?? this.counts;
    // Updates the view's badge, too.
    this.view.read();
  }

  private problem(what: MyProblemNode["what"], error: unknown): MyProblemNode {
    const { url } = this.connection.instance;
    const missing =
      error instanceof ApiError &&
      (error.kind === "notFound" || error.kind === "forbidden" || error.kind === "methodNotAllowed");
    const node = { kind: "myProblem", instance: url, what } as const;
    return missing
      ? { ...node, words: l10n.t("Not available on {0}", instanceHost(url)) }
      : { ...node, words: describeError(error).message, error };
  }

  private rows({ names, status, counts = [], problems }: OwnData): Rows<MeNode> {
    const instance = this.connection.instance.url;
    return {
      nodes: [
        ...(status ? [{ kind: "myStatus", instance, status, line: statusLine(status, names) } as const] : []),
        ...counts.map((count) => ({ kind: "myCount", instance, count }) as const),
        ...problems,
        this.keysFolder,
      ],
    };
  }
}

const settled = async <T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> => {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
};

/** Returns the error for keys that the host does not show: it lacks the route, or the token may not read them. */
function keysError(error: unknown, instance: string): unknown {
  const words = (): string => l10n.t("SSH keys are not available on {0}.", instanceHost(instance));
  return refusalOf(error, { forbidden: words, notFound: words, methodNotAllowed: words });
}
