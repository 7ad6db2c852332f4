import { env, l10n } from "vscode";
import type { UserStatus } from "../../../api/resources/userTypes.ts";
import { type EmojiNames, emojiNames } from "../../../core/people/emoji.ts";
import { shown, time } from "../../../core/tree/tooltipText.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { isBusy, statusLine } from "../me/status.ts";
import { sha256 } from "../sshKeys/fingerprint.ts";
import { keyKind } from "../sshKeys/labels.ts";
import { hostKey } from "../sshKeys/text.ts";
import type { UserCard } from "./cards.ts";
import { userState } from "./state.ts";

/** One detail of a user as text. */
export interface UserFact {
  /** Unique among the details of a user. */
  readonly id: string;
  /** Codicon. */
  readonly icon: string;
  readonly name: string;
  /** One line of plain text. */
  readonly value: string;
  /** The text to copy, if not `value`. */
  readonly copied?: string;
}

/** Returns the details of a card, the most important first. @param now ms since 1970 */
export async function userFacts(
  card: Pick<UserCard, "user"> & Partial<UserCard>,
  now = Date.now(),
): Promise<UserFact[]> {
  const { user, status, keys } = card;
  const names = status?.emoji || status?.message?.includes(":") ? await emojiNames() : undefined;
  const rows: readonly (readonly [id: string, icon: string, name: string, value: string | undefined])[] = [
    ["status", "comment", l10n.t("Status"), statusText(status, names)],
    [
      "state",
      user.state === "active" ? "pass" : "circle-slash",
      l10n.t("State"),
      [userState(user.state), user.locked === true ? l10n.t("locked") : undefined]
        .filter((part) => part !== undefined)
        .join(", "),
    ],
    ["bio", "info", l10n.t("About"), shown(user.bio)],
    ["organization", "organization", l10n.t("Organization"), shown(user.organization)],
    ["location", "location", l10n.t("Location"), shown(user.location)],
    ["email", "mail", l10n.t("Email"), shown(user.public_email) ?? shown(user.email)],
    ["website", "globe", l10n.t("Website"), shown(user.website_url)],
    ["chat", "comment-discussion", l10n.t("Chat"), shown(user.chat_account)],
    ["professional", "briefcase", l10n.t("Professional profile"), shown(user.professional_profile)],
    ["social", "megaphone", l10n.t("Social account"), shown(user.social_account)],
    ["administrator", "shield", l10n.t("Administrator"), user.is_admin === true ? l10n.t("yes") : undefined],
    ["external", "link-external", l10n.t("External"), user.external === true ? l10n.t("yes") : undefined],
    ["activity", "pulse", l10n.t("Last activity"), shown(user.last_activity_on)],
    ["created", "calendar", l10n.t("Member since"), time(user.created_at, now)],
    ["id", "symbol-number", l10n.t("ID"), shown(user.id)],
  ];
  return [
    ...rows.flatMap(([id, icon, name, value]) =>
      value === undefined || value === "" ? [] : [{ id, icon, name, value: plainText(value, 400) }],
    ),
    ...keyFacts(keys),
  ];
}

function statusText(status: UserStatus | undefined, names: EmojiNames | undefined): string | undefined {
  if (!status) return undefined;
  const until = dateTime(status.clear_status_at, env.language);
  const line = names ? statusLine(status, names) : (status.message ?? "");
  return [
    line,
    isBusy(status) ? l10n.t("busy") : "",
    line !== "" && until !== undefined ? l10n.t("until {0}", until) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Returns type, fingerprint and title of each key; copying gives the whole key. */
function keyFacts(keys: UserCard["keys"]): UserFact[] {
  return (keys ?? []).map(({ id, title, key }) => {
    const read = hostKey(key);
    const name = plainText(title, 120);
    return {
      id: `key/${id}`,
      icon: "key",
      name: name === "" ? l10n.t("SSH key") : l10n.t("SSH key “{0}”", name),
      value: read ? `${keyKind(read)} ${sha256(read)}` : l10n.t("unreadable key"),
      copied: key,
    };
  });
}
