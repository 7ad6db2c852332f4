import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import type { Panels } from "../../core/webview/panels.ts";
import type { CreatingPage } from "./creating/panel.ts";
import type { NewMergeRequestRef } from "./creating/proposal.ts";
import type { Descriptions } from "./description/documents.ts";
import type { MergeRequestPage } from "./page/panel.ts";
import type { Review } from "./review/review.ts";
import type { Tracking } from "./tracking/tracking.ts";
import type { Updates } from "./updates/updates.ts";
import type { MergeRequestsView } from "./view.ts";

/** Context of the commands of merge requests. */
export interface MergeRequestsContext extends Context {
  readonly view: MergeRequestsView;
  readonly pages: Panels<MergeRequestRef, MergeRequestPage>;
  /** The pages of merge requests that are being created. */
  readonly creating: Panels<NewMergeRequestRef, CreatingPage>;
  /** Loads the conversations of merge requests, and their threads in diffs, once. */
  readonly review: () => Promise<Review>;
  /** Loads what is kept track of in reviews, once. */
  readonly tracking: () => Promise<Tracking>;
  /** Loads what others did, once. */
  readonly updates: () => Promise<Updates>;
  /** Descriptions that are open as documents. */
  readonly descriptions: LazyFiles<Descriptions>;
}
