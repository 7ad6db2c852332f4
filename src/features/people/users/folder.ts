import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Change } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../../../core/tree/node.ts";
import { PagedList } from "../../../core/tree/pagedList.ts";
import { isPassing } from "../../../core/tree/rowEntry.ts";
import type { ViewContext } from "../../../core/tree/viewModel.ts";
import type { PeopleNode } from "../nodes.ts";
import type { PeopleSection } from "../section.ts";
import type { UserCards } from "./cards.ts";
import { userFacts } from "./facts.ts";
import { type UserFilter, userFilters } from "./filter.ts";
import { userFactItem, userFolderItem, userItem } from "./items.ts";
import {
  userFactId,
  type UserFactNode,
  type UserFolderNode,
  userFolderId,
  userId,
  type UserNode,
  type UsersNode,
} from "./nodes.ts";
import { userTooltip } from "./tooltip.ts";

/** ms within which a refresh follows what was written. */
const follows = 2_000;

/** The folder Users: those of the host, found by name, user name and state. */
export class UserSection implements PeopleSection<UsersNode> {
  readonly kinds: NodeRenderers<UsersNode>;
  private readonly connection: Connection;
  private readonly frame: ViewContext<PeopleNode>;
  private readonly cards: UserCards;
  private readonly scope: { readonly instance: string; readonly project: string };
  private readonly folder: UserFolderNode;
  private readonly list: PagedList<UserSummary>;
  private narrowed: UserFilter;
  /** When something was written here that changes no row, ms since 1970: the refresh that follows is not about them. */
  private spared = 0;
  /** A user was written here. */
  private touched = false;

  constructor(connection: Connection, frame: ViewContext<PeopleNode>, cards: UserCards) {
    const { instance, client } = connection;
    this.connection = connection;
    this.frame = frame;
    this.cards = cards;
    // Users are of a host, not of a project.
    this.scope = { instance: instance.url, project: "" };
    this.folder = { kind: "users", instance: instance.url };
    this.narrowed = userFilters.read(frame.memory, this.scope);
    this.list = new PagedList<UserSummary>((options) => {
      const pages = client.users.list(userFilters.query(this.narrowed), options);
      return {
        page: async (cursor) => {
          try {
            return await pages.page(cursor);
          } catch (error) {
            throw listRefused(error, instance.url);
          }
        },
      };
    });
    this.kinds = { users: this.folderKind(), user: this.userKind(), userFact: { id: userFactId, item: userFactItem } };
  }

  get filter(): UserFilter {
    return this.narrowed;
  }

  get filterText(): string | undefined {
    return userFilters.message(this.narrowed);
  }

  root(): UserFolderNode {
    return this.folder;
  }

  /** Narrows the rows, and remembers it for the host. */
  async setFilter(filter: UserFilter): Promise<void> {
    const { frame, scope } = this;
    await userFilters.write(frame.memory, scope, filter);
    if (frame.signal.aborted) return;
    this.narrowed = userFilters.read(frame.memory, scope);
    this.list.clear();
    frame.tree.renew(this.folder);
    frame.narrowed();
  }

  written({ subject }: Change): void {
    // What was written of the own account is on its card, too.
    this.cards.forget(this.connection);
    if (subject === "user") this.touched = true;
    else this.spared = Date.now();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { frame, list, folder } = this;
    const spared = !this.touched && Date.now() - this.spared < follows;
    [this.touched, this.spared] = [false, 0];
    if (spared) return;
    // Nothing to refresh before the first answer, which VS Code asks for itself.
    if (!frame.tree.isOpened(folder) || list.items === undefined) return;
    this.cards.forget(this.connection);
    const below = frame.tree
      .opened()
      .filter(({ kind }) => kind === "user")
      .map((node) => frame.tree.refresh(node));
    try {
      await list.refresh(signal);
    } catch (error) {
      if (!frame.signal.aborted && !isCancelled(error) && !signal.aborted) {
        if (!isPassing(error)) list.clear();
        frame.tree.fail(folder, error);
      }
      throw error;
    }
    if (frame.signal.aborted) return;
    frame.tree.current(folder);
    frame.seat.answered();
    frame.read();
    await Promise.allSettled(below);
  }

  private folderKind(): NodeRenderer<UserFolderNode, UsersNode> {
    const { list, frame } = this;
    return {
      id: userFolderId,
      item: userFolderItem,
      remembered: true,
      known: () => {
        const { items } = list;
        if (!items) return undefined;
        const more = async (signal: AbortSignal): Promise<Rows<never>> => {
          await list.more(signal);
          frame.seat.changed();
          return { nodes: [] }; // What is known has grown; the rows are made from it.
        };
        return { nodes: items.map((user) => this.row(user)), note: this.note(), more: list.hasMore ? more : undefined };
      },
      children: async (_node, signal) => {
        this.cards.forget(this.connection);
        await list.load(signal);
        frame.seat.loaded();
        return { nodes: [] };
      },
    };
  }

  private userKind(): NodeRenderer<UserNode, UsersNode> {
    const { connection, cards } = this;
    return {
      id: userId,
      item: userItem,
      children: async ({ instance, user }, signal) => {
        const facts = await userFacts(await cards.card(connection, user, signal));
        return { nodes: facts.map((fact): UserFactNode => ({ kind: "userFact", instance, user, fact })) };
      },
      detail: async ({ user }, item, signal) => {
        // The list told something already, which is shown where the host tells no more.
        const card = await cards.card(connection, user, signal).catch((error: unknown) => {
          if (isCancelled(error)) throw error;
          return { user };
        });
        return Object.assign(item, { tooltip: await userTooltip(card) });
      },
    };
  }

  private row(user: UserSummary): UserNode {
    return { kind: "user", instance: this.scope.instance, user };
  }

  private note(): string {
    return Object.keys(this.narrowed).length > 0 ? l10n.t("No user fits the filter") : l10n.t("No users");
  }
}

/** What to tell when the host shows no list: some keep it from those who are not signed in, or from everybody but administrators. */
function listRefused(error: unknown, instance: string): unknown {
  if (
    !(error instanceof ApiError) ||
    (error.kind !== "forbidden" && error.kind !== "notFound" && error.kind !== "methodNotAllowed")
  )
    return error;
  return new UserError(l10n.t("{0} shows your account no list of users.", instanceHost(instance)), { cause: error });
}
