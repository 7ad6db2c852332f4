import type { PageElement } from "../../../core/webview/element.ts";
import type { PageNews } from "../../../core/webview/shownPage.ts";

/** What can be done with a job of the page, and with the page itself. */
export const jobDeeds = ["showLog", "play", "retry", "cancel", "openInBrowser"] as const;
export const graphDeeds = ["reload", "remedy", "reveal", "openPipeline"] as const;
export type JobDeed = (typeof jobDeeds)[number];
export type GraphDeed = (typeof graphDeeds)[number];

/** What a button of the page does: its `value` in words. Jobs are named by their ids; what else they are is known to the panel. */
export type GraphAction = { readonly do: GraphDeed } | { readonly do: JobDeed; readonly job: number };

/** An action as the value of its button. */
export const actionValue = (action: GraphAction): string =>
  "job" in action ? `${action.do} ${action.job}` : action.do;

/** A line between two jobs, by the ids of their buttons. */
export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly by: "needs" | "stage";
  readonly critical: boolean;
}

/** What a window keeps of a page over a reload. */
export interface KeptGraph {
  readonly instance: string;
  readonly project: number | string;
  readonly pipeline: number;
}

/** From the extension to the page. */
export interface ShowGraph {
  readonly type: "show";
  readonly page: readonly PageElement[];
  readonly edges: readonly DrawnEdge[];
  /** What has changed, to be read out. */
  readonly said?: string;
  readonly kept: KeptGraph;
}

/** From the page to the extension: what becomes of the page itself, or a button with this value was pressed. */
export type GraphMessage = PageNews | { readonly type: "act"; readonly value: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isId = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0;

/** The action that a button's value means; undefined for anything else. */
export function readAction(value: string): GraphAction | undefined {
  const [deed = "", id, ...rest] = value.split(" ");
  const own = graphDeeds.find((one) => one === deed);
  if (own) return id === undefined ? { do: own } : undefined;
  const job = Number(id);
  const ofJob = jobDeeds.find((one) => one === deed);
  return ofJob && rest.length === 0 && isId(job) ? { do: ofJob, job } : undefined;
}

/** What is to be done by a message from the page; undefined for anything that it does not send. */
export function readGraphMessage(given: unknown): { readonly type: "act"; readonly action: GraphAction } | undefined {
  if (!isObject(given)) return undefined;
  const { type, value } = given;
  const action = type === "act" && typeof value === "string" ? readAction(value) : undefined;
  return action && { type: "act", action };
}

/** What was kept of a page; undefined for anything else, as another version may have left. */
export function readKeptGraph(given: unknown): KeptGraph | undefined {
  if (!isObject(given)) return undefined;
  const { instance, project, pipeline } = given;
  if (typeof instance !== "string" || !/^https?:\/\//.test(instance) || !isId(pipeline)) return undefined;
  return isId(project) || (typeof project === "string" && project !== "") ? { instance, project, pipeline } : undefined;
}
