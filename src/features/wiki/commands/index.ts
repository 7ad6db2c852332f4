/** What can be done about wiki pages, loaded with the first use of any of it. */
export { clearFilter, copyLink, copyMarkdownLink, copySlug, filter, open, openInBrowser, preview } from "./open.ts";
export { remove } from "./delete.ts";
export { discard } from "./discard.ts";
export { showHistory } from "./history.ts";
export { changeFormat, rename } from "./move.ts";
export { create } from "./new.ts";
export { showHtml, showRendered } from "./rendered.ts";
export { search } from "./search.ts";
export { openVersion } from "./version.ts";
