import { l10n, ThemeIcon } from "vscode";
import { isCancelled } from "../../../core/base/errors.ts";
import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { HostList } from "../../../core/ui/partialList.ts";
import { partialRows, pickOne } from "../../../core/ui/pick.ts";
import { firstNames } from "../../../core/ui/pickRef.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";

/** Picks a branch of a project: from the host if it has that route, from the clone, or typed. @throws CancelledError, GoBack */
export async function askBranch(
  context: Context,
  scope: ProjectScope,
  place: Place,
  placeholder: string,
  active: string | undefined,
): Promise<string> {
  return pickOne<string>({
    title: place.title,
    place,
    placeholder,
    choices: async (signal) => {
      const [hosted, local] = await Promise.all([
        hostBranches(context, scope, signal),
        localBranches(context, scope, signal),
      ]);
      return [
        ...[...new Set([...hosted.items, ...local])].map((name) => ({
          label: plainText(name, 200),
          iconPath: new ThemeIcon("git-branch"),
          value: name,
        })),
        ...partialRows(hosted),
      ];
    },
    active: (name) => name === active,
    typed: (text) =>
      text.trim() === ""
        ? undefined
        : {
            label: l10n.t("Use “{0}”", plainText(text.trim(), 200)),
            iconPath: new ThemeIcon("edit"),
            value: text.trim(),
          },
  });
}

async function hostBranches(
  context: Context,
  { instance, project }: ProjectScope,
  signal: AbortSignal,
): Promise<HostList<string>> {
  const { extras } = context.connections.get(instance).client;
  if (extras.available("branches") === false) return { items: [] };
  try {
    return firstNames(await extras.branches(project, {}, { perPage: 100, signal }).page());
  } catch (error) {
    if (isCancelled(error)) throw error;
    // A branch can still be typed.
    context.report.background(error, "List branches");
    return { items: [] };
  }
}

async function localBranches(context: Context, scope: ProjectScope, signal: AbortSignal): Promise<string[]> {
  const { state } = context.projects;
  return state.kind === "ready" && sameProject(state.project, scope) ? context.projects.branches(signal) : [];
}
