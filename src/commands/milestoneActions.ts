/** What commands of milestones do, in one place to be loaded from: whoever uses one uses others. */
export { showBurndown } from "./milestoneBurndown.ts";
export { create } from "./milestoneCreate.ts";
export { edit } from "./milestoneEdit.ts";
export { copyLink, openInBrowser } from "./milestoneLinks.ts";
export { clearSearch, search, showMergeRequests } from "./milestones.ts";
export { activate, close, promote, remove } from "./milestoneState.ts";
