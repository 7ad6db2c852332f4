import type { ProjectId } from "../../api/path.ts";

/** A project on an instance; `instance` is its base address without a trailing slash. */
export interface ProjectScope {
  readonly instance: string;
  readonly project: ProjectId;
}

/** A project by what it is called, and by its number where that is known. */
export interface NamedProject extends ProjectScope {
  readonly projectId?: number | undefined;
}

/** Anything with a page on the host. */
export interface WebRef {
  readonly webUrl: string;
}

/** A project's numeric id, where it is known. */
export function projectNumber({ project, projectId }: NamedProject): number | undefined {
  return projectId ?? (/^\d+$/.test(String(project)) ? Number(project) : undefined);
}

/** Whether two names mean the same project: by their words, in which hosts do not tell upper from lower case, or by the number where both are known. */
export function sameProject(a: NamedProject, b: NamedProject): boolean {
  if (a.instance !== b.instance) return false;
  if (String(a.project).toLowerCase() === String(b.project).toLowerCase()) return true;
  const number = projectNumber(a);
  return number !== undefined && number === projectNumber(b);
}
