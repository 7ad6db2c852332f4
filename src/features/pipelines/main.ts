export { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
export { BranchPipeline } from "../../core/pipelines/branchPipeline.ts";
export { branchStatusBar } from "./branchStatusBar.ts";
export { commands } from "./commands.ts";
export { openGraphs } from "./graph/panel.ts";
export { openCompletionPoller } from "./notifications/openPoller.ts";
export { TestReportController } from "./testReports/controller.ts";
export { openPipelines } from "./view.ts";
