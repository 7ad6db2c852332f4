import type { Hosting } from "../hosting.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import { notFound } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import type { ProjectRecord, RefRecord } from "../types.ts";
import { identify, maySee, readableProject } from "./access.ts";
import { projectUrl, showCommit, showProject } from "./present.ts";

/** Beyond the documents: projects, branches and tags, as real hosts have them. */
export function projectRoutes(hosting: Hosting): Route[] {
  const { repositories, state } = hosting;
  const options = { apiUrl: `${hosting.url}/api/v4` };
  return [
    {
      method: "GET",
      path: "/projects",
      handle: (request) => {
        const user = identify(hosting, request)?.user;
        const search = request.query.text("search")?.toLowerCase() ?? "";
        const mine = request.query.flag("membership") === true;
        const seen = [...state.projects.values()].reverse().filter((project) => maySee(project, user) && project.path.toLowerCase().includes(search) && (!mine || (user !== undefined && project.members.has(user.id))));
        return pageReply(offsetPage(seen, request, options), (project) => showProject(hosting, project));
      },
    },
    { method: "GET", path: "/projects/:id", handle: (request) => json(showProject(hosting, readableProject(hosting, request))) },
    {
      method: "GET",
      path: "/projects/:id/repository/branches",
      handle: async (request) => {
        const project = readableProject(hosting, request);
        const search = request.query.text("search")?.toLowerCase() ?? "";
        const branches = (await repositories.branches(project.path)).filter((branch) => branch.name.toLowerCase().includes(search));
        return pageReply(offsetPage(branches, request, options), (branch) => showBranch(hosting, project, branch));
      },
    },
    {
      method: "GET",
      path: "/projects/:id/repository/branches/:branch",
      handle: async (request) => {
        const project = readableProject(hosting, request);
        const branch = (await repositories.branches(project.path)).find((one) => one.name === request.holes["branch"]);
        if (!branch) throw notFound("Branch");
        return json(await showBranch(hosting, project, branch));
      },
    },
    {
      method: "GET",
      path: "/projects/:id/repository/tags",
      handle: async (request) => {
        const project = readableProject(hosting, request);
        return pageReply(offsetPage(await repositories.tags(project.path), request, options), async (tag) => ({
          name: tag.name,
          message: tag.message ?? "",
          target: tag.sha,
          commit: await commitOf(hosting, project, tag.sha),
          release: null,
          protected: false,
        }));
      },
    },
  ];
}

async function showBranch(hosting: Hosting, project: ProjectRecord, branch: RefRecord): Promise<object> {
  return {
    name: branch.name,
    commit: await commitOf(hosting, project, branch.sha),
    merged: false,
    protected: branch.name === project.defaultBranch,
    developers_can_push: true,
    developers_can_merge: true,
    can_push: true,
    default: branch.name === project.defaultBranch,
    web_url: `${projectUrl(hosting, project)}/-/tree/${branch.name}`,
  };
}

async function commitOf(hosting: Hosting, project: ProjectRecord, sha: string): Promise<object | null> {
  const commit = await hosting.commits.get(project, sha);
  return commit ? showCommit(hosting, project, commit) : null;
}
