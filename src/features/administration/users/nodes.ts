import type { User } from "../../../api/resources/userTypes.ts";
import type { WebRef } from "../../../core/base/refs.ts";
import type { UserRef } from "../../../core/people/refs.ts";

/** The folder of the host's users. */
export interface AdminUsersNode {
  readonly kind: "adminUsers";
  readonly instance: string;
}

/** A user; commands receive it as a UserRef or a WebRef. */
export interface AdminUserNode extends UserRef, WebRef {
  readonly kind: "adminUser";
  readonly user: User;
}

export type AdminUserNodes = AdminUsersNode | AdminUserNode;

export const adminUsersRow = ({ instance }: Pick<AdminUsersNode, "instance">): string =>
  `${instance} administration/users`;
export const adminUserRow = ({ instance, user }: Pick<AdminUserNode, "instance" | "user">): string =>
  `${adminUsersRow({ instance })}/${user.id}`;

export const adminUserNode = (instance: string, user: User): AdminUserNode => ({
  kind: "adminUser",
  instance,
  user,
  webUrl: user.web_url ?? "",
});
