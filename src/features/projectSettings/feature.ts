import type { Feature } from "../../core/feature.ts";
import { onceOpen } from "../../core/lazy/onceOpen.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { ProjectSettingsContext } from "./context.ts";
import { ProtectionsOnDemand } from "./protectedBranches/onDemand.ts";

/** The Project Settings view: protected branches and job token access. */
export const projectSettings: Feature<ProjectSettingsContext, typeof import("./main.ts")> = {
  commands: ["jobTokenScope", "protectedBranch"],
  register(context, load) {
    const { owned, changes, current, log, projects } = context;
    const protections = owned.add(new ProtectionsOnDemand(context.capabilities, load));
    const view = addView(context, {
      view: VIEWS.projectSettings,
      subjects: ["protectedBranch", "jobTokenScope"],
      load: async () => (await load()).openProjectSettings({ protections: await protections.load(), projects }),
    });
    owned.add(
      onceOpen(current, log, "The protection of the branch in the status bar", async () =>
        (await load()).followProtection({
          ...context,
          protections: await protections.load(),
          changes: changes.event,
        }),
      ),
    );
    return { ...context, view, protections };
  },
};
