import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { MarkdownIt } from "./preview/plugin.ts";
import type { WikiView } from "./view.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** What the commands of wikis receive. */
export interface WikiContext extends Context {
  readonly view: WikiView;
  /** Pages as documents. */
  readonly files: LazyFiles<WikiFiles>;
  /** What VS Code's Markdown preview of pages does otherwise. */
  readonly extendMarkdownIt: (markdown: MarkdownIt) => MarkdownIt;
}
