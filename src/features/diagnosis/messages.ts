import type { CommonAction, PageAction } from "../../core/webview/messages.ts";
import type { openPart } from "./targets.ts";

/** Actions of the page itself besides the common ones. */
export const actions = ["reveal", "openPipeline", "retry", "showTests", "showCiFile"] as const;
export type DiagnosisAction = PageAction<(typeof actions)[number] | CommonAction, never, typeof openPart>;
