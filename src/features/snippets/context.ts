import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { SnippetFiles } from "./snippetFiles.ts";
import type { SnippetsView } from "./view.ts";

/** What the commands of snippets receive. */
export interface SnippetsContext extends Context {
  readonly view: SnippetsView;
  /** Their files as documents. */
  readonly files: LazyFiles<SnippetFiles>;
}
