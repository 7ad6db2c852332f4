import { env, l10n, type MarkdownString } from "vscode";
import { age, dateTime } from "../ui/age.ts";
import { untrusted } from "../ui/hostMarkdown.ts";
import { inert, linkTarget } from "../ui/inertMarkdown.ts";

/** A line of a tooltip; omitted without a value. */
export type Line = readonly [name: string, value: string | undefined];

/** Returns a value as text, if it has one: hosts send null, numbers as text and text as numbers. */
export const shown = (value: unknown): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : undefined;

/** Returns a date and time with its age. */
export const time = (timestamp: string | null | undefined, now: number): string | undefined => {
  const at = dateTime(timestamp, env.language);
  return at === undefined ? undefined : `${at} (${age(timestamp, now, env.language) ?? ""})`;
};

/** Returns a user's name and username, as far as they are known. */
export const who = (
  user: { readonly name?: string | null; readonly username?: string | null } | null | undefined,
): string | undefined => {
  const name = shown(user?.name);
  const login = shown(user?.username);
  return login === undefined ? name : name === undefined ? `@${login}` : `${name} (@${login})`;
};

/**
 * Returns a tooltip in which text from the host cannot become a link, command, HTML or icon; only the page itself is
 * linked.
 */
export function tooltip(title: string, lines: readonly Line[], webUrl?: unknown): MarkdownString {
  const body = lines.flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`**${inert(name)}** ${inert(value)}`],
  );
  const target = linkTarget(webUrl);
  const link = target === undefined ? [] : [`[${inert(l10n.t("Open in browser"))}](${target})`];
  return untrusted([`**${inert(title)}**`, ...body, ...link].join("  \n"));
}
