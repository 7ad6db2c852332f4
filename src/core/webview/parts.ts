import { l10n } from "vscode";
import type { UserSummary } from "../../api/resources/userTypes.ts";
import { age, dateTime } from "../ui/age.ts";
import { element, type PageElement, type PageNode, styled } from "./element.ts";
import { linkAddress } from "./links.ts";
import { actionValue, type PageAction } from "./messages.ts";
import type { PageProblem } from "./pageReader.ts";

/** Returns text of the host; undefined for anything else, as hosts send null, numbers and other things in any field. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? String(value) : undefined;

export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Creates an icon that screen readers skip. @param name of a class in the style sheet */
export const icon = (name: string): PageElement =>
  element("span", { attributes: { class: `icon icon-${name}`, "aria-hidden": "true" } });

/** Creates text for screen readers only. */
export const spoken = (words: string): PageElement => styled("span", "hidden", words);

/** Creates text with its own direction, which keeps the order of the text around it. */
export const own = (text: string): PageElement => element("bdi", undefined, text);

export interface ButtonStyle {
  readonly icon?: string;
  readonly kind?: "primary" | "link" | "tool";
  /** In narrow pages only the icon is shown, with the words as its tooltip. */
  readonly brief?: boolean;
  readonly disabled?: boolean;
  /** Id of the element with the reason why the button is disabled. */
  readonly why?: string;
  /** Label for screen readers, where the words alone are ambiguous. */
  readonly label?: string;
}

/** Returns a button; clicking it sends its action to the panel. */
export function button(action: PageAction, words: string, style: ButtonStyle = {}): PageElement {
  const value = actionValue(action);
  return element(
    "button",
    {
      key: `button ${value}`,
      attributes: {
        type: "button",
        value,
        class: style.brief === true ? `${style.kind ?? "secondary"} brief` : (style.kind ?? "secondary"),
        ...(style.brief === true && { title: words }),
        ...(style.disabled === true && { disabled: "" }),
        ...(style.why !== undefined && { "aria-describedby": style.why }),
        ...(style.label !== undefined && { "aria-label": style.label }),
      },
    },
    style.icon !== undefined && icon(style.icon),
    style.brief === true ? styled("span", "words", words) : words,
  );
}

/** Creates a link to a web page; only its text without a valid address. */
export function link(href: unknown, instance: string, ...words: readonly PageNode[]): PageElement {
  const address = typeof href === "string" ? linkAddress(href, { instance }) : undefined;
  return address === undefined
    ? element("span", undefined, ...words)
    : element("a", { attributes: { href: address, title: address } }, ...words);
}

/** Creates a person's name and username with a link to their page; undefined if neither is known. */
export function person(user: Partial<UserSummary> | null | undefined, instance: string): PageElement | undefined {
  const name = textOf(user?.name);
  const login = textOf(user?.username);
  if (name === undefined && login === undefined) return undefined;
  return link(
    user?.web_url,
    instance,
    own(name ?? `@${login ?? ""}`),
    ...(name !== undefined && login !== undefined ? [" ", styled("span", "quiet", `@${login}`)] : []),
  );
}

/** Creates the age of a timestamp with the exact time as its tooltip; undefined for an invalid timestamp. */
export function moment(timestamp: unknown, { now, language }: Writing): PageElement | undefined {
  if (typeof timestamp !== "string") return undefined;
  const ago = age(timestamp, now, language);
  const exact = dateTime(timestamp, language);
  return ago === undefined || exact === undefined
    ? undefined
    : element("time", { attributes: { datetime: timestamp, title: exact } }, ago);
}

/** Creates a section with its heading. */
export const section = (
  id: string,
  heading: string,
  ...content: readonly (PageNode | undefined | false)[]
): PageElement =>
  element(
    "section",
    { key: id, attributes: { "aria-labelledby": `${id}-heading`, class: id } },
    element("h2", { attributes: { id: `${id}-heading` } }, heading),
    ...content,
  );

/** Returns why what is shown may be old, with the buttons that help. @param shown whether anything is shown beside it */
export function problemBar(problem: PageProblem | undefined, shown: boolean): PageElement | undefined {
  if (problem === undefined) return undefined;
  const { message, remedy } = problem;
  return element(
    "div",
    { key: "problem", attributes: { class: "problem", role: "alert" } },
    icon("error"),
    element("p", undefined, message, shown && [element("br", undefined), l10n.t("Showing data from the last update.")]),
    remedy !== undefined && button({ do: "remedy" }, remedy),
    button({ do: "reload" }, l10n.t("Try Again")),
  );
}

/** Capitalizes the first letter. */
export const capital = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Time and language that a page is written for. */
export interface Writing {
  /** ms since 1970. */
  readonly now: number;
  /** BCP 47. */
  readonly language: string;
}
