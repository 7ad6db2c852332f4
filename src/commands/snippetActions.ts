// What commands of snippets do, in one chunk: whoever uses one uses others.
export { create, createFromClipboard, createFromFiles, createFromSelection } from "./snippetCreate.ts";
export { remove } from "./snippetDelete.ts";
export { userAgentDetails } from "./snippetDetails.ts";
export { changeVisibility, edit } from "./snippetEdit.ts";
export { deleteFile, discard, newFile, renameFile } from "./snippetFileChanges.ts";
export { clearFilter, filter } from "./snippetFilter.ts";
export { insert } from "./snippetInsert.ts";
export { copyLink, openInBrowser } from "./snippetLinks.ts";
export { open, openAtRef } from "./snippetOpen.ts";
