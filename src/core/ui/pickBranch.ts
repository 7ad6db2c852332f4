import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";
import type { HostList } from "./partialList.ts";
import { type Choice, partialRows, pickOne } from "./pick.ts";
import { typedRef } from "./pickRef.ts";
import { plainText } from "./plainText.ts";

/** A branch with what the host or the local git reports of it. */
export interface KnownBranch {
  readonly name: string;
  readonly protected?: boolean | null;
  readonly default?: boolean | null;
}

/** Maximum number of listed branches; others can be typed. */
const maxBranches = 500;

/**
 * Prompts for a branch on the host, listed by the host or else by the local git; any name can be typed.
 * @throws CancelledError
 */
export async function pickBranch(
  context: Context,
  scope: ProjectScope,
  options: { readonly title: string; readonly placeholder: string; readonly leaveOut?: string | undefined },
): Promise<string> {
  const current = context.current.value;
  const here = "project" in current ? current.project.branch : undefined;
  return pickOne<string>({
    title: options.title,
    placeholder: options.placeholder,
    choices: async (signal) => {
      const branches = await branchesOf(context, scope, signal);
      const offered = branches.items.filter(({ name }) => name !== options.leaveOut);
      return [...offered.map(branchChoice), ...partialRows(branches)];
    },
    active: (name) => name === here,
    typed: (text) => typedRef(text.trim()),
  });
}

/** Returns whether a branch is protected; undefined when that is unknown to the account. */
export async function isProtected(
  context: Context,
  { instance, project }: ProjectScope,
  branch: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { client } = context.connections.get(instance);
  try {
    const { items } = await client.extras.branches(project, { search: branch }, { signal }).page();
    const found = items.find(({ name }) => name === branch);
    if (typeof found?.protected === "boolean") return found.protected;
  } catch (error) {
    if (isCancelled(error)) throw error;
  }
  try {
    await client.protectedBranches.get(project, branch, { signal });
    return true;
  } catch (error) {
    if (isCancelled(error)) throw error;
    // A wildcard rule may still apply to the branch.
    return undefined;
  }
}

/** Returns the branches on the host, or those known to the local git if the host does not list them. */
export async function branchesOf(
  context: Context,
  { instance, project }: ProjectScope,
  signal: AbortSignal,
): Promise<HostList<KnownBranch>> {
  try {
    return await context.connections
      .get(instance)
      .client.extras.branches(project, {}, { signal })
      .all({ max: maxBranches, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || isCancelled(error)) throw error;
    return { items: (await context.projects.branches(signal)).map((name) => ({ name })) };
  }
}

/** Returns the row of a branch in a pick. */
export const branchChoice = (branch: KnownBranch): Choice<string> => ({
  label: plainText(branch.name, 200),
  description: [branch.default === true ? l10n.t("default") : "", branch.protected === true ? l10n.t("protected") : ""]
    .filter(Boolean)
    .join(", "),
  iconPath: new ThemeIcon(branch.protected === true ? "lock" : "git-branch"),
  value: branch.name,
});
