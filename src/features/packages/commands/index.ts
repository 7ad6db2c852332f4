// What commands of packages do, in one chunk: whoever uses one uses others.
export { addFeed } from "./config.ts";
export { copyInstallCommand, copyName, copyReference } from "./copy.ts";
export { remove } from "./delete.ts";
export { showDocuments } from "./documents.ts";
export { download, downloadSymbols } from "./download.ts";
export { signIn, signOut } from "./feed.ts";
export { showGroup, showProject } from "./group.ts";
export { publish, publishSymbols } from "./publish.ts";
export { clearSearch, filter, togglePrereleases } from "./filter.ts";
export { search } from "./search.ts";
