import type { Context } from "../../core/context.ts";
import type { CiFindings } from "./findings/ciFindings.ts";
import type { VulnerabilitiesView } from "./view.ts";

/** The context of the vulnerability commands. */
export interface VulnerabilitiesContext extends Context {
  readonly view: VulnerabilitiesView;
  /** Loads the findings of CI reports, once. */
  readonly findings: () => Promise<CiFindings>;
}
