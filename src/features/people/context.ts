import type { Context } from "../../core/context.ts";
import type { MergeRequestsView } from "../mergeRequests/feature.ts";
import type { UsersOnDemand } from "./users/onDemand.ts";
import type { PeopleView } from "./view.ts";

/** What the commands of people receive. */
export interface PeopleContext extends Context {
  readonly view: PeopleView;
  /** What is known of users. */
  readonly users: UsersOnDemand;
  readonly mergeRequests: MergeRequestsView;
}
