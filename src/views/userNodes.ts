import type { UserSummary } from "../api/resources/userTypes.ts";

/** The folder of the host's users. */
export interface UserFolderNode {
  readonly kind: "users";
  readonly instance: string;
}

/** A user of the host. */
export interface UserNode {
  readonly kind: "user";
  readonly instance: string;
  readonly user: UserSummary;
}

export type UsersNode = UserFolderNode | UserNode;

/** Row ids are paths of API ids. */
export const userFolderId = ({ instance }: Pick<UserFolderNode, "instance">): string => `${instance} users`;
export const userId = ({ instance, user }: Pick<UserNode, "instance" | "user">): string => `${instance} users/${user.id}`;
