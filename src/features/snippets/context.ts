import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { SnippetFiles } from "./snippetFiles.ts";
import type { SnippetsView } from "./view.ts";

/** The context of the snippet commands. */
export interface SnippetsContext extends Context {
  readonly view: SnippetsView;
  /** The file system of snippet files. */
  readonly files: LazyFiles<SnippetFiles>;
}
