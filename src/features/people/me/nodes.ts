import type { SshKey, UserStatus } from "../../../api/resources/userTypes.ts";
import type { SshKeyRef } from "../sshKeys/refs.ts";
import type { Count } from "./countsOf.ts";

/** The folder of the current user. */
export interface MeFolderNode {
  readonly kind: "me";
  readonly instance: string;
  readonly username: string;
  readonly name: string;
}

/** The status of the current user. */
export interface MyStatusNode {
  readonly kind: "myStatus";
  readonly instance: string;
  readonly status: UserStatus;
  /** The status in one line; empty when there is none. */
  readonly line: string;
}

/** The number of merge requests, issues or to-do items of the current user. */
export interface MyCountNode {
  readonly kind: "myCount";
  readonly instance: string;
  readonly count: Count;
}

/** A part of the folder that could not be read, while the rest could. */
export interface MyProblemNode {
  readonly kind: "myProblem";
  readonly instance: string;
  readonly what: "status" | "counts";
  readonly words: string;
  /** Why, where trying again may help; absent when the host does not have it. */
  readonly error?: unknown;
}

export interface SshKeysNode {
  readonly kind: "sshKeys";
  readonly instance: string;
}

export interface SshKeyNode extends SshKeyRef {
  readonly kind: "sshKey";
  readonly key: SshKey;
}

export type MeNode = MeFolderNode | MyStatusNode | MyCountNode | MyProblemNode | SshKeysNode | SshKeyNode;

export const meId = ({ instance }: Pick<MeFolderNode, "instance">): string => `${instance} me`;
