import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Connection } from "../../../core/connections.ts";
import { findGroup, type GroupRef } from "../../../core/groups/findGroup.ts";
import { groupsAbove } from "../../../core/groups/groupsAbove.ts";
import { routeRefused } from "../../../core/routeRefused.ts";
import { inputText } from "../../../core/ui/form.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { typedId } from "../../../core/ui/typedId.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { PackagesContext } from "../context.ts";

/** Asks for a group and shows its packages; the choice is remembered for the project. */
export async function showGroup(context: PackagesContext): Promise<void> {
  const { project, connection } = context.current.require();
  const view = await context.view.load();
  const chosen = await askGroup(connection, project, view?.filter.value.group);
  await view?.filter.set({ ...view.filter.value, group: chosen });
}

/** Shows the packages of the open project again. */
export async function showProject(context: PackagesContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  const { group: _group, ...filter } = view?.filter.value ?? {};
  await view?.filter.set(filter);
}

async function askGroup(connection: Connection, project: OpenProject, last: GroupRef | undefined): Promise<GroupRef> {
  const title = l10n.t("Show Packages of Group");
  const groups = async (signal: AbortSignal): Promise<Choice<string>[]> =>
    groupsAbove(await pathOf(connection, project, signal)).map((path) => ({
      label: plainText(path, 200),
      value: path,
    }));
  const named = await pickOne<string>({
    title,
    placeholder: l10n.t("Select a group of this project, or enter the path or ID of a group"),
    choices: groups,
    active: (path) => path === last?.path,
    typed: (text) => {
      const path = text.trim().replace(/^\/+|\/+$/g, "");
      return path === ""
        ? undefined
        : {
            label:
              typedId(path) === undefined ? l10n.t("Group {0}", plainText(path, 100)) : l10n.t("Group ID {0}", path),
            value: path,
          };
    },
  });
  const found = await withProgress(l10n.t("Looking for the group {0}…", plainText(named, 100)), (signal) =>
    findGroup(connection, named, signal),
  );
  return found ?? { path: named, id: await askNumber(connection, title, named) };
}

/** Returns the project's path, read from the host when only its ID is known; empty when the host refuses. */
async function pathOf({ client }: Connection, { project }: OpenProject, signal: AbortSignal): Promise<string> {
  if (!/^\d+$/.test(String(project))) return String(project);
  try {
    return (await client.extras.project(project, { signal })).path_with_namespace;
  } catch (error) {
    if (routeRefused(error)) return "";
    throw error;
  }
}

async function askNumber({ instance }: Connection, title: string, path: string): Promise<number> {
  const text = await inputText({
    title,
    prompt: l10n.t(
      "{0} lists packages only by group ID, and the ID of {1} is unknown. You can find it on the page of the group.",
      instanceHost(instance.url),
      plainText(path, 100),
    ),
    validate: (typed) => (typedId(typed) === undefined ? l10n.t("Enter a whole number") : undefined),
  });
  return typedId(text) as number;
}
