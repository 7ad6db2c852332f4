import { l10n, type MarkdownString } from "vscode";
import type { Snippet } from "../../api/resources/snippets.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Connection } from "../../core/connections.ts";
import { ListFilter } from "../../core/filters/listFilter.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import { PagedFolder } from "../../core/tree/pagedFolder.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import { tooltip, who, shown, time } from "../../core/tree/tooltipText.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { refusalOf } from "../../core/ui/refusals.ts";
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

/** The Snippets view: the snippet lists of the open project's host. */
export type SnippetsView = ProjectView<SnippetsNode, SnippetsViewModel>;

/** Returns the factory of the view model. */
export async function openSnippets(files: LazyFiles<SnippetFiles>): Promise<Open<SnippetsNode, SnippetsViewModel>> {
  const loaded = await files.load();
  return (_project, connection, view) => new SnippetsViewModel(connection, view, loaded);
}

export class SnippetsViewModel implements ViewModel<SnippetsNode> {
  readonly renderers: NodeRenderers<SnippetsNode>;
  readonly filter: ListFilter<SnippetFilter>;
  readonly running = false;
  /** Snippets belong to no project, so every write on the host is relevant. */
  readonly everywhere = true;
  private readonly connection: Connection;
  private readonly view: ViewContext<SnippetsNode>;
  private readonly files: SnippetFiles;
  private readonly scope: { readonly instance: string; readonly project: string };
  private readonly lists: Readonly<Record<SnippetGroup, PagedFolder<Snippet, SnippetGroupNode, SnippetNode>>>;
  private readonly listening: { dispose(): void };
  private isAdministrator: Promise<boolean> | undefined;
  /** Files with unsent text, read once for the rows of a list. */
  private unsent: SnippetFiles["unsent"] = [];

  constructor(connection: Connection, view: ViewContext<SnippetsNode>, files: SnippetFiles) {
    this.connection = connection;
    this.view = view;
    this.files = files;
    this.scope = { instance: connection.instance.url, project: "" };
    this.filter = new ListFilter({
      view,
      memory: snippetFilters,
      scope: this.scope,
      changed: () => {
        for (const list of Object.values(this.lists)) list.renew();
      },
    });
    this.lists = { mine: this.listOf("mine"), public: this.listOf("public"), all: this.listOf("all") };
    this.renderers = {
      snippets: {
        id: groupId,
        item: groupItem,
        remembered: true,
        known: ({ group }) => {
          this.unsent = files.unsent;
          return this.lists[group].rows();
        },
        children: async ({ group }, signal) => {
          await this.lists[group].load(signal);
          return { nodes: [] };
        },
      },
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
      if (!view.signal.aborted) view.tree.update();
    });
  }

  get filterText(): string | undefined {
    return snippetFilters.message(this.filter.value);
  }

  /** Returns whether the current account is an administrator; asks the host once. */
  administrator(): Promise<boolean> {
    this.isAdministrator ??= this.readIsAdministrator().catch((error: unknown) => {
      this.isAdministrator = undefined;
      throw error;
    });
    return this.isAdministrator;
  }

  roots(): readonly SnippetGroupNode[] {
    return snippetGroups.map((group) => this.node(group));
  }

  /** Polls the visible list that was read the longest time ago. */
  async poll(signal: AbortSignal): Promise<void> {
    const shown = Object.values(this.lists).filter(({ isShown }) => isShown);
    const [oldest] = shown.sort((a, b) => a.askedAt - b.askedAt);
    await oldest?.poll(signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    // The rows show failures.
    await Promise.allSettled(Object.values(this.lists).map((list) => list.refresh(signal)));
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async readIsAdministrator(): Promise<boolean> {
    const { view, connection } = this;
    const { is_admin: admin } = await connection.client.users.current({ signal: view.signal });
    return admin === true;
  }

  private listOf(group: SnippetGroup): PagedFolder<Snippet, SnippetGroupNode, SnippetNode> {
    const { snippets } = this.connection.client;
    const ask = { mine: snippets.list, public: snippets.public, all: snippets.all }[group];
    return new PagedFolder<Snippet, SnippetGroupNode, SnippetNode>(this.view, {
      root: this.node(group),
      source: (options) => {
        const pages = ask(snippetQuery(this.filter.value, group), options);
        return {
          page: async (cursor) => {
            try {
              return await pages.page(cursor);
            } catch (error) {
              throw listError(error, this.scope.instance, group);
            }
          },
        };
      },
      node: (snippet) => this.row(group, snippet),
      note: () => this.note(group),
    });
  }

  private node(group: SnippetGroup): SnippetGroupNode {
    return { kind: "snippets", instance: this.scope.instance, group };
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
      unsent: this.files.unsentPaths(key, this.unsent),
      conflicts: this.files.unsentPaths(
        key,
        this.unsent.filter(({ conflict }) => conflict),
      ),
    };
  }

  private note(group: SnippetGroup): string {
    if (snippetFilters.isSet(this.filter.value)) return l10n.t("No snippets match the filter");
    return group === "mine" ? l10n.t("No snippets yet") : l10n.t("No snippets");
  }
}

/** Explains why a list cannot be read: not every host has the list of all snippets, and snippets may be disabled. */
function listError(error: unknown, instance: string, group: SnippetGroup): unknown {
  const host = instanceHost(instance);
  const missing = (): string =>
    group === "all"
      ? l10n.t("{0} does not support listing all snippets (requires version 16.3).", host)
      : l10n.t("Snippets on {0} are not available. They may be turned off or hidden from your account.", host);
  return refusalOf(error, {
    notFound: missing,
    methodNotAllowed: missing,
    forbidden: missing,
    // Hosts without the list of all snippets take its name for a snippet ID.
    ...(group === "all" && { invalidRequest: missing }),
  });
}

/** Returns the tooltip of a snippet. */
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
