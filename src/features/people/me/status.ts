import type { UserStatus } from "../../../api/resources/userTypes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { EmojiNames } from "../../../core/people/emoji.ts";

/**
 * A status that is not sent yet. `emoji` is a name, empty for none, and left out for the host's default,
 * `speech_balloon`.
 */
export interface StatusDraft {
  readonly emoji?: string | undefined;
  readonly message: string;
}

/** Returns the request of a draft (Part 3, Users: `emoji` left out and empty are different). */
export const statusRequest = ({ emoji, message }: StatusDraft): { emoji?: string; message: string } => ({
  ...(emoji !== undefined && { emoji }),
  message: message.trim(),
});

/** Returns whether a draft has an emoji or a message; sending an empty one clears the status. */
export const hasContent = ({ emoji, message }: StatusDraft): boolean => (emoji ?? "") !== "" || message.trim() !== "";

/** Clears the status: both fields are empty. */
export const clearing: StatusDraft = { emoji: "", message: "" };

/** Returns the draft of a status that is already set. */
export const draftOf = (status: UserStatus | undefined): StatusDraft => ({
  ...(isSet(status) && { emoji: status?.emoji ?? "" }),
  message: status?.message ?? "",
});

/** Returns whether a status has an emoji or a message. */
export const isSet = (status: UserStatus | undefined): boolean =>
  (status?.emoji ?? "") !== "" || (status?.message ?? "") !== "";

export const isBusy = (status: UserStatus | undefined): boolean => status?.availability === "busy";

/** Returns whether a changed status belongs to the account of a connection, not to one used before. */
export const isOwn = (
  change: { readonly instance: string; readonly account?: number | undefined },
  { instance, session }: Pick<Connection, "instance" | "session">,
): boolean => change.instance === instance.url && (change.account === undefined || change.account === session?.user.id);

/** Returns a status as one line with the name of its emoji, which a font may lack. */
export function namedStatusLine(status: Parameters<typeof statusLine>[0], names: EmojiNames): string {
  const { emoji, message } = status;
  const line = statusLine(status, names);
  if (!emoji || names.glyph(emoji) === undefined) return line;
  return [statusLine({ emoji }, names), `:${emoji}:`, statusLine({ message }, names)]
    .filter((part) => part !== "")
    .join(" ");
}

/** Returns a status as one line, emoji first; empty without a status. */
export function statusLine(
  { emoji, message }: { readonly emoji?: string | null | undefined; readonly message?: string | null | undefined },
  names: EmojiNames,
): string {
  const glyph = emoji === undefined || emoji === null || emoji === "" ? "" : names.shown(emoji);
  return [glyph, names.inText(message ?? "").trim()].filter((part) => part !== "").join(" ");
}
