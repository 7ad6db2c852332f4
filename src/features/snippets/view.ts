import { l10n, type MarkdownString } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Snippet } from "../../api/resources/snippets.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Connection } from "../../core/connections.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../../core/tree/node.ts";
import { PagedList } from "../../core/tree/pagedList.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import { isPassing } from "../../core/tree/rowEntry.ts";
import { tooltip, who, shown, time } from "../../core/tree/tooltipText.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { type SnippetFilter, snippetFilters, snippetQuery } from "./filter.ts";
import { fileItem, folderItem, groupItem, snippetItem, visibilityName } from "./items.ts";
import { snippetName } from "./labels.ts";
import {
  fileId,
  fileRows,
  groupId,
  type SnippetGroup,
  snippetGroups,
  type SnippetGroupNode,
  snippetId,
  type SnippetNode,
  type SnippetsNode,
  pathsOf,
} from "./nodes.ts";
import type { SnippetFiles } from "./snippetFiles.ts";

/** The Snippets view: those of the host of the open project, in the lists it has. */
export type SnippetsView = ProjectView<SnippetsNode, SnippetsContents>;

/** @param files the files of snippets as documents */
export async function openSnippets(files: LazyFiles<SnippetFiles>): Promise<Open<SnippetsNode, SnippetsContents>> {
  const work = await files.load();
  return (_project, connection, frame) => new SnippetsContents(connection, frame, work);
}

/** A list of the host as it was read last. */
interface Listed {
  readonly node: SnippetGroupNode;
  readonly list: PagedList<Snippet>;
  /** When it was last read from its beginning, ms since 1970. */
  seenAt: number;
}

export class SnippetsContents implements ViewModel<SnippetsNode> {
  readonly renderers: NodeRenderers<SnippetsNode>;
  readonly running = false;
  /** Snippets belong to no project: every write on the host counts. */
  readonly everywhere = true;
  private readonly connection: Connection;
  private readonly frame: ViewContext<SnippetsNode>;
  private readonly files: SnippetFiles;
  private readonly scope: { readonly instance: string; readonly project: string };
  private readonly lists: Readonly<Record<SnippetGroup, Listed>>;
  private readonly listening: { dispose(): void };
  private narrowed: SnippetFilter;
  private rights: Promise<boolean> | undefined;

  constructor(connection: Connection, frame: ViewContext<SnippetsNode>, files: SnippetFiles) {
    this.connection = connection;
    this.frame = frame;
    this.files = files;
    this.scope = { instance: connection.instance.url, project: "" };
    this.narrowed = snippetFilters.read(frame.memory, this.scope);
    this.lists = { mine: this.listOf("mine"), public: this.listOf("public"), all: this.listOf("all") };
    this.renderers = {
      snippets: this.groupKind(),
      snippet: {
        id: snippetId,
        item: snippetItem,
        known: (node) => ({ nodes: fileRows(node, "") }),
        detail: (node, item) => Object.assign(item, { tooltip: snippetTooltip(node) }),
      },
      snippetFile: { id: fileId, item: fileItem },
      snippetFolder: { id: fileId, item: folderItem, known: (node) => ({ nodes: fileRows(node.of, node.file) }) },
    };
    this.listening = files.texts.onDidChangeUnsent(() => {
      if (!frame.signal.aborted) frame.tree.update();
    });
  }

  get filter(): SnippetFilter {
    return this.narrowed;
  }

  /** Narrows the rows, and remembers it for the host. */
  async setFilter(filter: SnippetFilter): Promise<void> {
    const { frame, scope } = this;
    await snippetFilters.write(frame.memory, scope, filter);
    if (frame.signal.aborted) return;
    this.narrowed = snippetFilters.read(frame.memory, scope);
    for (const { list, node } of Object.values(this.lists)) {
      list.clear();
      frame.tree.renew(node);
    }
    frame.narrowed();
  }

  get filterText(): string | undefined {
    return snippetFilters.message(this.narrowed);
  }

  /** Whether the account in use is an administrator's: the host is asked once. */
  administrator(): Promise<boolean> {
    this.rights ??= this.askRights().catch((error: unknown) => {
      this.rights = undefined;
      throw error;
    });
    return this.rights;
  }

  roots(): readonly SnippetGroupNode[] {
    return snippetGroups.map((group) => this.lists[group].node);
  }

  /** Looks for news in the list that was looked at longest ago. */
  async poll(signal: AbortSignal): Promise<void> {
    const [oldest] = this.opened().sort((a, b) => a.seenAt - b.seenAt);
    if (oldest) await this.look(oldest, signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const opened = this.opened();
    if (opened.length === 0) return;
    this.frame.seat.loaded();
    // Failures are told in the view.
    await Promise.allSettled(opened.map((listed) => this.look(listed, signal)));
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async askRights(): Promise<boolean> {
    const { frame, connection } = this;
    const { is_admin: admin } = await connection.client.users.current({ signal: frame.signal });
    return admin === true;
  }

  /** Before the first answer VS Code asks for the rows itself. */
  private opened(): Listed[] {
    return Object.values(this.lists).filter(
      ({ node, list }) => list.items !== undefined && this.frame.tree.isOpened(node),
    );
  }

  private listOf(group: SnippetGroup): Listed {
    const { snippets } = this.connection.client;
    const ask = { mine: snippets.list, public: snippets.public, all: snippets.all }[group];
    const list = new PagedList<Snippet>((options) => {
      const pages = ask(snippetQuery(this.narrowed, group), options);
      return {
        page: async (cursor) => {
          try {
            return await pages.page(cursor);
          } catch (error) {
            throw listMissing(error, this.scope.instance, group);
          }
        },
      };
    });
    return { node: { kind: "snippets", instance: this.scope.instance, group }, list, seenAt: 0 };
  }

  private async look(listed: Listed, signal: AbortSignal): Promise<void> {
    const { frame } = this;
    listed.seenAt = Date.now();
    try {
      await listed.list.refresh(signal);
    } catch (error) {
      if (!frame.signal.aborted && !isCancelled(error) && !signal.aborted) {
        if (!isPassing(error)) listed.list.clear();
        frame.tree.fail(listed.node, error);
      }
      throw error;
    }
    if (frame.signal.aborted) return;
    frame.tree.current(listed.node);
    frame.seat.answered();
    frame.read();
  }

  private groupKind(): NodeRenderer<SnippetGroupNode, SnippetsNode> {
    const { lists, frame } = this;
    return {
      id: groupId,
      item: groupItem,
      remembered: true,
      known: ({ group }) => {
        const { list } = lists[group];
        const { items } = list;
        if (!items) return undefined;
        const more = async (signal: AbortSignal): Promise<Rows<never>> => {
          await list.more(signal);
          frame.seat.changed();
          return { nodes: [] }; // What is known has grown; the rows are made from it.
        };
        return {
          nodes: items.map((snippet) => this.row(group, snippet)),
          note: this.note(group),
          more: list.hasMore ? more : undefined,
        };
      },
      children: async ({ group }, signal) => {
        const listed = lists[group];
        await listed.list.load(signal);
        listed.seenAt = Date.now();
        frame.seat.loaded();
        return { nodes: [] };
      },
    };
  }

  private row(group: SnippetGroup, snippet: Snippet): SnippetNode {
    const { instance } = this.scope;
    const key = { instance, id: snippet.id };
    return {
      kind: "snippet",
      instance,
      group,
      snippet,
      own: this.files.snippets.isOwn(key, snippet),
      unsent: this.files.begun(key),
    };
  }

  private note(group: SnippetGroup): string {
    if (snippetFilters.isSet(this.narrowed)) return l10n.t("No snippet fits the filter");
    return group === "mine" ? l10n.t("No snippets yet") : l10n.t("No snippets");
  }
}

/** What to tell when a list could not be had: not every host has the list of all, and snippets may be switched off. */
function listMissing(error: unknown, instance: string, group: SnippetGroup): unknown {
  if (!(error instanceof ApiError)) return error;
  const missing = error.kind === "notFound" || error.kind === "methodNotAllowed" || error.kind === "forbidden";
  // Hosts without the list take its name for the number of a snippet.
  if (group === "all" && (missing || error.kind === "invalidRequest")) {
    return new UserError(
      l10n.t("{0} has no list of all snippets that you can see: hosts have it since 16.3.", instanceHost(instance)),
      { cause: error },
    );
  }
  if (!missing) return error;
  return new UserError(
    l10n.t("{0} shows no snippets: they may be switched off, or hidden from your account.", instanceHost(instance)),
    { cause: error },
  );
}
/** Everything that lists tell of a snippet. */
function snippetTooltip(node: SnippetNode, now = Date.now()): MarkdownString {
  const { snippet } = node;
  const paths = pathsOf(node);
  const rest = paths.length > 10 ? [l10n.t("and {0} more", paths.length - 10)] : [];
  return tooltip(
    snippetName(snippet),
    [
      [l10n.t("Visibility"), visibilityName(snippet.visibility)],
      [l10n.t("Author"), who(snippet.author)],
      [l10n.t("Description"), shown(snippet.description)?.slice(0, 1000)],
      [l10n.t("Files"), [...paths.slice(0, 10), ...rest].join(", ")],
      [l10n.t("Created"), time(snippet.created_at, now)],
      [l10n.t("Updated"), time(snippet.updated_at, now)],
      [l10n.t("Expires"), time(snippet.expires_at, now)],
      [
        l10n.t("Project"),
        typeof snippet.project_id === "number" ? l10n.t("project {0}", snippet.project_id) : undefined,
      ],
      [l10n.t("Repository storage"), shown(snippet.repository_storage)],
      [l10n.t("ID"), shown(snippet.id)],
    ],
    snippet.web_url,
  );
}
