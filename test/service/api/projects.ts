import type { Hosting } from "../hosting.ts";
import { listReply } from "../http/paging.ts";
import { json } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { identify, levelIn, maySee, readableProject } from "./access.ts";
import { attributesShown, hasWantedAttributes } from "./attributeFilter.ts";
import { showProject } from "./present.ts";

/** Beyond the documents: projects. */
export function projectRoutes(hosting: Hosting): Route[] {
  const { state } = hosting;
  return [
    GET("/projects", (request) => {
      const user = identify(hosting, request)?.user;
      const search = request.query.text("search")?.toLowerCase() ?? "";
      const wanted = hasWantedAttributes(hosting, request, "projects");
      const mine = request.query.flag("membership") === true;
      const seen = [...state.projects.values()]
        .reverse()
        .filter(
          (project) =>
            maySee(project, user) &&
            project.path.toLowerCase().includes(search) &&
            (!mine || (user !== undefined && project.members.has(user.id))) &&
            wanted(project.id),
        );
      return listReply(seen, request, (project) => ({
        ...showProject(hosting, project),
        ...originShown(hosting, project, user),
        ...attributesShown(hosting, request, "projects", project.id),
      }));
    }),
    GET("/projects/:id", (request) => {
      const project = readableProject(hosting, request);
      const user = identify(hosting, request)?.user;
      const level = levelIn(project, user);
      const open = hosting.mergeRequests.ofProject(project.id).filter((record) => record.state === "opened").length;
      return json({
        ...showProject(hosting, project),
        ...originShown(hosting, project, user),
        ...attributesShown(hosting, request, "projects", project.id),
        open_merge_requests_count: open,
        merge_method: "merge",
        only_allow_merge_if_pipeline_succeeds: hosting.mergeRequests.rules(project.id).pipelineMustSucceed,
        // Nobody's rights are told to nobody.
        ...(user
          ? {
              permissions: {
                project_access: level > 0 ? { access_level: Math.min(level, 50), notification_level: 3 } : null,
                group_access: null,
              },
            }
          : {}),
      });
    }),
  ];
}

/** Where a fork comes from, to those who may know of it. */
function originShown(hosting: Hosting, project: ProjectRecord, user: UserRecord | undefined): object {
  const origin = project.forkedFromId === undefined ? undefined : hosting.state.projects.get(project.forkedFromId);
  return origin && maySee(origin, user)
    ? { forked_from_project: showProject(hosting, origin), mr_default_target_self: false }
    : {};
}
