import type { Job } from "../../api/resources/jobs.ts";
import type { JobRef } from "../pipelines/refs.ts";
import type { ListedFile, RefusedEntry } from "./listing.ts";

/** Rows of artifacts stand below the row of a job, whose id theirs begin with. */
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
  /** In the archive. */
  readonly path: string;
}

/** A file of the archive. Is an ArtifactRef, for commands. */
export interface ArtifactFileNode extends BelowJob {
  readonly kind: "artifactFile";
  readonly artifact: ListedFile;
}

/** The entries of the archive that cannot be opened. */
export interface RefusedArtifactsNode extends BelowJob {
  readonly kind: "refusedArtifacts";
  readonly count: number;
}

export interface RefusedArtifactNode extends BelowJob {
  readonly kind: "refusedArtifact";
  readonly entry: RefusedEntry;
  /** Place among those of the archive: names may repeat. */
  readonly at: number;
}

/** In place of files: the host sends the archive only whole, which is not done without asking. */
export interface WholeArchiveNode extends BelowJob {
  readonly kind: "wholeArchive";
  /** Bytes, where it is known. */
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

/** What an archive may not have as a name begins with what no encoded name has, so that ids stay apart. */
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

/** The row of a job's archive; none without one. @param base id of the job's row */
export function artifactsNodes(
  { instance, project, job }: JobRef & { readonly job: Job },
  base: string,
): ArtifactsNode[] {
  return job.artifacts_file ? [{ kind: "artifacts", instance, project, job, base }] : [];
}
