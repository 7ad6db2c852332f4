import type { Hosting } from "../hosting.ts";
import { listReply } from "../http/paging.ts";
import { GET, type Route } from "../http/router.ts";
import { Branches } from "../mergeRequests/branches.ts";
import { mayPush } from "../protectedBranches/rights.ts";
import type { ProjectRecord, RefRecord, UserRecord } from "../types.ts";
import { identify, readableProject } from "./access.ts";
import { projectUrl, showCommit } from "./present.ts";

/** Beyond the documents: branches. */
export function branchRoutes(hosting: Hosting): Route[] {
  const { repositories } = hosting;
  return [
    GET("/projects/:id/repository/branches", async (request) => {
      const project = readableProject(hosting, request);
      const user = identify(hosting, request)?.user;
      const fits = matcher(request.query.text("search") ?? "");
      const branches = (await repositories.at(project.path).branches()).filter((branch) =>
        fits(branch.name.toLowerCase()),
      );
      return listReply(branches, request, (branch) => showBranch(hosting, project, branch, user));
    }),
  ];
}

/** `^x` begins with it, `x$` ends with it, as hosts search branches. */
function matcher(search: string): (name: string) => boolean {
  const text = search.toLowerCase();
  if (text.startsWith("^")) return (name) => name.startsWith(text.slice(1));
  return text.endsWith("$") ? (name) => name.endsWith(text.slice(0, -1)) : (name) => name.includes(text);
}

async function showBranch(
  hosting: Hosting,
  project: ProjectRecord,
  branch: RefRecord,
  user: UserRecord | undefined,
): Promise<object> {
  const isDefault = branch.name === project.defaultBranch;
  const rules = hosting.protectedBranches.matching(project.id, branch.name);
  return {
    name: branch.name,
    commit: await commitOf(hosting, project, branch.sha),
    merged:
      !isDefault &&
      (await new Branches(hosting.repositories, project).contains(`refs/heads/${project.defaultBranch}`, branch.sha)),
    protected: rules.length > 0,
    developers_can_push: rules.some((rule) => rule.grants.push.some((grant) => grant.level === 30)),
    developers_can_merge: rules.some((rule) => rule.grants.merge.some((grant) => grant.level === 30)),
    can_push: mayPush(hosting, project, user, branch.name),
    default: isDefault,
    web_url: `${projectUrl(hosting, project)}/-/tree/${branch.name}`,
  };
}

async function commitOf(hosting: Hosting, project: ProjectRecord, sha: string): Promise<object | null> {
  const commit = await hosting.commits.get(project, sha);
  return commit ? showCommit(hosting, project, commit) : null;
}
