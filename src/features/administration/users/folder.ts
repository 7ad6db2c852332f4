import { l10n, type MarkdownString } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { ListFilter } from "../../../core/filters/listFilter.ts";
import type { Folder } from "../../../core/tree/folders.ts";
import type { NodeRenderers } from "../../../core/tree/node.ts";
import { PagedFolder } from "../../../core/tree/pagedFolder.ts";
import { type Line, shown, time, tooltip } from "../../../core/tree/tooltipText.ts";
import type { FolderContext } from "../../../core/tree/viewModel.ts";
import { administrationRefusal } from "../customAttributes/errors.ts";
import { type AdminUserFilter, adminUserFilters } from "./filter.ts";
import { adminUserItem, adminUsersItem, userStateWords, userName } from "./items.ts";
import {
  adminUserNode,
  type AdminUserNode,
  type AdminUserNodes,
  adminUserRow,
  type AdminUsersNode,
  adminUsersRow,
} from "./nodes.ts";

/** The Users folder of the Administration view: the host's users, with every filter for administrators. */
export class AdminUsers implements Folder<AdminUserNodes> {
  readonly renderers: NodeRenderers<AdminUserNodes>;
  readonly filter: ListFilter<AdminUserFilter>;
  private readonly root: AdminUsersNode;
  private readonly connection: Connection;
  private readonly log: Pick<Logger, "debug">;
  private readonly list: PagedFolder<User, AdminUsersNode, AdminUserNode>;

  constructor(connection: Connection, view: FolderContext<AdminUserNodes>, log: Pick<Logger, "debug">) {
    this.connection = connection;
    this.log = log;
    const instance = connection.instance.url;
    this.root = { kind: "adminUsers", instance };
    this.filter = new ListFilter({
      view,
      memory: adminUserFilters,
      // Users belong to a host, not to a project.
      scope: { instance, project: "" },
      changed: () => {
        this.list.renew();
        // The folder's own row shows the filter.
        view.tree.update();
      },
    });
    this.list = new PagedFolder<User, AdminUsersNode, AdminUserNode>(view, {
      root: this.root,
      source: (options) => connection.client.users.list(adminUserFilters.query(this.filter.value), options),
      node: (user) => adminUserNode(instance, user),
      note: () =>
        adminUserFilters.isSet(this.filter.value) ? l10n.t("No users match the filter") : l10n.t("No users"),
      refusal: (error) => administrationRefusal(error, connection, log),
    });
    this.renderers = {
      adminUsers: this.list.renderer({
        id: adminUsersRow,
        item: () => adminUsersItem(adminUserFilters.summary(this.filter.value)),
      }),
      adminUser: {
        id: adminUserRow,
        item: adminUserItem,
        detail: async (node, item, signal) => {
          const user = view.silent() ? undefined : await this.withAttributes(node, signal);
          return Object.assign(item, { tooltip: adminUserTooltip({ ...node.user, ...user }) });
        },
      },
    };
  }

  roots(): readonly AdminUsersNode[] {
    return [this.root];
  }

  refresh(signal: AbortSignal): Promise<void> {
    return this.list.refresh(signal);
  }

  /** Reads a user with custom attributes; failures are only logged. */
  private async withAttributes({ user }: AdminUserNode, signal: AbortSignal): Promise<User | undefined> {
    try {
      return await this.connection.client.users.get(user.id, { with_custom_attributes: true }, { signal });
    } catch (error) {
      this.log.debug("Reading a user for a tooltip failed", error);
      return undefined;
    }
  }
}

const yesNo = (value: boolean | null | undefined): string | undefined =>
  typeof value === "boolean" ? (value ? l10n.t("yes") : l10n.t("no")) : undefined;

/** Returns the tooltip of a user (Part 3, User), with custom attributes if known. */
function adminUserTooltip(user: User, now = Date.now()): MarkdownString {
  const identities = (user.identities ?? []).flatMap(
    ({ provider, extern_uid: uid }) => [provider, uid].filter(Boolean).join(": ") || [],
  );
  const lines: Line[] = [
    [l10n.t("Username"), shown(user.username)],
    [l10n.t("Email"), shown(user.email)],
    [l10n.t("Public email"), shown(user.public_email)],
    [l10n.t("State"), userStateWords(user.state)],
    [l10n.t("Administrator"), yesNo(user.is_admin)],
    [l10n.t("External"), yesNo(user.external)],
    [l10n.t("Private profile"), yesNo(user.private_profile)],
    [l10n.t("Two-factor authentication"), yesNo(user.two_factor_enabled)],
    [l10n.t("Projects limit"), shown(user.projects_limit)],
    [l10n.t("Can create groups"), yesNo(user.can_create_group)],
    [l10n.t("Created"), time(user.created_at, now)],
    [l10n.t("Confirmed"), time(user.confirmed_at, now)],
    [l10n.t("Last sign-in"), time(user.last_sign_in_at, now)],
    [l10n.t("Last activity"), shown(user.last_activity_on)],
    [l10n.t("Organization"), shown(user.organization)],
    [l10n.t("Location"), shown(user.location)],
    [l10n.t("Website"), shown(user.website_url)],
    [l10n.t("Bio"), shown(user.bio)],
    [l10n.t("Identities"), identities.join(", ")],
    [l10n.t("Runner minutes"), shown(user.shared_runners_minutes_limit)],
    [l10n.t("Extra runner minutes"), shown(user.extra_shared_runners_minutes_limit)],
    [l10n.t("Note"), shown(user.note)],
    ...(user.custom_attributes ?? []).map(({ key, value }): Line => [key, value]),
    [l10n.t("ID"), shown(user.id)],
  ];
  return tooltip(userName(user), lines, user.web_url);
}
