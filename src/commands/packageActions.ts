// What commands of packages do, in one chunk: whoever uses one uses others.
export { addFeed } from "./packageConfig.ts";
export { copyInstallCommand, copyName, copyReference } from "./packageCopy.ts";
export { remove } from "./packageDelete.ts";
export { showDocuments } from "./packageDocuments.ts";
export { download, downloadSymbols } from "./packageDownload.ts";
export { signIn, signOut } from "./packageFeed.ts";
export { showGroup, showProject } from "./packageGroup.ts";
export { publish, publishSymbols } from "./packagePublish.ts";
export { clearSearch, filter, togglePrereleases } from "./packages.ts";
export { search } from "./packageSearch.ts";
