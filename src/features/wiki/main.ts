/** The code that feature.ts loads. */
export { commands } from "./commands.ts";
export { openWiki } from "./view.ts";
export { WikiFiles } from "./wikiFiles.ts";
