/** The code of the jobs feature. */
export { ProjectFiles } from "../../core/problems/projectFiles.ts";
export { commands } from "./commands.ts";
export { PipelineChannels } from "./follow/pipelineChannels.ts";
export { JobChannels } from "./log/jobChannels.ts";
export { LogFiles } from "./log/logFiles.ts";
export { loaded, openRawLog } from "./log/rawFile.ts";
export { LogLinks } from "./problems/logLinks.ts";
export { ShownProblems } from "./problems/shownProblems.ts";
export { openJobs } from "./view.ts";
