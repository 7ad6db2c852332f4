import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { Descriptions } from "./description/documents.ts";
import type { MergeRequestPages } from "./page/panels.ts";
import type { MergeRequestsView } from "./view.ts";

/** What the commands of merge requests receive. */
export interface MergeRequestsContext extends Context {
  readonly view: MergeRequestsView;
  readonly pages: MergeRequestPages;
  /** Descriptions that are being edited. */
  readonly descriptions: LazyFiles<Descriptions>;
}
