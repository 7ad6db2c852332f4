/** The code of merge requests. */
export { readKept } from "../../core/webview/messages.ts";
export { commands } from "./commands.ts";
export { Descriptions } from "./description/documents.ts";
export { MergeRequestPanel } from "./page/panel.ts";
export { openMergeRequests } from "./view.ts";
