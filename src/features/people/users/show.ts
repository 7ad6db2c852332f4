import { env, l10n, ThemeIcon } from "vscode";
import type { UserRef } from "../../../core/people/refs.ts";
import { who } from "../../../core/tree/tooltipText.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { PeopleContext } from "../context.ts";
import { copyMention, insertMention, openInBrowser } from "./actions.ts";
import { userFacts } from "./facts.ts";
import { pickUser } from "./pick.ts";

type Action = () => Promise<void>;

/** Shows the details of a user, and actions; selecting a detail copies it. */
export async function show(context: PeopleContext, given?: UserRef): Promise<void> {
  const ref = await pickUser(context, given, {
    title: l10n.t("Show User Profile"),
    placeholder: l10n.t("Select a user by name, @username or ID"),
  });
  const { instance, user } = ref;
  const action = await pickOne<Action>({
    title: plainText(who(user), 120),
    placeholder: l10n.t("Press Enter to copy the selected line"),
    choices: async (signal): Promise<Row<Action>[]> => {
      const cards = await context.users.cards();
      const facts = await userFacts(await cards.card(context.connections.get(instance), user, signal));
      return [
        {
          label: l10n.t("Copy @{0}", plainText(user.username, 120)),
          iconPath: new ThemeIcon("mention"),
          value: () => copyMention(context, ref),
        },
        {
          label: l10n.t("Insert Mention"),
          iconPath: new ThemeIcon("insert"),
          value: () => insertMention(context, ref),
        },
        {
          label: l10n.t("Open Profile in Browser"),
          iconPath: new ThemeIcon("link-external"),
          value: () => openInBrowser(context, ref),
        },
        separator(l10n.t("About")),
        ...facts.map((fact) => ({
          label: fact.value,
          description: fact.name,
          iconPath: new ThemeIcon(fact.icon),
          value: () => copy(fact.copied ?? fact.value, fact.name),
        })),
      ];
    },
  });
  await action();
}

async function copy(text: string, name: string): Promise<void> {
  await env.clipboard.writeText(text);
  notice(l10n.t("Copied {0}.", name));
}
