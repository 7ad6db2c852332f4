import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";
import { parentGroup } from "../../core/groups/groupsAbove.ts";
import { plainText } from "../../core/ui/plainText.ts";

/** The group of a project: its path, none (with the reason), or not yet known. */
export type Home =
  | { readonly kind: "group"; readonly path: string }
  | { readonly kind: "none"; readonly why: string }
  | { readonly kind: "unasked" };

const refusals: ReadonlySet<string> = new Set([
  "notFound",
  "forbidden",
  "methodNotAllowed",
  "insufficientScope",
  "invalidArgument",
]);

/** Returns the group of a project as far as its path and the account show it without a request. */
export function knownHome({ instance, project }: ProjectScope, username: string | undefined): Home {
  if (/^\d+$/.test(String(project))) return { kind: "unasked" };
  const path = parentGroup(project);
  if (path === undefined) return { kind: "none", why: l10n.t("This project does not belong to a group") };
  return path.toLowerCase() === username?.toLowerCase() ? noGroup(path, instance) : { kind: "group", path };
}

/**
 * Reads the group of a project with a known id only: hosts have a route for its path beyond the documents.
 * @throws ApiError when the host cannot be reached
 */
export async function askedHome(
  { client, session, instance: { url: instance } }: Connection,
  { project }: ProjectScope,
  signal: AbortSignal,
): Promise<Home> {
  try {
    const { path_with_namespace: path } = await client.extras.project(project, { signal });
    return knownHome({ instance, project: path }, session?.user.username);
  } catch (error) {
    if (!(error instanceof ApiError) || !refusals.has(error.kind)) throw error;
    return {
      kind: "none",
      why: l10n.t(
        "{0} did not return the group of this project. Select the project by its path to see group milestones",
        instanceHost(instance),
      ),
    };
  }
}

/** Personal namespaces have no milestones. */
export const noGroup = (path: string, instance: string): Home => ({
  kind: "none",
  why: l10n.t(
    "“{0}” is not a group on {1}. Personal projects do not belong to a group",
    plainText(path, 120),
    instanceHost(instance),
  ),
});
