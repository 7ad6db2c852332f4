import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { Panels } from "../../core/webview/panels.ts";
import type { DiagnosisContext } from "./context.ts";

/** Why a pipeline or a job failed: its page. */
export const diagnosis: Feature<DiagnosisContext, typeof import("./main.ts")> = {
  commands: ["diagnosis"],
  register(context, load) {
    const open = onceLoaded(async () => {
      const { Diagnoses, openDiagnosisPages } = await load();
      return openDiagnosisPages(
        new Diagnoses(context.connections, (error, doing) => context.report.background(error, doing)),
      );
    });
    return { ...context, pages: context.owned.add(new Panels(context, "forgeline.diagnosis", open)) };
  },
};
