/** Which views a project has nothing for, as its record says. */
import type { Project } from "../../api/resources/extraTypes.ts";
import type { OptionalView } from "../views.ts";

/** Features of a project that are switched off for the account, by the views that show them. */
export interface ProjectFeatures extends Pick<Project, "id" | "path_with_namespace"> {
  readonly absent: readonly OptionalView[];
}

/** Fields of a project's record: the access level of a feature, and whether the account may use it. */
const fields: Readonly<Record<OptionalView, readonly [level: keyof Project, enabled?: keyof Project]>> = {
  mergeRequests: ["merge_requests_access_level", "merge_requests_enabled"],
  commits: ["repository_access_level"],
  jobs: ["builds_access_level", "jobs_enabled"],
  packages: ["package_registry_access_level", "packages_enabled"],
  wiki: ["wiki_access_level", "wiki_enabled"],
};

/** Returns the views that a project has nothing for; a feature that its record does not mention counts as there. */
export const featuresOf = (project: Project): ProjectFeatures => ({
  id: project.id,
  path_with_namespace: project.path_with_namespace,
  absent: (Object.keys(fields) as OptionalView[]).filter((view) => {
    const [level, enabled] = fields[view];
    return project[level] === "disabled" || (enabled !== undefined && project[enabled] === false);
  }),
});
