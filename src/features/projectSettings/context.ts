import type { Context } from "../../core/context.ts";
import type { ProtectionsOnDemand } from "./protectedBranches/onDemand.ts";
import type { ProjectSettingsView } from "./view.ts";

/** What the commands of project settings receive. */
export interface ProjectSettingsContext extends Context {
  readonly view: ProjectSettingsView;
  /** What is known of protected branches. */
  readonly protections: ProtectionsOnDemand;
}
