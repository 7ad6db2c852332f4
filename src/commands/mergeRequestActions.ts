/** What can be done with merge requests, in one place to be loaded from. */
export { checkOut } from "./mergeRequestCheckOut.ts";
export { copyBranch, copyLink, openInBrowser } from "./mergeRequestLinks.ts";
export { merge } from "./mergeRequestMerge.ts";
export { showNew } from "./mergeRequestNew.ts";
export { approve, checkMerge } from "./mergeRequestReview.ts";
export { cancelAutoMerge, close, markDraft, markReady, remove, reopen } from "./mergeRequestState.ts";
export { edit } from "./mergeRequestEdit.ts";
export { editDescription } from "./mergeRequestDescription.ts";
export { create } from "./mergeRequestCreate.ts";
