import { l10n, type MarkdownString } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import type { NodeRenderer, NodeRenderers } from "../../../core/tree/node.ts";
import { type Line, shown, time, tooltip } from "../../../core/tree/tooltipText.ts";
import type { ViewContext } from "../../../core/tree/viewModel.ts";
import type { AdministrationFolder } from "../folder.ts";
import { AdministrationList } from "../list.ts";
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

/** The folder Users of the Administration view: those of the host, with every filter that administrators have. */
export class AdminUsers implements AdministrationFolder<AdminUserNodes> {
  readonly root: AdminUsersNode;
  readonly kinds: NodeRenderers<AdminUserNodes>;
  private readonly connection: Connection;
  private readonly frame: ViewContext<AdminUserNodes>;
  private readonly log: Pick<Logger, "debug">;
  private readonly list: AdministrationList<User, AdminUserNodes, AdminUsersNode>;
  /** Users are of a host, not of a project. */
  private readonly scope: { readonly instance: string; readonly project: string };
  private narrowed: AdminUserFilter;

  constructor(connection: Connection, frame: ViewContext<AdminUserNodes>, log: Pick<Logger, "debug">) {
    this.connection = connection;
    this.frame = frame;
    this.log = log;
    const instance = connection.instance.url;
    this.root = { kind: "adminUsers", instance };
    this.scope = { instance, project: "" };
    this.narrowed = adminUserFilters.read(frame.memory, this.scope);
    this.list = new AdministrationList<User, AdminUserNodes, AdminUsersNode>(
      {
        root: this.root,
        connection,
        log,
        source: (options) => connection.client.users.list(adminUserFilters.query(this.narrowed), options),
        node: (user) => adminUserNode(instance, user),
        kind: { id: adminUsersRow, item: () => adminUsersItem(adminUserFilters.summary(this.narrowed)) },
        note: () => (adminUserFilters.isSet(this.narrowed) ? l10n.t("No user fits the filter") : l10n.t("No users")),
      },
      frame,
    );
    this.kinds = { adminUsers: this.list.folder(), adminUser: this.userKind() };
  }

  get filter(): AdminUserFilter {
    return this.narrowed;
  }

  /** Narrows the rows, and remembers it for the host. */
  async setFilter(filter: AdminUserFilter): Promise<void> {
    const { frame, scope } = this;
    await adminUserFilters.write(frame.memory, scope, filter);
    if (frame.signal.aborted) return;
    this.narrowed = adminUserFilters.read(frame.memory, scope);
    this.list.renew();
    // The folder's own row says what it is narrowed to.
    frame.tree.update();
  }

  refresh(signal: AbortSignal): Promise<void> {
    return this.list.refresh(signal);
  }

  private userKind(): NodeRenderer<AdminUserNode, AdminUserNodes> {
    return {
      id: adminUserRow,
      item: adminUserItem,
      detail: async (node, item, signal) => {
        const user = this.frame.silent() ? undefined : await this.whole(node, signal);
        return Object.assign(item, { tooltip: adminUserTooltip({ ...node.user, ...user }) });
      },
    };
  }

  /** The user with the custom attributes; without them the row is still worth a tooltip. */
  private async whole({ user }: AdminUserNode, signal: AbortSignal): Promise<User | undefined> {
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

/** Everything that administrators are told of a user (Part 3, User), with the custom attributes where they were asked for. */
function adminUserTooltip(user: User, now = Date.now()): MarkdownString {
  const identities = (user.identities ?? []).map(({ provider, extern_uid: uid }) =>
    uid === null ? provider : `${provider}: ${uid}`,
  );
  const lines: Line[] = [
    [l10n.t("Username"), shown(user.username)],
    [l10n.t("E-mail"), shown(user.email)],
    [l10n.t("Public e-mail"), shown(user.public_email)],
    [l10n.t("State"), userStateWords(user.state)],
    [l10n.t("Administrator"), yesNo(user.is_admin)],
    [l10n.t("External"), yesNo(user.external)],
    [l10n.t("Private profile"), yesNo(user.private_profile)],
    [l10n.t("Two-factor authentication"), yesNo(user.two_factor_enabled)],
    [l10n.t("Projects limit"), shown(user.projects_limit)],
    [l10n.t("May create groups"), yesNo(user.can_create_group)],
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
