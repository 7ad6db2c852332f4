import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";
import { type Choice, pickOne } from "./pick.ts";
import { plainText } from "./plainText.ts";

/** A branch as far as the host or git here tells. */
export interface KnownBranch {
  readonly name: string;
  readonly protected?: boolean | null;
  readonly default?: boolean | null;
}

/** More than anybody looks through; the rest can be typed. */
const most = 500;

/** Asks for a branch on the host. Hosts that do not list theirs are asked by the names that git knows here, or by any that is typed. @throws CancelledError */
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
    choices: async (signal) =>
      (await branchesOf(context, scope, signal)).filter(({ name }) => name !== options.leaveOut).map(branchChoice),
    active: (name) => name === here,
    typed: (text) => typedBranch(text.trim()),
  });
}

/** Whether a branch is protected, as far as the account may know. */
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
    // A branch that no rule names may still fit a rule's pattern.
    return undefined;
  }
}

/** Branches on the host; where it does not list them, those that git knows here. */
export async function branchesOf(
  context: Context,
  { instance, project }: ProjectScope,
  signal: AbortSignal,
): Promise<readonly KnownBranch[]> {
  try {
    return (
      await context.connections.get(instance).client.extras.branches(project, {}, { signal }).all({ max: most, signal })
    ).items;
  } catch (error) {
    if (!(error instanceof ApiError) || isCancelled(error)) throw error;
    return (await context.projects.branches(signal)).map((name) => ({ name }));
  }
}

/** A branch's row in a pick: protected ones carry a lock. */
export const branchChoice = (branch: KnownBranch): Choice<string> => ({
  label: plainText(branch.name, 200),
  description: [branch.default === true ? l10n.t("default") : "", branch.protected === true ? l10n.t("protected") : ""]
    .filter(Boolean)
    .join(", "),
  iconPath: new ThemeIcon(branch.protected === true ? "lock" : "git-branch"),
  value: branch.name,
});

const typedBranch = (text: string): Choice<string> | undefined =>
  text === ""
    ? undefined
    : { label: l10n.t("Use “{0}”", plainText(text, 200)), iconPath: new ThemeIcon("edit"), value: text };
