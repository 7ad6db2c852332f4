import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import type { Context } from "../../core/context.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import type { Panels } from "../../core/webview/panels.ts";
import type { GraphPage } from "./graph/panel.ts";
import type { Watching } from "./notifications/watching.ts";
import type { TestReports } from "./testReports/testReports.ts";
import type { PipelinesView } from "./view.ts";

/** What the commands of pipelines receive. */
export interface PipelinesContext extends Context {
  readonly view: PipelinesView;
  /** The files in the archives of jobs as documents. */
  readonly artifacts: LazyFiles<ArtifactFiles>;
  readonly graphs: Panels<PipelineRef, GraphPage>;
  /** Test reports of pipelines in the Testing view. */
  readonly testReports: TestReports;
  /** What is watched until it ends. */
  readonly watching: Watching;
}
