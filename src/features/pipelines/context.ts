import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import type { Context } from "../../core/context.ts";
import type { Load } from "../../core/feature.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import type { Panels } from "../../core/webview/panels.ts";
import type { Plan } from "./commands/offeredVariables.ts";
import type { GraphPage } from "./graph/panel.ts";
import type { Watching } from "./notifications/watching.ts";
import type { TestReports } from "./testReports/testReports.ts";
import type { PipelinesView } from "./view.ts";

/** Context of the pipeline commands. */
export interface PipelinesContext extends Context {
  readonly view: PipelinesView;
  /** Documents of the files in artifact archives. */
  readonly artifacts: LazyFiles<ArtifactFiles>;
  readonly graphs: Panels<PipelineRef, GraphPage>;
  /** Test reports of pipelines in the Testing view. */
  readonly testReports: TestReports;
  /** Pipelines and jobs with a notification on completion. */
  readonly watching: Watching;
  /** What was entered to run a pipeline that was not started, by project. Not on disk: values of variables may be secret. */
  readonly unsentRuns: Map<string, Plan>;
  /** Loads what reads CI files. */
  readonly loadCiFile: Load<typeof import("./ciFileCode.ts")>;
}
