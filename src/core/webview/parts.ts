import { l10n } from "vscode";
import type { UserSummary } from "../../api/resources/userTypes.ts";
import { age, dateTime } from "../ui/age.ts";
import { element, type PageElement, type PageNode, styled } from "./element.ts";
import { linkAddress } from "./links.ts";
import { actionValue, type PageAction } from "./messages.ts";
import type { PageProblem } from "./pageReader.ts";

/** Text that the host sent, or undefined: hosts send null, numbers and other things in any field. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? String(value) : undefined;

export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A picture that says nothing which the words beside it do not. @param name of a class in overview.css */
export const icon = (name: string): PageElement =>
  element("span", { attributes: { class: `icon icon-${name}`, "aria-hidden": "true" } });

/** Words for those who do not see the page. */
export const spoken = (words: string): PageElement => styled("span", "hidden", words);

/** Text whose direction is its own: what stands around it keeps its order. */
export const own = (text: string): PageElement => element("bdi", undefined, text);

export interface ButtonLook {
  readonly icon?: string;
  readonly kind?: "primary" | "link" | "tool";
  /** Where there is little room its picture stands alone, and the words are its tooltip. */
  readonly brief?: boolean;
  readonly disabled?: boolean;
  /** Id of the element that says why it is disabled. */
  readonly why?: string;
  /** What is read out, where the words alone do not say what they are about. */
  readonly label?: string;
}

/** Returns a button; clicking it sends its action to the panel. */
export function button(action: PageAction, words: string, look: ButtonLook = {}): PageElement {
  const value = actionValue(action);
  return element(
    "button",
    {
      key: `button ${value}`,
      attributes: {
        type: "button",
        value,
        class: look.brief === true ? `${look.kind ?? "secondary"} brief` : (look.kind ?? "secondary"),
        ...(look.brief === true && { title: words }),
        ...(look.disabled === true && { disabled: "" }),
        ...(look.why !== undefined && { "aria-describedby": look.why }),
        ...(look.label !== undefined && { "aria-label": look.label }),
      },
    },
    look.icon !== undefined && icon(look.icon),
    look.brief === true ? styled("span", "words", words) : words,
  );
}

/** A link to a page on the web; only the words where there is none. */
export function link(href: unknown, instance: string, ...words: readonly PageNode[]): PageElement {
  const address = typeof href === "string" ? linkAddress(href, { instance }) : undefined;
  return address === undefined
    ? element("span", undefined, ...words)
    : element("a", { attributes: { href: address, title: address } }, ...words);
}

/** A person by name and user name, with a link to their page; undefined when neither is known. */
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

/** How long ago something was, and when exactly; undefined for what is no time. */
export function moment(timestamp: unknown, { now, language }: Writing): PageElement | undefined {
  if (typeof timestamp !== "string") return undefined;
  const ago = age(timestamp, now, language);
  const exact = dateTime(timestamp, language);
  return ago === undefined || exact === undefined
    ? undefined
    : element("time", { attributes: { datetime: timestamp, title: exact } }, ago);
}

/** A section with its heading. */
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
    element(
      "p",
      undefined,
      message,
      shown && [element("br", undefined), l10n.t("What is shown is what was read before.")],
    ),
    remedy !== undefined && button({ do: "remedy" }, remedy),
    button({ do: "reload" }, l10n.t("Try Again")),
  );
}

/** The first letter in upper case, for words that begin a line. */
export const capital = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

export const numbered = (count: number, language: string): string => new Intl.NumberFormat(language).format(count);
/** How the page is written. */
export interface Writing {
  /** ms since 1970. */
  readonly now: number;
  /** BCP 47. */
  readonly language: string;
}
