import type { Context } from "../../core/context.ts";
import type { PackagesView } from "./view.ts";

/** What the commands of packages receive. */
export interface PackagesContext extends Context {
  readonly view: PackagesView;
}
