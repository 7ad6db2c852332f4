import type { Context } from "../../core/context.ts";
import type { MergeRequestsView } from "../mergeRequests/feature.ts";
import type { MilestonesView } from "./view.ts";

/** Context of the commands of milestones. */
export interface MilestonesContext extends Context {
  readonly view: MilestonesView;
  readonly mergeRequests: MergeRequestsView;
}
