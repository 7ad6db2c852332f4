/** The code that feature.ts loads. */
export { commands } from "./commands.ts";
export { SnippetFiles } from "./snippetFiles.ts";
export { openSnippets } from "./view.ts";
