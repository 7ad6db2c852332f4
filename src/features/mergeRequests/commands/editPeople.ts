import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { UserSummary } from "../../../api/resources/users.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { pickToggled } from "../../../core/ui/pickToggled.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { Ticking } from "./pickFields.ts";

export interface AskPeople {
  readonly client: Client;
  readonly place: Place;
  readonly placeholder: string;
  readonly chosen: readonly UserSummary[];
}

/** Picks users of the host, found by name. @throws CancelledError if the signal aborts */
export function pickPeople(
  { client, place, placeholder, chosen }: AskPeople,
  ticking: Ticking<UserSummary> = {},
): Promise<UserSummary[]> {
  return pickToggled<UserSummary>({
    ...ticking,
    title: place.title,
    place,
    placeholder,
    chosen: chosen.map(row),
    key: ({ id }) => String(id),
    search: async (text, signal) => {
      const wanted = text.trim();
      const { items } = await client.users
        .list({ active: true, ...(wanted !== "" && { search: wanted }) }, { perPage: 50, signal })
        .page();
      return items.map(row);
    },
  });
}

/** Joins the names of people. */
export const namesOf = (people: readonly UserSummary[] | null | undefined): string =>
  plainText((people ?? []).map(({ name, username }) => name || username).join(", "), 120);

const row = (user: UserSummary): Choice<UserSummary> => ({
  label: plainText(user.name || user.username, 80),
  description: l10n.t("@{0}", plainText(user.username, 60)),
  value: user,
});
