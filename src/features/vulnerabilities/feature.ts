import type { Feature } from "../../core/feature.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { VulnerabilitiesContext } from "./context.ts";

/** The Vulnerabilities view and its commands. */
export const vulnerabilities: Feature<VulnerabilitiesContext, typeof import("./main.ts")> = {
  commands: ["vulnerability"],
  register: (context, load) => ({
    ...context,
    view: addView(context, {
      view: VIEWS.vulnerabilities,
      subjects: ["vulnerability"],
      hideRoot: true,
      collapseAll: true,
      load: async () => (await load()).openVulnerabilities(context.capabilities),
    }),
  }),
};
