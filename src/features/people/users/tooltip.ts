import { env, l10n, type MarkdownString } from "vscode";
import { type Line, tooltip, who } from "../../../core/tree/tooltipText.ts";
import { age } from "../../../core/ui/age.ts";
import type { UserCard } from "./cards.ts";
import { userFacts } from "./facts.ts";

/** Further keys are only counted. */
const maxKeys = 5;

/**
 * Returns a user's card as a tooltip, with its age if over a minute. Texts of the host are escaped.
 * @param now ms since 1970
 */
export async function userTooltip(
  card: Pick<UserCard, "user"> & Partial<UserCard>,
  now = Date.now(),
): Promise<MarkdownString> {
  const facts = await userFacts(card, now);
  const [keys, others] = [facts.filter(({ icon }) => icon === "key"), facts.filter(({ icon }) => icon !== "key")];
  const more = keys.length - maxKeys;
  const lines = [...others, ...keys.slice(0, maxKeys)].map(({ name, value }): Line => [name, value]);
  return tooltip(
    who(card.user) ?? "",
    [
      ...lines,
      ...(more > 0 ? [[l10n.t("SSH keys"), l10n.t("and {0} more", more)] as const] : []),
      ...readAt(card.at, now),
    ],
    card.user.web_url,
  );
}

function readAt(at: number | undefined, now: number): Line[] {
  if (at === undefined || now - at < 60_000) return [];
  return [[l10n.t("Last read"), age(new Date(at).toISOString(), now, env.language)]];
}
