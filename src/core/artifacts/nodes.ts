import type { Job } from "../../api/resources/jobs.ts";
import type { JobRef } from "../pipelines/refs.ts";
import type { ListedFile, RefusedEntry } from "./listing.ts";

/** A row below a job's row, whose ID is its prefix. */
interface BelowJob extends JobRef {
  readonly base: string;
  readonly job: Job;
}

/** The archive of a job. */
export interface ArtifactsNode extends BelowJob {
  readonly kind: "artifacts";
}

export interface ArtifactFolderNode extends BelowJob {
  readonly kind: "artifactFolder";
  readonly name: string;
  /** Path in the archive. */
  readonly path: string;
}

/** A file of the archive; also an ArtifactRef for commands. */
export interface ArtifactFileNode extends BelowJob {
  readonly kind: "artifactFile";
  readonly artifact: ListedFile;
}

/** Entries that cannot be opened. */
export interface RefusedArtifactsNode extends BelowJob {
  readonly kind: "refusedArtifacts";
  readonly count: number;
}

export interface RefusedArtifactNode extends BelowJob {
  readonly kind: "refusedArtifact";
  readonly entry: RefusedEntry;
  /** Index, because names may repeat. */
  readonly at: number;
}

/** Replaces the files if listing them requires downloading the whole archive, which needs confirmation. */
export interface WholeArchiveNode extends BelowJob {
  readonly kind: "wholeArchive";
  /** Size in bytes, if known. */
  readonly size?: number;
}

export type ArtifactNode =
  | ArtifactsNode
  | ArtifactFolderNode
  | ArtifactFileNode
  | RefusedArtifactsNode
  | RefusedArtifactNode
  | WholeArchiveNode;

const root = ({ base }: BelowJob): string => `${base}/artifacts`;
const at = (node: BelowJob, path: string): string =>
  `${root(node)}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** Returns a row ID. `?` cannot occur in encoded paths, so the IDs are unique. */
export function artifactId(node: ArtifactNode): string {
  switch (node.kind) {
    case "artifacts":
      return root(node);
    case "artifactFolder":
      return at(node, node.path);
    case "artifactFile":
      return at(node, node.artifact.path);
    case "refusedArtifacts":
      return `${root(node)}?refused`;
    case "refusedArtifact":
      return `${root(node)}?refused/${node.at}`;
    case "wholeArchive":
      return `${root(node)}?whole`;
  }
}

/**
 * Returns the row of a job's archive, if it has one.
 * @param base ID of the job's row
 */
export function artifactsNodes(
  { instance, project, job }: JobRef & { readonly job: Job },
  base: string,
): ArtifactsNode[] {
  return job.artifacts_file ? [{ kind: "artifacts", instance, project, job, base }] : [];
}
