/** The code of wikis. */
export { commands } from "./commands.ts";
export { openWiki } from "./view.ts";
export { WikiFiles } from "./wikiFiles.ts";
