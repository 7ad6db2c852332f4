/** The code of merge requests. */
export { commands } from "./commands.ts";
export { openCreating } from "./creating/panel.ts";
export { Descriptions } from "./description/documents.ts";
export { openPages } from "./page/panel.ts";
export { Review } from "./review/review.ts";
export { Tracking } from "./tracking/tracking.ts";
export { Updates } from "./updates/updates.ts";
export { openMergeRequests } from "./view.ts";
