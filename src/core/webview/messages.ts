import { type PageAction, pageDeeds } from "./action.ts";
import type { PageElement } from "./element.ts";
import type { PageNews } from "./shownPage.ts";

/** What a window keeps of a page over a reload. */
export interface KeptPage {
  readonly instance: string;
  readonly project: number | string;
  readonly iid: number;
}

/** From the extension to the page. */
export interface ShowMessage {
  readonly type: "show";
  readonly page: readonly PageElement[];
  /** What has changed, to be read out. */
  readonly said?: string;
  readonly kept: KeptPage;
}

export interface ActMessage {
  readonly type: "act";
  readonly action: PageAction;
}

/** From the page to the extension: what becomes of the page itself, or a button was pressed. */
export type PageMessage = PageNews | ActMessage;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function readAction(value: unknown): PageAction | undefined {
  if (!isObject(value)) return undefined;
  const { do: deed, job } = value;
  if (deed === "showLog") return typeof job === "number" && Number.isSafeInteger(job) ? { do: deed, job } : undefined;
  const known = pageDeeds.find((one) => one === deed);
  return known && { do: known };
}

/** What is to be done by a message from the page; undefined for anything that it does not send. */
export function readPageMessage(value: unknown): ActMessage | undefined {
  if (!isObject(value) || value["type"] !== "act") return undefined;
  const action = readAction(value["action"]);
  return action && { type: "act", action };
}

const isProject = (value: unknown): value is number | string =>
  typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "string" && value !== "";

/** What was kept of a page; undefined for anything else, as another version may have left. */
export function readKept(value: unknown): KeptPage | undefined {
  if (!isObject(value)) return undefined;
  const { instance, project, iid } = value;
  if (typeof instance !== "string" || !/^https?:\/\//.test(instance)) return undefined;
  if (typeof iid !== "number" || !Number.isSafeInteger(iid) || iid < 1) return undefined;
  return isProject(project) ? { instance, project, iid } : undefined;
}
