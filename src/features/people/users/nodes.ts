import type { User } from "../../../api/resources/userTypes.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import type { UserFact } from "./facts.ts";

/** The folder of the host's users. */
export interface UserFolderNode {
  readonly kind: "users";
  readonly instance: string;
}

/** A user of the host; commands receive it as a UserRef. */
export interface UserNode extends UserRef {
  readonly kind: "user";
  readonly user: User;
}

/** One detail of a user; commands receive it as a UserRef. */
export interface UserFactNode extends UserRef {
  readonly kind: "userFact";
  readonly fact: UserFact;
}

export type UsersNode = UserFolderNode | UserNode | UserFactNode;

export const userFolderId = ({ instance }: Pick<UserFolderNode, "instance">): string => `${instance} users`;
export const userId = ({ instance, user }: Pick<UserNode, "instance" | "user">): string =>
  `${instance} users/${user.id}`;
export const userFactId = (node: Pick<UserFactNode, "instance" | "user" | "fact">): string =>
  `${userId(node)}/${node.fact.id}`;
