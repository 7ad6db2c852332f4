import { validated } from "../contract/validated.ts";
import type { Hosting } from "../hosting.ts";
import { json } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { requireUser } from "./access.ts";
import { artifactRoutes } from "./artifacts.ts";
import { ciLintRoutes } from "./ciLint.ts";
import { ciTemplateRoutes } from "./ciTemplates.ts";
import { commitCommentRoutes } from "./commitComments.ts";
import { commitRoutes } from "./commits.ts";
import { commitStatusRoutes } from "./commitStatuses.ts";
import { commitWriteRoutes } from "./commitWrites.ts";
import { customAttributeRoutes } from "./customAttributes.ts";
import { extraRoutes } from "./extras.ts";
import { fileRoutes } from "./files.ts";
import { fileWriteRoutes } from "./fileWrites.ts";
import { groupRoutes } from "./groups.ts";
import { jobRoutes } from "./jobs.ts";
import { jobTokenScopeRoutes } from "./jobTokenScope.ts";
import { mergeRequestRoutes } from "./mergeRequests.ts";
import { mergeRequestExtraRoutes } from "./mergeRequestsExtras.ts";
import { milestoneRoutes } from "./milestones.ts";
import { packageRoutes } from "./packages.ts";
import { pipelineRoutes } from "./pipelines.ts";
import { projectRoutes } from "./projects.ts";
import { protectedBranchRoutes } from "./protectedBranches.ts";
import { reviewRoutes } from "./reviews.ts";
import { snippetRoutes } from "./snippets.ts";
import { systemHookRoutes } from "./systemHooks.ts";
import { traceRoutes } from "./trace.ts";
import { userKeyRoutes } from "./userKeys.ts";
import { userRoutes } from "./users.ts";
import { userStatusRoutes } from "./userStatus.ts";
import { userWriteRoutes } from "./userWrites.ts";
import { vulnerabilityRoutes } from "./vulnerabilities.ts";
import { wikiRoutes } from "./wikis.ts";

/**
 * All routes of the REST API, with paths below `/api/v4`, those beyond the documents included, and before each operation of the contract
 * what the contract checks.
 */
export function apiRoutes(hosting: Hosting): Route[] {
  const routes = [
    ...userRoutes(hosting),
    ...userWriteRoutes(hosting),
    ...userStatusRoutes(hosting),
    ...userKeyRoutes(hosting),
    ...customAttributeRoutes(hosting),
    ...jobTokenScopeRoutes(hosting),
    ...systemHookRoutes(hosting),
    ...ciTemplateRoutes(hosting),
    ...pipelineRoutes(hosting),
    ...jobRoutes(hosting),
    ...traceRoutes(hosting),
    ...artifactRoutes(hosting),
    ...fileRoutes(hosting),
    ...fileWriteRoutes(hosting),
    ...commitRoutes(hosting),
    ...commitWriteRoutes(hosting),
    ...commitCommentRoutes(hosting),
    ...commitStatusRoutes(hosting),
    ...packageRoutes(hosting),
    ...vulnerabilityRoutes(hosting),
    ...protectedBranchRoutes(hosting),
    ...wikiRoutes(hosting),
    ...snippetRoutes(hosting),
    ...mergeRequestRoutes(hosting),
    ...milestoneRoutes(hosting),
    GET(
      "/version",
      (request) => (requireUser(hosting, request, ["read_user"]), json({ version: "17.0.0-local", revision: "local" })),
    ),
    ...projectRoutes(hosting),
    ...groupRoutes(hosting),
    ...ciLintRoutes(hosting),
    ...extraRoutes(hosting),
    ...mergeRequestExtraRoutes(hosting),
    ...reviewRoutes(hosting),
  ];
  return routes.map((route) => ({ ...validated(route), path: `/api/v4${route.path}` }));
}
