import type { ProjectScope } from "../base/refs.ts";
import { authorityPart, readAuthorityPart } from "../remoteText/authority.ts";

/** A file or folder in a job's archive. */
export interface ArtifactPlace extends ProjectScope {
  /** ID of the job. */
  readonly job: number;
  /** Path in the archive; empty for its root. */
  readonly path: string;
}

/** The URI parts that identify a place. */
export interface ArtifactAddress {
  readonly authority: string;
  readonly path: string;
}

/**
 * Returns the URI parts of a place. The instance is the authority; project and job are the first two folders of the
 * path.
 */
export function artifactAddress({ instance, project, job, path }: ArtifactPlace): ArtifactAddress {
  return {
    authority: authorityPart(instance),
    path: `/${authorityPart(String(project))}/${job}${path === "" ? "" : `/${path}`}`,
  };
}

/** Returns the place of a URI; undefined for other URIs and unsafe paths. */
export function readArtifactAddress({ authority, path }: ArtifactAddress): ArtifactPlace | undefined {
  const instance = readAuthorityPart(authority);
  const [, projectPart = "", job = "", below = ""] = /^\/([^/]+)\/(\d{1,15})(?:\/(.*))?$/s.exec(path) ?? [];
  const project = readAuthorityPart(projectPart);
  if (instance === undefined || instance === "" || project === undefined || project === "" || job === "")
    return undefined;
  const place = below.replace(/\/+$/, "");
  if (place !== "" && !isPlainPath(place)) return undefined;
  return { instance, project: /^\d+$/.test(project) ? Number(project) : project, job: Number(job), path: place };
}

/** Returns whether a path stays below its start on every system: no `..`, root, drive, backslash or empty part. */
export function isPlainPath(path: string): boolean {
  if (path.includes("\\") || path.includes("\0") || /^[a-z]:/i.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
