import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import type { PeopleContext } from "../context.ts";
import { userFilters } from "./filter.ts";
import { searchUsers } from "./searchBox.ts";
import { show } from "./show.ts";

/** Finds users while one types: shows one, or narrows the view to what was typed. */
export async function search(context: PeopleContext): Promise<void> {
  const { connection } = context.current.require();
  const found = await searchUsers({
    title: l10n.t("Search Users"),
    placeholder: l10n.t("Name, @username or number"),
    client: connection.client,
    narrow: true,
  });
  if (found.kind === "user") return show(context, { instance: connection.instance.url, user: found.user });
  const view = await context.view.load();
  const { state } = view?.users.filter ?? {};
  await view?.users.setFilter(
    userFilters.parse({ state, ...(found.text.startsWith("@") ? { username: found.text } : { search: found.text }) }),
  );
}

/** Shows a menu of what the users of the People view can be narrowed to. */
export async function filter(context: PeopleContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Users"), userFilters, (await context.view.load())?.users);
}

/** Shows all users again. */
export async function clearFilter(context: PeopleContext): Promise<void> {
  await (await context.view.load())?.users.setFilter({});
}
