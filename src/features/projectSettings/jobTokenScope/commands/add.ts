import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { ApiError } from "../../../../api/errors.ts";
import { isCancelled, UserError } from "../../../../core/base/errors.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import { projectNumber } from "../../../../core/base/refs.ts";
import { foundInAll } from "../../../../core/commands/findWrite.ts";
import { type Found, runWrite } from "../../../../core/commands/runWrite.ts";
import type { Connection } from "../../../../core/connections.ts";
import type { Context } from "../../../../core/context.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { notice } from "../../../../core/ui/notice.ts";
import type { HostList } from "../../../../core/ui/partialList.ts";
import { type Choice, pickOne } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import type { OpenProject } from "../../../../git/project.ts";
import { scopeChange, refusedForRole } from "../pick.ts";
import { findTarget, knownTargets, type Target, typedTarget } from "../pickTarget.ts";
import { readGroups, readProjects } from "../read.ts";

/** Adds a project to the open project's job token allowlist. */
export async function addProject(context: Context): Promise<void> {
  await add(
    context,
    "project",
    l10n.t("Add Project to Job Token Allowlist"),
    l10n.t("Enter the path, ID or URL of the project to allow"),
  );
}

/** Adds a group to the open project's job token allowlist. */
export async function addGroup(context: Context): Promise<void> {
  await add(
    context,
    "group",
    l10n.t("Add Group to Job Token Allowlist"),
    l10n.t("Enter the path, ID or URL of the group to allow"),
  );
}

/** Asks until the host accepts a target or the user cancels; a refusal reopens the box with its reason and the typed text. */
async function add(context: Context, of: Target["of"], title: string, placeholder: string): Promise<void> {
  const { project, connection } = context.current.require();
  const known = knownTargets(context, project, of);
  let draft: string | undefined;
  let refused: string | undefined;
  for (;;) {
    const reason: Choice<Target | string>[] =
      refused === undefined
        ? []
        : [
            {
              label: refused,
              iconPath: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
              alwaysShow: true,
              value: draft ?? "",
            },
          ];
    const chosen = await pickOne<Target | string>({
      title,
      place: { title, step: 1, total: 1, back: false, draft },
      placeholder,
      choices: [
        ...known.map((target): Choice<Target | string> => ({
          label: plainText(String(target.name), 120),
          iconPath: new ThemeIcon(of === "group" ? "organization" : "repo"),
          value: target,
        })),
        ...reason,
      ],
      typed: (text) =>
        text.trim() === ""
          ? undefined
          : {
              label:
                of === "group"
                  ? l10n.t("Group {0}", plainText(text, 120))
                  : l10n.t("Project {0}", plainText(text, 120)),
              value: text,
            },
    });
    draft = typeof chosen === "string" ? chosen : String(chosen.name);
    try {
      const target = typeof chosen === "string" ? typedTarget(context, project, of, chosen) : chosen;
      const found = await withProgress(l10n.t("Looking for {0}…", plainText(String(target.name), 100)), (signal) =>
        findTarget(connection, target, signal),
      );
      const name = plainText(String(found.name), 120);
      if (of === "project") refuseItself(project, found);
      await runWrite(
        context,
        l10n.t("Adding {0}…", name),
        scopeChange(project, of === "group" ? "groups" : "projects"),
        (signal) => addFound(connection, project, { of, id: found.id, name }, signal),
        {
          find: async (signal) => foundListed(await readList(connection, project, of, signal), found.id),
        },
      );
      notice(
        of === "group"
          ? l10n.t("Job tokens of all projects in {0} can now access {1}.", name, project.name)
          : l10n.t("Job tokens of {0} can now access {1}.", name, project.name),
      );
      return;
    } catch (error) {
      if (isCancelled(error)) throw error;
      context.report.background(error, title);
      refused = describeError(error).message;
    }
  }
}

/** @throws UserError if the target is the open project */
function refuseItself(open: OpenProject, { id, name }: Pick<Target, "name"> & { readonly id: number }): void {
  if (id !== projectNumber(open) && String(name).toLowerCase() !== String(open.project).toLowerCase()) return;
  throw new UserError(
    l10n.t("{0} is this project. Its own job tokens always have access.", plainText(String(name), 120)),
  );
}

/** @throws UserError with why this target was refused, ApiError */
async function addFound(
  connection: Connection,
  project: OpenProject,
  { of, id, name }: { readonly of: Target["of"]; readonly id: number; readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  const { jobTokenScope } = connection.client;
  try {
    if (of === "group") await jobTokenScope.groupsAllowlist.add(project.project, { target_group_id: id }, { signal });
    else await jobTokenScope.allowlist.add(project.project, { target_project_id: id }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "notFound") throw new UserError(notSeen(of, name, project.instance), { cause: error });
    const mayBeListed = error.kind === "invalidRequest" || error.kind === "conflict";
    // Without the list, the refusal says more than why the list cannot be read.
    if (mayBeListed && (await isListed(connection, project, of, id, signal)))
      throw new UserError(l10n.t("{0} is already on the allowlist.", name), { cause: error });
    throw refusedForRole(error, project);
  }
}

const notSeen = (of: Target["of"], name: string, instance: string): string =>
  of === "group"
    ? l10n.t("Group {1} not found on {0}. You can add only groups that you can see.", instanceHost(instance), name)
    : l10n.t("Project {1} not found on {0}. You can add only projects that you can see.", instanceHost(instance), name);

/** Whether a target is on the list as far as it can be read, since the status of the refusal does not say so. */
async function isListed(
  connection: Connection,
  project: OpenProject,
  of: Target["of"],
  id: number,
  signal: AbortSignal,
): Promise<boolean> {
  const list = await readList(connection, project, of, signal).catch(() => undefined);
  return list?.items.some((one) => one.id === id) === true;
}

const readList = async (
  connection: Connection,
  project: OpenProject,
  of: Target["of"],
  signal: AbortSignal,
): Promise<HostList<{ readonly id: number }>> =>
  of === "group"
    ? ((await readGroups(connection, project, signal)) ?? { items: [] })
    : readProjects(connection, project, signal);

const foundListed = (list: HostList<{ readonly id: number }>, id: number): Found<undefined> | undefined =>
  foundInAll(list, (one) => one.id === id) && { done: undefined };
