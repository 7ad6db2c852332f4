/** The code of snippets. */
export { commands } from "./commands.ts";
export { SnippetFiles } from "./snippetFiles.ts";
export { openSnippets } from "./view.ts";
