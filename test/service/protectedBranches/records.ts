/** Who may: everybody from a level on, one user, or the members of one group. */
export interface Grant {
  readonly id: number;
  /** 0 no one, 30 developers, 40 maintainers, 60 administrators; null when it is for a user or group. */
  level: number | null;
  userId: number | null;
  groupId: number | null;
}

export type NewGrant = Omit<Grant, "id">;

export const GRANT_KINDS = ["push", "merge", "unprotect"] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** A protected branch, or with `*` in its name many (part 3, Protected branch). */
export interface ProtectedBranchRecord {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly grants: Record<GrantKind, Grant[]>;
  allowForcePush: boolean;
  codeOwnerApprovalRequired: boolean;
}

/** A grant to all from a level on. */
export function fromLevel(level: number): NewGrant {
  return { level, userId: null, groupId: null };
}
