/** What commands of vulnerabilities do, in one place to be loaded from: whoever uses one uses others. */
export { copyLink, openInBrowser, openLocation } from "./links.ts";
export { confirm, dismiss, resolve, revert } from "./judge.ts";
export { open } from "./open.ts";
export { remove } from "./remove.ts";
