import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { MarkdownIt } from "./preview/plugin.ts";
import type { WikiView } from "./view.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** The context of the wiki commands. */
export interface WikiContext extends Context {
  readonly view: WikiView;
  /** The file system of wiki pages. */
  readonly files: LazyFiles<WikiFiles>;
  /** Adds wiki links and images to VS Code's Markdown preview of pages. */
  readonly extendMarkdownIt: (markdown: MarkdownIt) => MarkdownIt;
}
