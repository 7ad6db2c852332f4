/** The folder of what concerns the account in use alone. */
export interface MeFolderNode {
  readonly kind: "me";
  readonly instance: string;
  readonly username: string;
  readonly name: string;
}

export type MeNode = MeFolderNode;

export const meId = ({ instance }: Pick<MeFolderNode, "instance">): string => `${instance} me`;
