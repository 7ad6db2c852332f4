import type { Context } from "../../core/context.ts";
import type { VulnerabilitiesView } from "./view.ts";

/** What the commands of vulnerabilities receive. */
export interface VulnerabilitiesContext extends Context {
  readonly view: VulnerabilitiesView;
}
