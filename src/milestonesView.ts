import type { App } from "./app.ts";
import { mergeRequestTools } from "./mergeRequestView.ts";
import { openMilestones } from "./views/milestones.ts";

/** What the Milestones view is made of, joined with the rooms that it stands beside. */
export const milestonesView = (app: Pick<App, "projects" | "connections" | "report" | "config" | "log">): ReturnType<typeof openMilestones> => openMilestones(mergeRequestTools(app));
