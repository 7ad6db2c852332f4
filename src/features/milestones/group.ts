import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";
import { parentGroup } from "../../core/groups/groupsAbove.ts";
import { plainText } from "../../core/ui/plainText.ts";

/** Where a project stands: in a group of this path, in none (and why), or nobody asked yet. */
export type Home =
  | { readonly kind: "group"; readonly path: string }
  | { readonly kind: "none"; readonly why: string }
  | { readonly kind: "unasked" };

const refusals: ReadonlySet<string> = new Set([
  "notFound",
  "forbidden",
  "methodNotAllowed",
  "insufficientScope",
  "notSent",
]);

/** Where a project stands, as far as its path and the account tell without asking. */
export function knownHome({ instance, project }: ProjectScope, username: string | undefined): Home {
  if (/^\d+$/.test(String(project))) return { kind: "unasked" };
  const path = parentGroup(project);
  if (path === undefined) return { kind: "none", why: l10n.t("This project stands in no group") };
  return path.toLowerCase() === username?.toLowerCase() ? noGroup(path, instance) : { kind: "group", path };
}

/** Where a project stands whose number alone is known: hosts have a route beyond the documents that tells its path. @throws ApiError when the host cannot be asked */
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
        "{0} does not tell which group this project stands in. Select the project by its path to see the group's milestones",
        instanceHost(instance),
      ),
    };
  }
}

/** What a person's own projects stand in has no milestones. */
export const noGroup = (path: string, instance: string): Home => ({
  kind: "none",
  why: l10n.t(
    "“{0}” is no group that {1} shows: a person's own projects stand in none",
    plainText(path, 120),
    instanceHost(instance),
  ),
});
