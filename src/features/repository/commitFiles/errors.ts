import type { Client } from "../../../api/client.ts";
import { ApiError, isOutcomeUnknown } from "../../../api/errors.ts";
import type { ProjectId } from "../../../api/path.ts";
import { isBranchName } from "../../../git/branchName.ts";
import type { PlannedAction } from "./actions.ts";
import { examine, undefinedIfMissing } from "./examine.ts";
import type { Reason } from "./reasons.ts";
import { findSent } from "./sent.ts";
import type { Target } from "./target.ts";

/** A commit that failed. */
export interface Attempt {
  readonly project: ProjectId;
  readonly target: Target;
  readonly message: string;
  readonly planned: readonly PlannedAction[];
  /** Expected parent commit. */
  readonly tip?: string | undefined;
  /** Former commit of the branch to overwrite. */
  readonly before?: string | undefined;
}

type Asked = Pick<Client, "commits" | "repositoryFiles" | "extras" | "protectedBranches">;

/**
 * Returns why a commit was refused, from the state of the host and never from its messages; undefined when no reason
 * was found.
 * @throws ApiError when the host cannot be reached
 */
export async function whyRefused(
  client: Asked,
  attempt: Attempt,
  error: unknown,
  signal?: AbortSignal,
): Promise<Reason | undefined> {
  if (!(error instanceof ApiError)) return undefined;
  if (isOutcomeUnknown(error)) return wasItMade(client, attempt, signal);
  const { project, target } = attempt;
  if (error.kind === "forbidden") return (await protection(client, attempt, signal)) ?? { kind: "noRights" };
  if (error.kind !== "invalidRequest" && error.kind !== "conflict") return undefined;

  if (target.start && !isBranchName(target.branch)) return { kind: "branchName", branch: target.branch };
  if (target.start && target.force !== true && (await tipOf(client, project, target.branch, signal)) !== undefined)
    return { kind: "branchExists", branch: target.branch };
  const { reason, tip } = await examine(client, project, target, attempt.planned, signal);
  if (reason !== undefined) return reason;
  // Some hosts return 400 where the documents say 403.
  const guarded = await protection(client, attempt, signal);
  if (guarded !== undefined) return guarded;
  return tip !== undefined && attempt.tip !== undefined && tip !== attempt.tip
    ? { kind: "branchMoved", branch: target.branch, commit: tip }
    : undefined;
}

async function wasItMade(
  client: Asked,
  { project, target, message, tip, before }: Attempt,
  signal: AbortSignal | undefined,
): Promise<Reason | undefined> {
  const commit = await findSent(
    client,
    project,
    { branch: target.branch, message, files: [], tip, before },
    signal,
  ).catch(() => undefined);
  return commit === undefined ? undefined : { kind: "done", commit };
}

/** Returns a reason if the protection of the branch forbids the commit. */
async function protection(
  client: Asked,
  { project, target }: Attempt,
  signal: AbortSignal | undefined,
): Promise<Reason | undefined> {
  const rules = async (): Promise<boolean> => {
    const list = client.protectedBranches.list(project, {}, { perPage: 100, signal });
    const { items } = await list.page();
    return items.some(({ name }) => matches(name, target.branch));
  };
  const branches = async (): Promise<boolean | undefined> => {
    const { items } = await client.extras.branches(project, { search: target.branch }, { perPage: 100, signal }).page();
    const found = items.find(({ name }) => name === target.branch);
    if (found === undefined) return undefined;
    // Permission to push to a protected branch does not include overwriting it.
    return found.protected === true && (found.can_push !== true || target.force === true);
  };
  // Either request may be forbidden to the account.
  const isProtected = (await branches().catch(() => undefined)) ?? (await rules().catch(() => false));
  return isProtected
    ? { kind: "protected", branch: target.branch, ...(target.force === true ? { force: true } : {}) }
    : undefined;
}

/** Whether the name of a protected branch, which may contain wildcards, matches a branch. */
function matches(rule: string, branch: string): boolean {
  const pattern = rule.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`).test(branch);
}

const tipOf = async (
  client: Asked,
  project: ProjectId,
  branch: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> =>
  (await undefinedIfMissing(client.commits.get(project, branch, { stats: false }, { signal })))?.id;
