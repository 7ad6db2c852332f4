/** Returns the name of the local branch for a merge request whose branch is not the project's; no branch of the project has such a name. */
export const localBranchName = (iid: number, source: string | null | undefined): string =>
  `merge-requests/${iid}${source ? `/${source}` : ""}`;

/** Reads the merge request of a local branch and the name of its source branch. */
export function requestOfBranch(
  branch: string,
): { readonly iid: number; readonly source: string | undefined } | undefined {
  const [, digits, source] = /^merge-requests\/([1-9]\d*)(?:\/(.+))?$/.exec(branch) ?? [];
  const iid = Number(digits);
  return Number.isSafeInteger(iid) ? { iid, source } : undefined;
}
