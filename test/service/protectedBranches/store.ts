import { GRANT_KINDS, type Grant, type GrantKind, type NewGrant, type ProtectedBranchRecord } from "./records.ts";

export interface NewProtectedBranch {
  readonly projectId: number;
  readonly name: string;
  readonly grants: Readonly<Record<GrantKind, readonly NewGrant[]>>;
  readonly allowForcePush?: boolean;
  readonly codeOwnerApprovalRequired?: boolean;
}

/** The protected branches of all projects. */
export class ProtectedBranches {
  readonly #records = new Map<number, ProtectedBranchRecord>();
  #ids = { branch: 0, grant: 2000 };

  /** In the order of their making. */
  of(projectId: number): ProtectedBranchRecord[] {
    return [...this.#records.values()].filter((record) => record.projectId === projectId);
  }

  /** The one of exactly this name, wildcards as written. */
  named(projectId: number, name: string): ProtectedBranchRecord | undefined {
    return this.of(projectId).find((record) => record.name === name);
  }

  /** All that protect a branch. */
  matching(projectId: number, branch: string): ProtectedBranchRecord[] {
    return this.of(projectId).filter((record) => matchesBranch(record.name, branch));
  }

  add(branch: NewProtectedBranch): ProtectedBranchRecord {
    const grants = (kind: GrantKind): Grant[] => branch.grants[kind].map((grant) => this.grant(grant));
    const [push, merge, unprotect] = GRANT_KINDS.map(grants) as [Grant[], Grant[], Grant[]];
    const record: ProtectedBranchRecord = {
      id: ++this.#ids.branch,
      projectId: branch.projectId,
      name: branch.name,
      grants: { push, merge, unprotect },
      allowForcePush: branch.allowForcePush ?? false,
      codeOwnerApprovalRequired: branch.codeOwnerApprovalRequired ?? false,
    };
    this.#records.set(record.id, record);
    return record;
  }

  /** A grant with an id of its own. */
  grant(grant: NewGrant): Grant {
    return { ...grant, id: ++this.#ids.grant };
  }

  remove(record: ProtectedBranchRecord): void {
    this.#records.delete(record.id);
  }
}

/** `*` stands for any text, slashes too. */
export function matchesBranch(pattern: string, branch: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(branch);
}
