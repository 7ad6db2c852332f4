/** The code of milestones. */
export { commands } from "./commands.ts";
export { openMilestones } from "./view.ts";
