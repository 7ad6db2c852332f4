// What commands of snippets do, in one chunk: whoever uses one uses others.
export { create, createFromClipboard, createFromFiles, createFromSelection } from "./create.ts";
export { remove } from "./delete.ts";
export { userAgentDetails } from "./details.ts";
export { changeVisibility, edit } from "./edit.ts";
export { deleteFile, discard, newFile, renameFile } from "./fileChanges.ts";
export { clearFilter, filter } from "./filter.ts";
export { insert } from "./insert.ts";
export { copyLink, openInBrowser } from "./links.ts";
export { open, openAtRef } from "./open.ts";
