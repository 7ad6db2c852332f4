import type { Context } from "../../core/context.ts";
import type { MergeRequestsView } from "../mergeRequests/feature.ts";
import type { UsersOnDemand } from "./users/onDemand.ts";
import type { PeopleView } from "./view.ts";

/** Context of the people commands. */
export interface PeopleContext extends Context {
  readonly view: PeopleView;
  readonly users: UsersOnDemand;
  readonly mergeRequests: MergeRequestsView;
}
