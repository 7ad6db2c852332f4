import type { Context } from "../../core/context.ts";
import type { VulnerabilitiesView } from "./view.ts";

/** The context of the vulnerability commands. */
export interface VulnerabilitiesContext extends Context {
  readonly view: VulnerabilitiesView;
}
