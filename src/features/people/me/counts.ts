import { env, l10n, ThemeIcon, Uri } from "vscode";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import type { PeopleContext } from "../context.ts";
import { countIcon, countWords } from "./countLabels.ts";
import { type Count, type CountName, countsOf } from "./countsOf.ts";

/** Opens what is assigned to the current user: merge requests in their view, issues and to-do items in the browser. */
export async function showCounts(context: PeopleContext, given?: string): Promise<void> {
  const { connection } = context.current.require();
  const { instance, session } = connection;
  const name = isCountName(given)
    ? given
    : await pickOne<CountName>({
        title: l10n.t("Show My Work"),
        placeholder: l10n.t("In all projects of the host"),
        choices: async (signal) => countsOf(await connection.client.users.counts({ signal })).map(row),
      });
  switch (name) {
    case "assigned":
    case "reviews":
      await (await context.mergeRequests.load())?.showFolder(name === "assigned" ? "assigned" : "reviewing");
      return;
    case "issues":
      await env.openExternal(Uri.parse(issuesPage(instance.url, session?.user.username ?? ""), true));
      return;
    case "todos":
      await env.openExternal(Uri.parse(`${instance.url}/dashboard/todos`, true));
  }
}

const issuesPage = (instance: string, username: string): string =>
  `${instance}/dashboard/issues?assignee_username=${encodeURIComponent(username)}`;

const isCountName = (value: string | undefined): value is CountName =>
  value === "assigned" || value === "reviews" || value === "issues" || value === "todos";

const row = (count: Count): Choice<CountName> => ({
  label: countWords(count),
  iconPath: new ThemeIcon(countIcon[count.name]),
  value: count.name,
});
