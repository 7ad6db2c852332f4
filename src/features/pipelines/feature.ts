import { ARTIFACT_SCHEME } from "../../core/addresses/schemes.ts";
import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { onceOpen } from "../../core/lazy/onceOpen.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import { Panels } from "../../core/webview/panels.ts";
import type { PipelinesContext } from "./context.ts";
import { Watching } from "./notifications/watching.ts";
import { TestReports } from "./testReports/testReports.ts";

/** Pipelines: their view, status bar, graphs, test reports, artifacts, and notifications. */
export const pipelines: Feature<PipelinesContext, typeof import("./main.ts"), Pick<PipelinesContext, "loadCiFile">> = {
  commands: [
    "pipeline",
    "pipelines",
    "job.notify",
    "job.browseArtifacts",
    "stopWatching",
    "testReport",
    "artifact",
    "artifacts",
  ],
  register(context, load, { loadCiFile }) {
    const { owned, changes, current, log, sessions, storage } = context;
    const artifacts = owned.add(
      new LazyFiles<ArtifactFiles>(ARTIFACT_SCHEME, async () => new (await load()).ArtifactFiles(context), {
        readonly: true,
        ready: sessions.ready,
      }),
    );
    const watching = owned.add(
      new Watching({ ...context, changes: changes.event, directory: storage, ready: sessions.ready }, load),
    );
    context.marks.add(watching);
    const branch = onceLoaded(async () => owned.add(new (await load()).BranchPipeline(current)));
    const view = addView(context, {
      view: VIEWS.pipelines,
      subjects: ["pipeline", "job"],
      selectMany: true,
      filtered: "forgeline.pipelinesFiltered",
      early: true,
      welcomes: true,
      load: async () => (await load()).openPipelines(context, await branch(), artifacts),
    });
    owned.add(
      onceOpen(current, log, "The pipeline in the status bar", async () =>
        (await load()).branchStatusBar({ ...context, branch: await branch(), view, changes: changes.event }),
      ),
    );
    const graphs = owned.add(
      new Panels(context, "forgeline.pipelineGraph", async () => (await load()).openGraphs(loadCiFile)),
    );
    const testReports = owned.add(new TestReports(context, load));
    return { ...context, view, artifacts, graphs, testReports, watching, unsentRuns: new Map(), loadCiFile };
  },
};
