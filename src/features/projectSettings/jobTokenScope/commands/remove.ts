import { l10n } from "vscode";
import { UserError } from "../../../../core/base/errors.ts";
import { sameProject } from "../../../../core/base/refs.ts";
import { runWrite } from "../../../../core/commands/runWrite.ts";
import type { Context } from "../../../../core/context.ts";
import { confirm } from "../../../../core/ui/confirm.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { wholeList } from "../../../../core/ui/partialList.ts";
import { partialRows, pickOne } from "../../../../core/ui/pick.ts";
import { withRefusals } from "../../../../core/ui/refusals.ts";
import { entryItem, entryName } from "../items.ts";
import { entryNodes } from "../nodes.ts";
import { placeName, readNow, forMaintainers, scopeChange } from "../pick.ts";
import type { JobTokenEntryRef } from "../refs.ts";

/** Removes a project or group, which may be deleted, from its allowlist after confirmation. */
export async function remove(context: Context, given?: JobTokenEntryRef): Promise<void> {
  const { project, connection } = context.current.require();
  // The ID may be of another entry, or of none, on the allowlists of another project.
  if (given && !sameProject(given, project))
    throw new UserError(l10n.t("This entry belongs to another project than {0}. Select it again.", project.name));
  const ref = given ?? (await ask(context));
  const { of, id } = ref.entry;
  const name = entryName(ref);
  const question =
    of === "group"
      ? l10n.t("Remove group “{0}” from the job token allowlist of {1}?", name, placeName(project))
      : l10n.t("Remove project “{0}” from the job token allowlist of {1}?", name, placeName(project));
  const detail =
    of === "group"
      ? l10n.t("Jobs of its projects can no longer access this project. You can add the group again.")
      : l10n.t("Its jobs can no longer access this project. You can add the project again.");
  await confirm(context, project, { question, detail, buttons: [l10n.t("Remove")] });
  const { jobTokenScope } = connection.client;
  const list = of === "group" ? jobTokenScope.groupsAllowlist : jobTokenScope.allowlist;
  await withRefusals(
    {
      notFound: () => l10n.t("“{0}” was already removed from the allowlist.", name),
      forbidden: () => forMaintainers(project),
    },
    () =>
      runWrite(
        context,
        l10n.t("Removing “{0}”…", name),
        scopeChange(project, of === "group" ? "groups" : "projects"),
        (signal) => list.remove(project.project, id, { signal }),
        {
          find: async (signal) => {
            const entries = await list.list(project.project, { perPage: 100, signal }).all({ signal });
            if (entries.items.some((one) => one.id === id)) return undefined;
            wholeList<unknown>(entries);
            return { done: undefined };
          },
        },
      ),
  );
  notice(l10n.t("Removed “{0}” from the allowlist.", name));
}

async function ask(context: Context): Promise<JobTokenEntryRef> {
  const { project, access } = await readNow(context);
  const { projects, groups = [] } = entryNodes(project, access, project);
  const entries = [...projects.filter(({ itself }) => !itself), ...groups];
  if (entries.length === 0) throw new UserError(l10n.t("The job token allowlist of {0} is empty.", placeName(project)));
  return pickOne<JobTokenEntryRef>({
    title: l10n.t("Remove from Job Token Allowlist"),
    placeholder: l10n.t("Select a project or group to remove from the allowlist of {0}", project.name),
    choices: [
      ...entries.map((node) => {
        const { description, iconPath } = entryItem(node);
        return {
          label: entryName(node),
          description: typeof description === "string" ? description : "",
          value: node,
          ...(iconPath !== undefined && typeof iconPath !== "string" && { iconPath }),
        };
      }),
      ...partialRows({ items: entries, capped: access.capped?.projects === true || access.capped?.groups === true }),
    ],
  });
}
