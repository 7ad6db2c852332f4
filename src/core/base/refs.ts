import type { ProjectId } from "../../api/path.ts";

/** A project on an instance; `instance` is its base URL without a trailing slash. */
export interface ProjectScope {
  readonly instance: string;
  readonly project: ProjectId;
}

/** A project by path or ID, with its numeric ID where known. */
export interface NamedProject extends ProjectScope {
  readonly projectId?: number | undefined;
}

/** Anything with a web page on the host. */
export interface WebRef {
  readonly webUrl: string;
}

/** Returns a project's numeric ID where known. */
export function projectNumber({ project, projectId }: NamedProject): number | undefined {
  return projectId ?? (/^\d+$/.test(String(project)) ? Number(project) : undefined);
}

/**
 * Returns whether two refs are the same project: by path, which is case-insensitive, or by numeric ID where both are
 * known.
 */
export function sameProject(a: NamedProject, b: NamedProject): boolean {
  if (a.instance !== b.instance) return false;
  if (String(a.project).toLowerCase() === String(b.project).toLowerCase()) return true;
  const number = projectNumber(a);
  return number !== undefined && number === projectNumber(b);
}
