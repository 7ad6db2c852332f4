/** What commands of milestones do, in one place to be loaded from: whoever uses one uses others. */
export { showBurndown } from "./burndown.ts";
export { create } from "./create.ts";
export { edit } from "./edit.ts";
export { copyLink, openInBrowser } from "./links.ts";
export { clearSearch, search, showMergeRequests } from "./search.ts";
export { activate, close, promote, remove } from "./state.ts";
