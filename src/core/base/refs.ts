import type { ProjectId } from "../../api/path.ts";

/** A project on an instance; `instance` is its base URL without a trailing slash. */
export interface ProjectScope {
  readonly instance: string;
  readonly project: ProjectId;
}

/** A project by its path, and by its ID where that is known. */
export interface NamedProject extends ProjectScope {
  readonly projectId?: number | undefined;
}

/** A resource with a page on the host. */
export interface WebRef {
  readonly webUrl: string;
}

/** Returns a project's numeric ID, if it is known. */
export function projectNumber({ project, projectId }: NamedProject): number | undefined {
  return projectId ?? (/^\d+$/.test(String(project)) ? Number(project) : undefined);
}

/** Whether two references are to the same project: by path, in which case does not matter to hosts, or by ID if both are known. */
export function sameProject(a: NamedProject, b: NamedProject): boolean {
  if (a.instance !== b.instance) return false;
  if (String(a.project).toLowerCase() === String(b.project).toLowerCase()) return true;
  const number = projectNumber(a);
  return number !== undefined && number === projectNumber(b);
}
