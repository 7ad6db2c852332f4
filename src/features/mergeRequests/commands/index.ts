/** What can be done with merge requests, in one place to be loaded from. */
export { checkOut } from "./checkOut.ts";
export { copyBranch, copyLink, openInBrowser } from "./links.ts";
export { merge } from "./merge.ts";
export { showNew } from "./showNew.ts";
export { approve, checkMerge } from "./review.ts";
export { cancelAutoMerge, close, markDraft, markReady, remove, reopen } from "./state.ts";
export { edit } from "./edit.ts";
export { editDescription } from "./editDescription.ts";
export { create } from "./create.ts";
