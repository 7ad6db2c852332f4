import { l10n, ThemeIcon } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { ProtectedBranch, UpdateProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import { foundIf, hasFields } from "../../../core/commands/findWrite.ts";
import { type FindWrite, runWrite } from "../../../core/commands/runWrite.ts";
import { partialRows, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { ProjectSettingsContext } from "../context.ts";
import { protectedBranchError, type RefusedRequest } from "./errors.ts";
import { accessNames } from "./labels.ts";
import { isWildcard } from "./patterns.ts";
import type { ProtectedBranchRef } from "./refs.ts";

/** A protected branch with all fields. */
export type WholeRule = ProtectedBranchRef & { readonly protectedBranch: ProtectedBranch };

/** Returns the given protected branch, or one that the user picks. @throws CancelledError, UserError if there is none */
export async function pickProtectedBranch(
  context: ProjectSettingsContext,
  given: ProtectedBranchRef | undefined,
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
): Promise<ProtectedBranchRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  const protections = await context.protections.load();
  return pickOne<ProtectedBranchRef>({
    title,
    placeholder,
    choices: async () => {
      const known = await protections.read(connection, scope);
      if (known.kind === "hidden")
        throw new UserError(
          l10n.t(
            "The protected branches of this project on {0} are not available to your account.",
            instanceHost(scope.instance),
          ),
        );
      if (known.rules.length === 0 && known.capped !== true)
        throw new UserError(l10n.t("This project has no protected branches."), {
          action: { title: l10n.t("Protect Branch…"), command: "forgeline.protectedBranch.protect" },
        });
      return [
        ...known.rules.map((rule) => ({
          label: plainText(rule.name, 120),
          description: l10n.t("push: {0}", accessNames(rule.push_access_levels)),
          iconPath: new ThemeIcon(isWildcard(rule.name) ? "regex" : "lock"),
          value: { ...scope, protectedBranch: rule },
        })),
        ...partialRows({ items: known.rules, capped: known.capped }),
      ];
    },
  });
}

/** Returns a rule's name for titles and messages. */
export const ruleName = ({ protectedBranch: { name } }: ProtectedBranchRef): string => plainText(name, 80);

/** Returns project and host in words. */
export const whereWords = ({ instance, project }: ProjectScope): string =>
  l10n.t("project {0} on {1}", plainText(String(project), 120), instanceHost(instance));

/** Returns the change that a write to a rule announces. */
export const ruleChange = ({ instance, project, protectedBranch: { name } }: ProtectedBranchRef): Change => ({
  instance,
  project,
  subject: "protectedBranch",
  name,
});

/** Reads a rule with progress. @throws ApiError, UserError if it is gone */
export const readRule = async (context: ProjectSettingsContext, ref: ProtectedBranchRef): Promise<WholeRule> => {
  const { client } = context.connections.get(ref.instance);
  const rule = await withProtectedBranchErrors(ref, { doing: "change" }, () =>
    withProgress(l10n.t("Loading “{0}”…", ruleName(ref)), (signal) =>
      client.protectedBranches.get(ref.project, ref.protectedBranch.name, { signal }),
    ),
  );
  return { instance: ref.instance, project: ref.project, protectedBranch: rule };
};

/** Changes a rule and announces it to the views. @throws ApiError, UserError */
export async function changeRule(
  context: ProjectSettingsContext,
  ref: ProtectedBranchRef,
  changes: UpdateProtectedBranch,
  request: Omit<RefusedRequest, "doing"> = {},
): Promise<void> {
  const { client } = context.connections.get(ref.instance);
  await withProtectedBranchErrors(ref, { ...request, doing: "change" }, () =>
    runWrite(
      context,
      l10n.t("Updating “{0}”…", ruleName(ref)),
      ruleChange(ref),
      (signal) => client.protectedBranches.update(ref.project, ref.protectedBranch.name, changes, { signal }),
      { what: changes, ...(areFlags(changes) && { find: findFlags(client, ref, changes) }) },
    ),
  );
}

/** Whether only settings change that the host shows as they are sent; entries of lists come back with IDs of their own. */
const areFlags = (changes: UpdateProtectedBranch): boolean =>
  Object.values(changes).every((value) => typeof value === "boolean");

const findFlags =
  (client: Client, ref: ProtectedBranchRef, changes: UpdateProtectedBranch): FindWrite<ProtectedBranch> =>
  async (signal) =>
    foundIf(await client.protectedBranches.get(ref.project, ref.protectedBranch.name, { signal }), (now) =>
      hasFields(now, changes),
    );

/** Runs a request about a protected branch and words refusals. */
export async function withProtectedBranchErrors<T>(
  ref: ProtectedBranchRef,
  request: RefusedRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw protectedBranchError(error, ref, request);
  }
}
