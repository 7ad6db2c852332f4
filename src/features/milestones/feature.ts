import type { Feature } from "../../core/feature.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { MilestonesContext } from "./context.ts";

/** The Milestones view and its commands. */
export const milestones: Feature<
  MilestonesContext,
  typeof import("./main.ts"),
  Pick<MilestonesContext, "mergeRequests">
> = {
  commands: ["issue", "milestone", "milestones"],
  register: (context, load, { mergeRequests }) => ({
    ...context,
    mergeRequests,
    view: addView(context, {
      view: VIEWS.milestones,
      selectMany: true,
      subjects: ["milestone", "mergeRequest"],
      filtered: "forgeline.milestonesFiltered",
      load: async () => (await load()).openMilestones(context),
    }),
  }),
};
