import { l10n } from "vscode";
import { type FilterField, filterMenu } from "../../../core/ui/filterMenu.ts";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { PeopleContext } from "../context.ts";
import { toUserFilter, type UserFilter } from "./filter.ts";
import { searchUsers } from "./searchBox.ts";
import { show } from "./show.ts";

type Field = FilterField<UserFilter>;

const placeOf = (title: string): Place => ({ title, step: 1, total: 1, back: true, draft: undefined });

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
    toUserFilter({ state, ...(found.text.startsWith("@") ? { username: found.text } : { search: found.text }) }),
  );
}

/** A menu of what the users of the People view can be narrowed to. */
export async function filter(context: PeopleContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  await filterMenu<UserFilter>({
    title: l10n.t("Filter Users"),
    current: () => view?.users.filter ?? {},
    set: async (next) => view?.users.setFilter(next),
    none: {},
    groups: [
      {
        title: l10n.t("Show only"),
        fields: [
          state(),
          text(
            "search",
            l10n.t("Name"),
            l10n.t("Part of the name, or the whole primary e-mail address. Leave it empty for any"),
          ),
          text(
            "username",
            l10n.t("Username"),
            l10n.t("The whole username, in any letter case. Leave it empty for any"),
          ),
        ],
      },
    ],
  });
}

/** Shows all users again. */
export async function clearFilter(context: PeopleContext): Promise<void> {
  await (await context.view.load())?.users.setFilter({});
}

function text(key: "search" | "username", name: string, prompt: string): Field {
  return {
    name,
    otherwise: l10n.t("any"),
    shown: ({ [key]: value }) => (value === undefined ? undefined : plainText(value, 80)),
    change: async (current) =>
      toUserFilter({
        ...current,
        [key]: await inputText({ title: name, place: placeOf(name), prompt, value: current[key] ?? "" }),
      }),
    clear: (current) => toUserFilter({ ...current, [key]: undefined }),
  };
}

function state(): Field {
  const name = l10n.t("State");
  const words = { active: l10n.t("Active"), blocked: l10n.t("Blocked") };
  return {
    name,
    otherwise: l10n.t("any"),
    shown: (current) => current.state && words[current.state],
    change: async (current) => {
      const choices = [
        { label: l10n.t("Any"), value: undefined },
        { label: words.active, value: "active" as const },
        { label: words.blocked, value: "blocked" as const },
      ];
      const chosen = await pickOne<UserFilter["state"]>({
        title: name,
        place: placeOf(name),
        placeholder: l10n.t("State of the accounts to show"),
        choices,
        active: (value) => value === current.state,
      });
      return toUserFilter({ ...current, state: chosen });
    },
    clear: (current) => toUserFilter({ ...current, state: undefined }),
  };
}
