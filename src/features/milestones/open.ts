import type { App } from "../../core/context.ts";
import { mergeRequestTools } from "../mergeRequests/open.ts";
import { openMilestones } from "./view.ts";

/** What the Milestones view is made of, joined with the rooms that it stands beside. */
export const milestonesView = (
  app: Pick<App, "projects" | "connections" | "report" | "config" | "log">,
): ReturnType<typeof openMilestones> => openMilestones(mergeRequestTools(app));
