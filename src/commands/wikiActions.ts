/** What can be done about wiki pages, loaded with the first use of any of it. */
export { clearFilter, copyLink, copyMarkdownLink, copySlug, filter, open, openInBrowser, preview } from "./wiki.ts";
export { remove } from "./wikiDelete.ts";
export { discard } from "./wikiDiscard.ts";
export { showHistory } from "./wikiHistory.ts";
export { changeFormat, rename } from "./wikiMove.ts";
export { create } from "./wikiNew.ts";
export { showHtml, showRendered } from "./wikiRendered.ts";
export { search } from "./wikiSearch.ts";
export { openVersion } from "./wikiVersion.ts";
