import type { UserStatus } from "../../../api/resources/userTypes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { EmojiNames } from "./emoji.ts";

/** A status that is not set yet. `emoji` is a name, empty for none, and left out where the host shall choose: it takes `speech_balloon`. */
export interface StatusDraft {
  readonly emoji?: string | undefined;
  readonly message: string;
}

/** What is sent for a draft (Part 3, Users: `emoji` left out and empty are different). */
export const statusRequest = ({ emoji, message }: StatusDraft): { emoji?: string; message: string } => ({
  ...(emoji !== undefined && { emoji }),
  message: message.trim(),
});

/** Whether a draft says anything; one that does not would clear the status. */
export const saysSomething = ({ emoji, message }: StatusDraft): boolean =>
  (emoji ?? "") !== "" || message.trim() !== "";

/** Both empty: the host clears the status. */
export const clearing: StatusDraft = { emoji: "", message: "" };

/** The draft that would set a status again. */
export const draftOf = (status: UserStatus | undefined): StatusDraft => ({
  ...(isSet(status) && { emoji: status?.emoji ?? "" }),
  message: status?.message ?? "",
});

/** Whether the person tells anything of themselves. */
export const isSet = (status: UserStatus | undefined): boolean =>
  (status?.emoji ?? "") !== "" || (status?.message ?? "") !== "";

export const isBusy = (status: UserStatus | undefined): boolean => status?.availability === "busy";

/** Whether what was written is the status of the account of a connection, not of one that was in use before. */
export const isOwn = (
  written: { readonly instance: string; readonly account?: number | undefined },
  { instance, session }: Pick<Connection, "instance" | "session">,
): boolean =>
  written.instance === instance.url && (written.account === undefined || written.account === session?.user.id);

/** A status in one line: its emoji, then its message. Empty when there is none. */
export function statusLine(
  { emoji, message }: { readonly emoji?: string | null | undefined; readonly message?: string | null | undefined },
  names: EmojiNames,
): string {
  const glyph = emoji === undefined || emoji === null || emoji === "" ? "" : names.shown(emoji);
  return [glyph, names.inText(message ?? "").trim()].filter((part) => part !== "").join(" ");
}
