import type { ProjectScope } from "../base/refs.ts";
import { authorityPart, readAuthorityPart } from "../remoteText/authority.ts";

/** A place in the archive of a job. */
export interface ArtifactPlace extends ProjectScope {
  /** Number of the job. */
  readonly job: number;
  /** Of a file or folder in the archive; empty for its root. */
  readonly path: string;
}

/** The parts of an address that name a place, as VS Code's Uri has them. */
export interface ArtifactAddress {
  readonly authority: string;
  readonly path: string;
}

/** The instance is the authority; project and job are the first two folders, so that the rest is the path in the archive. */
export function artifactAddress({ instance, project, job, path }: ArtifactPlace): ArtifactAddress {
  return {
    authority: authorityPart(instance),
    path: `/${authorityPart(String(project))}/${job}${path === "" ? "" : `/${path}`}`,
  };
}

/** The place that an address names; undefined for anything else, and for paths that no archive may have. */
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

/** Whether a path stays below the place it starts from, on every system: no `..`, no root, no drive, no backslash, no empty part. */
export function isPlainPath(path: string): boolean {
  if (path.includes("\\") || path.includes("\0") || /^[a-z]:/i.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
