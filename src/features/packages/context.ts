import type { FeedSignIns } from "../../auth/feedCredentials.ts";
import type { Context } from "../../core/context.ts";
import type { PackagesView } from "./view.ts";

/** Context of the package commands. */
export interface PackagesContext extends Context {
  readonly view: PackagesView;
  /** Loads the credentials for the package registry. */
  readonly feeds: () => Promise<FeedSignIns>;
}
