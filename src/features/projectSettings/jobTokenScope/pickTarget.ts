import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { findGroup } from "../../../core/groups/findGroup.ts";
import { groupsAbove } from "../../../core/groups/groupsAbove.ts";
import { numericProjectId } from "../../../core/numericProjectId.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { typedGroup, typedProject } from "../../../core/ui/typedId.ts";
import type { OpenProject } from "../../../git/project.ts";

/** A project or group to add: its ID or its path. */
export interface Target {
  readonly of: "project" | "group";
  readonly name: string | number;
  /** The ID, if known. */
  readonly id?: number | undefined;
}

/** Returns targets known without a request: other projects of the workspace, and the project's parent groups. */
export function knownTargets(context: Context, project: OpenProject, of: Target["of"]): Target[] {
  if (of === "group")
    return /^\d+$/.test(String(project.project))
      ? []
      : groupsAbove(String(project.project)).map((path) => ({ of, name: path }));
  const others = context.projects.candidates.filter(
    (one) => one.instance === project.instance && !sameProject(one, project),
  );
  return [...new Set(others.map((one) => String(one.project)))].map((path) => ({ of, name: path }));
}

/** Parses a typed target. @throws UserError with what is wrong */
export function typedTarget(context: Context, { instance }: OpenProject, of: Target["of"], text: string): Target {
  const instances = context.connections.instances.map(({ url }) => url);
  const typed = of === "group" ? typedGroup(text, instances) : typedProject(text, instances);
  if (typed === "unknownHost") throw new UserError(l10n.t("You are not signed in to the host of this URL."));
  if (typeof typed === "string")
    throw new UserError(
      of === "group"
        ? l10n.t("Enter the path or ID of a group. “{0}” is neither.", plainText(text, 100))
        : l10n.t("Enter the path (group/project) or ID of a project. “{0}” is neither.", plainText(text, 100)),
    );
  if ((typed.instance ?? instance) !== instance)
    throw new UserError(
      l10n.t(
        "This is on {0}. You can add only projects and groups on {1}.",
        instanceHost(typed.instance ?? ""),
        instanceHost(instance),
      ),
    );
  const name = "group" in typed ? typed.group : typed.project;
  return { of, name, ...(typeof name === "number" && { id: name }) };
}

/** Returns the ID of a target, read from the host if only the path is known. @throws UserError if it is not found, ApiError */
export async function findTarget(
  connection: Connection,
  { of, name, id }: Target,
  signal: AbortSignal,
): Promise<{ readonly id: number; readonly name: string | number }> {
  if (id !== undefined) return { id, name };
  const { url: instance } = connection.instance;
  const found =
    of === "group"
      ? (await findGroup(connection, String(name), signal))?.id
      : await numericProjectId(connection, { instance, project: name }, signal);
  if (found !== undefined) return { id: found, name };
  throw new UserError(
    of === "group"
      ? l10n.t(
          "Group {1} not found on {0}. Try its ID, shown on the group's page.",
          instanceHost(instance),
          plainText(String(name), 120),
        )
      : l10n.t(
          "Project {1} not found on {0}. Try its ID, shown on the project's page.",
          instanceHost(instance),
          plainText(String(name), 120),
        ),
  );
}
