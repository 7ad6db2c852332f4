import type { Hosting } from "../hosting.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { requireUser } from "./access.ts";
import { artifactRoutes } from "./artifacts.ts";
import { ciTemplateRoutes } from "./ciTemplates.ts";
import { commitRoutes } from "./commits.ts";
import { extraRoutes } from "./extras.ts";
import { fileRoutes } from "./files.ts";
import { jobRoutes } from "./jobs.ts";
import { packageRoutes } from "./packages.ts";
import { mergeRequestRoutes } from "./mergeRequests.ts";
import { mergeRequestExtraRoutes } from "./mergeRequestsExtras.ts";
import { milestoneRoutes } from "./milestones.ts";
import { pipelineRoutes } from "./pipelines.ts";
import { projectRoutes } from "./projects.ts";
import { snippetRoutes } from "./snippets.ts";
import { traceRoutes } from "./trace.ts";
import { userRoutes } from "./users.ts";
import { vulnerabilityRoutes } from "./vulnerabilities.ts";
import { wikiRoutes } from "./wikis.ts";

/** All routes of the REST API, with paths below `/api/v4`. */
export function apiRoutes(hosting: Hosting): Route[] {
  const routes = [
    ...userRoutes(hosting),
    ...ciTemplateRoutes(hosting),
    ...pipelineRoutes(hosting),
    ...jobRoutes(hosting),
    ...traceRoutes(hosting),
    ...artifactRoutes(hosting),
    ...fileRoutes(hosting),
    ...commitRoutes(hosting),
    ...packageRoutes(hosting),
    ...vulnerabilityRoutes(hosting),
    ...wikiRoutes(hosting),
    ...snippetRoutes(hosting),
    ...mergeRequestRoutes(hosting),
    ...milestoneRoutes(hosting),
    ...(hosting.extras ? [...projectRoutes(hosting), ...extraRoutes(hosting), ...mergeRequestExtraRoutes(hosting)] : []),
    { method: "GET", path: "/version", handle: (request) => (requireUser(hosting, request, ["read_user"]), json({ version: "17.0.0-local", revision: "local" })) } satisfies Route,
  ];
  return routes.map((route) => ({ ...route, path: `/api/v4${route.path}` }));
}
