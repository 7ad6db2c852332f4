import type { GroupRecord } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import { json } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { identify, maySee, readableGroup } from "./access.ts";
import { attributesShown } from "./attributeFilter.ts";
import { showProject, time } from "./present.ts";

/** Beyond the documents: a group with its projects, as real hosts have it. */
export function groupRoutes(hosting: Hosting): Route[] {
  return [
    GET("/groups/:id", (request) => {
      const group = readableGroup(hosting, request);
      const user = identify(hosting, request)?.user;
      const own = [...hosting.state.projects.values()].filter(
        (project) => hosting.state.groups.ofProject(project.path) === group && maySee(project, user),
      );
      const withProjects = request.query.flag("with_projects") !== false;
      return json({
        ...showGroup(hosting, group),
        ...attributesShown(hosting, request, "groups", group.id),
        ...(withProjects ? { projects: own.map((project) => showProject(hosting, project)), shared_projects: [] } : {}),
      });
    }),
  ];
}

function showGroup(hosting: Hosting, group: GroupRecord): object {
  return {
    id: group.id,
    web_url: `${hosting.url}/groups/${group.path}`,
    name: group.name,
    path: group.path.slice(group.path.lastIndexOf("/") + 1),
    description: group.description,
    visibility: group.visibility,
    full_name: hosting.state.groups
      .upwards(group)
      .map((one) => one.name)
      .reverse()
      .join(" / "),
    full_path: group.path,
    parent_id: group.parentId ?? null,
    created_at: time(hosting, group.createdAt),
    avatar_url: null,
  };
}
