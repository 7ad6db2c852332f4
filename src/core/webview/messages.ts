import type { ProjectScope } from "../base/refs.ts";
import type { PageElement } from "./element.ts";

/** What a button of a page does. Jobs and other parts go by id: the page sends nothing else, the panel knows the rest. */
export type PageAction<Own extends string = string, OfJob extends string = string, OfPart extends string = string> =
  | { readonly do: Own }
  | { readonly do: OfJob; readonly job: number }
  | PartAction<OfPart>;

/** An action on a part of a page, by its id. */
export interface PartAction<Name extends string = string> {
  readonly do: Name;
  readonly part: string;
}

/** Actions that every page has: read again, and do what helps against the last failure. */
export type CommonAction = "reload" | "remedy";

/** From the extension to a page: everything it shows. */
export interface ShowMessage {
  readonly type: "show";
  readonly page: readonly PageElement[];
  /** What has changed, for screen readers. */
  readonly said?: string;
  /** Id of the element that gets the keyboard, once. */
  readonly focus?: string;
  /** What VS Code keeps over a reload of the window. */
  readonly kept: object;
}

/** From a page to the extension: it is loaded and shows nothing yet, or it has received what was sent. */
export type PageStatus = { readonly type: "ready" } | { readonly type: "got" };

/** The text that a box of a page shows. */
export interface ShownText {
  /** Name of the box. */
  readonly box: string;
  /** ID of its element: another text than the typed one comes as another element. */
  readonly id: string;
  readonly text: string;
}

/** From a page to the extension: the text of a box, after each input. */
export interface TypedMessage extends ShownText {
  readonly type: "typed";
}

/** From a page to the extension: the value of a button that was pressed, with the texts that the boxes beside it show. */
export interface ActMessage {
  readonly type: "act";
  readonly value: string;
  readonly texts: readonly ShownText[];
}

/** From a page to the extension: its status, a button that was pressed, or what was typed. */
export type PageMessage = PageStatus | ActMessage | TypedMessage;

/** Start of the value of a button that the page itself handles: it moves the focus to the part with this id. */
export const FOCUS_ACTION = "focus";

/** Limit of characters of a typed text. */
const longestText = 1_000_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isId = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0;

/** Returns the pressed button; undefined for any other message. */
export function pressedButton(message: unknown): Omit<ActMessage, "type"> | undefined {
  if (!isObject(message) || message["type"] !== "act") return undefined;
  const { value, texts } = message;
  if (typeof value !== "string") return undefined;
  const shown = Array.isArray(texts) ? texts.filter(isShownText) : [];
  return { value, texts: shown.map(({ box, id, text }) => ({ box, id, text })) };
}

/** Returns what was typed; undefined for any other message. */
export function typedText(message: unknown): ShownText | undefined {
  return isTyped(message, "typed") ? { box: message.box, id: message.id, text: message.text } : undefined;
}

/** Returns whether it is a message of this type with the text of a box. */
export const isTyped = (message: unknown, type: string): message is Readonly<Record<string, unknown>> & ShownText =>
  isObject(message) && message["type"] === type && isShownText(message);

function isShownText(value: unknown): value is ShownText {
  if (!isObject(value)) return false;
  const { box, id, text } = value;
  return typeof box === "string" && typeof id === "string" && typeof text === "string" && text.length <= longestText;
}

/** Returns an action as the value of its button. */
export function actionValue(action: PageAction): string {
  if ("job" in action) return `${action.do} ${action.job}`;
  return "part" in action ? `${action.do} ${action.part}` : action.do;
}

/** Reads the value of a button of a part; undefined unless it is one of these actions. */
export function readPartAction<Name extends string>(
  value: string,
  names: readonly Name[],
): PartAction<Name> | undefined {
  const [given, part, ...rest] = value.split(" ");
  const name = names.find((one) => one === given);
  return name !== undefined && rest.length === 0 && part !== undefined && /^[\w-]{1,100}$/.test(part)
    ? { do: name, part }
    : undefined;
}

/** Reads the value of a button; undefined unless it is one of these actions. */
export function readAction<Own extends string, OfJob extends string>(
  value: string,
  own: readonly Own[],
  ofJobs: readonly OfJob[],
): Exclude<PageAction<Own, OfJob>, PartAction> | undefined {
  const [name = "", id, ...rest] = value.split(" ");
  const known = own.find((one) => one === name);
  if (known) return id === undefined ? { do: known } : undefined;
  const job = Number(id);
  const ofJob = ofJobs.find((one) => one === name);
  return ofJob && rest.length === 0 && isId(job) ? { do: ofJob, job } : undefined;
}

/**
 * Reads what VS Code kept of a page: a project, and the number of what the page shows. Undefined for anything else, which another version
 * may have left.
 * @param key name of the number
 */
export function readKept(kept: unknown, key: string): (ProjectScope & { readonly number: number }) | undefined {
  if (!isObject(kept)) return undefined;
  const { instance, project, [key]: number } = kept;
  if (typeof instance !== "string" || !/^https?:\/\//.test(instance) || !isId(number)) return undefined;
  return isId(project) || (typeof project === "string" && project !== "") ? { instance, project, number } : undefined;
}
