/** The code of the jobs feature. */
export { ProjectFiles } from "../../core/problems/projectFiles.ts";
export { commands } from "./commands.ts";
export { LogPainter } from "./log/decorations.ts";
export { JobChannel } from "./log/jobChannel.ts";
export { LogFiles } from "./log/logFiles.ts";
export { loaded, openRawLog } from "./log/rawFile.ts";
export { LogLinks } from "./problems/logLinks.ts";
export { ShownProblems } from "./problems/shownProblems.ts";
export { openJobs } from "./view.ts";
