import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import type { PeopleContext } from "../context.ts";
import { userFilters } from "./filter.ts";
import { searchUsers } from "./searchBox.ts";
import { show } from "./show.ts";

/** Searches users as you type; shows one, or filters the view by the text. */
export async function search(context: PeopleContext): Promise<void> {
  const { connection } = context.current.require();
  const found = await searchUsers({
    title: l10n.t("Search Users"),
    placeholder: l10n.t("Enter a name, @username or ID"),
    client: connection.client,
    narrow: true,
  });
  if (found.kind === "user") return show(context, { instance: connection.instance.url, user: found.user });
  const view = await context.view.load();
  const { state } = view?.users.filter.value ?? {};
  await view?.users.filter.set(
    userFilters.parse({ state, ...(found.text.startsWith("@") ? { username: found.text } : { search: found.text }) }),
  );
}

/** Shows the filter menu of the users in the People view. */
export async function filter(context: PeopleContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter People"), userFilters, (await context.view.load())?.users.filter);
}

/** Clears the filter. */
export async function clearFilter(context: PeopleContext): Promise<void> {
  await (await context.view.load())?.users.filter.set({});
}
