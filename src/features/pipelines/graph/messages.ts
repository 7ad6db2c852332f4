import type { CommonAction, PageAction, ShowMessage } from "../../../core/webview/messages.ts";

/** Actions of the page's jobs (`toggleGroup`: of the group of a job), and of the page itself besides the common ones. */
export const jobActions = ["showLog", "play", "retry", "cancel", "openInBrowser", "toggleGroup"] as const;
export const actions = ["reveal", "openPipeline", "explain"] as const;
export type JobAction = (typeof jobActions)[number];
export type GraphAction = PageAction<(typeof actions)[number] | CommonAction, JobAction>;

/** A line between two jobs, by the ids of their buttons. */
export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly by: "needs" | "stage";
  readonly critical: boolean;
}

/** Message from the extension to the page. */
export interface ShowGraph extends ShowMessage {
  readonly edges: readonly DrawnEdge[];
}
