import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { Panels } from "../../core/webview/panels.ts";
import type { DiagnosisContext } from "./context.ts";

/** Why a pipeline or a job failed: its page. */
export const diagnosis: Feature<DiagnosisContext, typeof import("./main.ts")> = {
  commands: ["diagnosis"],
  register(context, load) {
    const { connections, owned, report } = context;
    const diagnoses = onceLoaded(
      async () => new (await load()).Diagnoses(connections, (error, doing) => report.background(error, doing)),
    );
    const open = async () => (await load()).openDiagnosisPages(await diagnoses());
    return { ...context, diagnoses, pages: owned.add(new Panels(context, "forgeline.diagnosis", open)) };
  },
};
