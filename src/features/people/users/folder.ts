import { l10n } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Change } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import { ListFilter } from "../../../core/filters/listFilter.ts";
import type { Folder } from "../../../core/tree/folders.ts";
import type { NodeRenderer, NodeRenderers } from "../../../core/tree/node.ts";
import { PagedFolder } from "../../../core/tree/pagedFolder.ts";
import type { FolderContext } from "../../../core/tree/viewModel.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";
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

/** ms within which the refresh after a write arrives. */
const refreshDelay = 2_000;

/** The Users folder: the host's users, filtered by name, username and state. */
export class UsersFolder implements Folder<UsersNode> {
  readonly renderers: NodeRenderers<UsersNode>;
  readonly filter: ListFilter<UserFilter>;
  private readonly connection: Connection;
  private readonly view: FolderContext<UsersNode>;
  private readonly cards: UserCards;
  private readonly root: UserFolderNode;
  private readonly list: PagedFolder<User, UserFolderNode, UserNode>;
  /** Time of the last write that changes no row, in ms since 1970: the refresh after it is skipped. */
  private unrelatedWriteAt = 0;
  /** Whether a user was written since the last refresh. */
  private userWritten = false;

  constructor(connection: Connection, view: FolderContext<UsersNode>, cards: UserCards) {
    const { client } = connection;
    const instance = connection.instance.url;
    this.connection = connection;
    this.view = view;
    this.cards = cards;
    this.root = { kind: "users", instance };
    this.filter = new ListFilter({
      view,
      memory: userFilters,
      // Users belong to a host, not to a project.
      scope: { instance, project: "" },
      changed: () => this.list.renew(),
    });
    this.list = new PagedFolder<User, UserFolderNode, UserNode>(view, {
      root: this.root,
      source: (options) => {
        const pages = client.users.list(userFilters.query(this.filter.value), options);
        return {
          page: async (cursor) => {
            try {
              return await pages.page(cursor);
            } catch (error) {
              throw listError(error, instance);
            }
          },
        };
      },
      node: (user) => ({ kind: "user", instance, user }),
      note: () => (userFilters.isSet(this.filter.value) ? l10n.t("No users match the filter") : l10n.t("No users")),
    });
    const folder = this.list.renderer({ id: userFolderId, item: userFolderItem });
    this.renderers = {
      users: {
        ...folder,
        children: async (_node, signal) => {
          cards.forget(connection);
          await this.list.load(signal);
          return { nodes: [] };
        },
      },
      user: this.userRenderer(),
      userFact: { id: userFactId, item: userFactItem },
    };
  }

  get filterText(): string | undefined {
    return userFilters.message(this.filter.value);
  }

  roots(): readonly UserFolderNode[] {
    return [this.root];
  }

  written({ subject }: Change): void {
    // The card of the current user shows writes to the account, too.
    this.cards.forget(this.connection);
    if (subject === "user") this.userWritten = true;
    else this.unrelatedWriteAt = Date.now();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const unrelated = !this.userWritten && Date.now() - this.unrelatedWriteAt < refreshDelay;
    [this.userWritten, this.unrelatedWriteAt] = [false, 0];
    if (unrelated || !this.list.isShown) return;
    this.cards.forget(this.connection);
    await Promise.all([this.view.tree.refreshOpened("user"), this.list.refresh(signal)]);
  }

  private userRenderer(): NodeRenderer<UserNode, UsersNode> {
    const { connection, cards } = this;
    return {
      id: userId,
      item: userItem,
      children: async ({ instance, user }, signal) => {
        const facts = await userFacts(await cards.card(connection, user, signal));
        return { nodes: facts.map((fact): UserFactNode => ({ kind: "userFact", instance, user, fact })) };
      },
      detail: async ({ user }, item, signal) => {
        // Without a card the data of the list is shown.
        const card = await cards.card(connection, user, signal).catch((error: unknown) => {
          if (isCancelled(error)) throw error;
          return { user };
        });
        return Object.assign(item, { tooltip: await userTooltip(card) });
      },
    };
  }
}

/** Returns the error for a list that the host does not show: some show it to administrators only. */
function listError(error: unknown, instance: string): unknown {
  const words = (): string =>
    l10n.t("The list of users on {0} is not available to your account.", instanceHost(instance));
  return refusalOf(error, { forbidden: words, notFound: words, methodNotAllowed: words });
}
