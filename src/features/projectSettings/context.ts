import type { Context } from "../../core/context.ts";
import type { ProtectionsOnDemand } from "./protectedBranches/onDemand.ts";
import type { ProjectSettingsView } from "./view.ts";

/** Context of the project settings commands. */
export interface ProjectSettingsContext extends Context {
  readonly view: ProjectSettingsView;
  readonly protections: ProtectionsOnDemand;
}
