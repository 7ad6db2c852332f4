import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { VulnerabilitiesContext } from "./context.ts";

/** The Vulnerabilities view, and findings of CI. */
export const vulnerabilities: Feature<VulnerabilitiesContext, typeof import("./main.ts")> = {
  commands: ["vulnerability", "findings"],
  register(context, load) {
    const findings = onceLoaded(async () => context.owned.add(new (await load()).CiFindings(context)));
    const view = addView(context, {
      view: VIEWS.vulnerabilities,
      subjects: ["vulnerability"],
      hideRoot: true,
      collapseAll: true,
      load: async () => (await load()).openVulnerabilities(context.capabilities, await findings()),
    });
    return { ...context, view, findings };
  },
};
