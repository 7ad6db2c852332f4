import type { ProjectScope } from "../base/refs.ts";
import type { PageElement } from "./element.ts";

/** What a button of a page does. Jobs go by id: the page sends nothing else, the panel knows the rest. */
export type PageAction<Own extends string = string, OfJob extends string = string> =
  | { readonly do: Own }
  | { readonly do: OfJob; readonly job: number };

/** Actions that every page has: read again, and do what helps against the last failure. */
export type CommonAction = "reload" | "remedy";

/** From the extension to a page: everything it shows. */
export interface ShowMessage {
  readonly type: "show";
  readonly page: readonly PageElement[];
  /** What has changed, for screen readers. */
  readonly said?: string;
  /** What VS Code keeps over a reload of the window. */
  readonly kept: object;
}

/** From a page to the extension: it is loaded and shows nothing yet, or it has received what was sent. */
export type PageStatus = { readonly type: "ready" } | { readonly type: "got" };

/** From a page to the extension: its status, or the value of a button that was pressed. */
export type PageMessage = PageStatus | { readonly type: "act"; readonly value: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isId = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0;

/** Returns the value of the pressed button; undefined for any other message. */
export function pressedValue(message: unknown): string | undefined {
  if (!isObject(message) || message["type"] !== "act") return undefined;
  return typeof message["value"] === "string" ? message["value"] : undefined;
}

/** Returns an action as the value of its button. */
export const actionValue = (action: PageAction): string => ("job" in action ? `${action.do} ${action.job}` : action.do);

/** Reads the value of a button; undefined unless it is one of these actions. */
export function readAction<Own extends string, OfJob extends string>(
  value: string,
  own: readonly Own[],
  ofJobs: readonly OfJob[],
): PageAction<Own, OfJob> | undefined {
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
