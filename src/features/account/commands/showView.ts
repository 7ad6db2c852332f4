import { commands, l10n, ThemeIcon } from "vscode";
import { type ArgumentParser, isObject } from "../../../core/commands/arguments.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { viewIcons } from "../../../core/viewLooks.ts";
import { type ViewName, VIEWS } from "../../../core/views.ts";
import type { AccountContext } from "../context.ts";
import { possibleViews } from "../views/otherViews.ts";

/** Shows a view in the side bar and focuses it, also one that is hidden. @throws CancelledError, UserError without a project or account */
export async function showView(context: AccountContext, given?: ViewName): Promise<void> {
  context.current.require();
  const absent = await context.absent();
  const name =
    given ??
    (await pickOne<ViewName>({
      title: l10n.t("Show View"),
      placeholder: l10n.t("Select a view to show in the side bar"),
      choices: possibleViews(context, absent).map((view) => ({
        label: view.title,
        description: view.holds,
        iconPath: new ThemeIcon(viewIcons[view.name]),
        value: view.name,
      })),
    }));
  // VS Code shows a hidden view before it focuses it.
  await commands.executeCommand(`${VIEWS[name]}.focus`);
}

/** Takes a view out of the side bar, as VS Code's own menu does. */
export async function hideView(_context: AccountContext, given?: ViewName): Promise<void> {
  if (given !== undefined) await commands.executeCommand(`${VIEWS[given]}.removeView`);
}

/** Reads the name of a view, or its row in More Views. */
export const viewNameArgs: ArgumentParser<[name?: ViewName]> = ([given]) => {
  const name = isObject(given) ? given["name"] : given;
  return typeof name === "string" && name in VIEWS ? [name as ViewName] : [];
};
